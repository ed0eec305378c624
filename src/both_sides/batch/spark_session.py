"""Open a session on a Spark cluster, or say in a sentence what is missing.

*This module does not* rank; see `spark`.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from both_sides.batch.extras import INSTALL_SPARK, installed_version
from both_sides.errors import ExtraMissingError, InvalidInputError, StoreUnavailableError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OLDEST_MAJOR: Final = 4
DISPUTES_A_BATCH: Final = 10_000
_LOCAL: Final = "local"
_ON_THIS_MACHINE: Final = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
}


def require_spark() -> None:
    """Require PySpark 4, what it asks for itself, and Java.

    Raises:
        ExtraMissingError: One of them is missing, or of another version.
    """
    found = installed_version("pyspark") or installed_version("pyspark-client")
    if found is None:
        raise ExtraMissingError(
            "a Spark cluster is reached through PySpark, which is not installed",
            hint=f"install the extra: {INSTALL_SPARK}",
            missing=["pyspark"],
        )
    if int(found.partition(".")[0]) != OLDEST_MAJOR:
        raise ExtraMissingError(
            f"PySpark {found} is installed, and ranking needs version {OLDEST_MAJOR}",
            hint=f"install it: pip install 'pyspark>={OLDEST_MAJOR},<{OLDEST_MAJOR + 1}'",
            found=found,
        )
    if installed_version("pandas") is None:
        raise ExtraMissingError(
            "PySpark asks for pandas before it lets Arrow through, and it is not installed",
            hint=f"install the extra: {INSTALL_SPARK}",
            missing=["pandas"],
        )
    _require_java()


def _require_java() -> None:
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java") or (home and shutil.which("java", path=os.path.join(home, "bin"))):  # noqa: PTH118 - a search path
        return
    raise ExtraMissingError(
        "Spark runs on Java, and there is none here",
        hint="install Java 17 or newer, for example with `apt-get install"
        " openjdk-17-jre-headless`, or set JAVA_HOME",
        missing=["java"],
    )


@contextmanager
def open_session(master: str) -> "Iterator[SparkSession]":
    """Open a session; one that is active already is used and left open.

    Args:
        master: For example ``local[4]``, ``spark://host:7077``, ``yarn``.

    Raises:
        ExtraMissingError: Something is not installed, or of another version than the cluster.
    """
    require_spark()
    from pyspark.sql import SparkSession

    active = SparkSession.getActiveSession()
    if active is not None:
        _require_version(active)
        yield active
        return
    builder = SparkSession.builder.appName("both-sides rank").master(master)
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    if master.startswith(_LOCAL):
        for name, value in _ON_THIS_MACHINE.items():
            builder = builder.config(name, value)
    with told_of_spark(master):
        session = builder.getOrCreate()
    try:
        _require_version(session)
        if master.startswith(_LOCAL) and "PYSPARK_PYTHON" not in os.environ:
            session.sparkContext.pythonExec = sys.executable  # not any python3 that is found
        yield session
    finally:
        session.stop()


def _require_version(session: "SparkSession") -> None:
    """Require the minor version of the cluster, or what is sent to it cannot be understood."""
    import pyspark

    here, there = (_minor(version) for version in (pyspark.__version__, session.version))
    if here != there:
        raise ExtraMissingError(
            f"the cluster runs Spark {session.version}, and PySpark here is {pyspark.__version__}",
            hint=f"install the version of the cluster: pip install 'pyspark=={there}.*'",
            here=pyspark.__version__,
            cluster=session.version,
        )


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


@contextmanager
def told_of_spark(what: str) -> Iterator[None]:
    """Turn the long words of Spark into a sentence that helps, where the reason is known.

    Raises:
        ExtraMissingError: Something is missing on the cluster.
        InvalidInputError: The output is there already, or the input is not.
        StoreUnavailableError: Anything else that Spark says.
    """
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError, RuntimeError) as error:
        said = str(error)
        for sign, sentence, hint in _KNOWN:
            if sign in said:
                kind = InvalidInputError if sign in _OF_INPUT else ExtraMissingError
                raise kind(f"{sentence}: {what}", hint=hint, spark=_first(said)) from error
        raise StoreUnavailableError(
            f"Spark could not do it: {_first(said)}",
            hint="the log of the driver says more; nothing of the output is left where the job"
            " did not end",
            spark=said[:4000],
        ) from error


_KNOWN: Final = (
    (
        "No module named 'both_sides'",
        "the workers of the cluster do not have this program",
        "install both-sides[batch] in the Python of the workers",
    ),
    (
        "No module named",
        "the workers of the cluster lack a package",
        "install both-sides[batch] in the Python of the workers, or name that Python with"
        " PYSPARK_PYTHON",
    ),
    (
        "PYTHON_VERSION_MISMATCH",
        "the workers of the cluster run another Python than this program",
        "use the same minor version of Python, or name it with PYSPARK_PYTHON",
    ),
    (
        "local class incompatible",
        "the cluster runs another version of Spark than PySpark here",
        "install the version of the cluster, for example pip install 'pyspark==4.1.*'",
    ),
    (
        "JAVA_GATEWAY_EXITED",
        "Java could not start Spark",
        "install Java 17 or newer, or set JAVA_HOME to it",
    ),
    (
        "PATH_ALREADY_EXISTS",
        "there is something already where the ranking goes",
        "name another folder with --out, or remove that one",
    ),
    (
        "PATH_NOT_FOUND",
        "there is nothing to rank where the input should be",
        "check the address; the workers must be able to read it too",
    ),
)
_OF_INPUT: Final = {"PATH_ALREADY_EXISTS", "PATH_NOT_FOUND"}


def _first(said: str) -> str:
    """Give the first line of many."""
    return said.strip().partition("\n")[0][:300]
