"""Name FEVER's labels, and say which verdict each of them is."""

from typing import Final

from both_sides.domain.verdicts import Conclusion

CONCLUSIONS: Final = {
    "SUPPORTS": Conclusion.SUPPORTED,
    "REFUTES": Conclusion.REFUTED,
    "NOT ENOUGH INFO": Conclusion.NOT_ENOUGH_INFO,
}
LABELS: Final = {conclusion: label for label, conclusion in CONCLUSIONS.items()}
NOT_ENOUGH_INFO: Final = "NOT ENOUGH INFO"
