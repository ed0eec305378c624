# ruff: noqa: RUF001 - the page's own characters
"""The Verdicts page, sentence by sentence."""

from typing import Final

from tests.requirement_tables.claims import (
    CHECK,
    INSTRUCTIONS,
    PARENT_STORIES,
    VERDICT_STORIES,
    VIEWS,
)
from tests.requirement_tables.requirement import Requirement

BOOK: Final = "a shortcut of the reader that shows the book, not of what the page specifies"
HEADING: Final = "a heading"

VERDICTS: Final = (
    Requirement("V1", "Keyboard shortcuts", not_applicable=BOOK),
    Requirement("V2", "Press ← or → to navigate between chapters", not_applicable=BOOK),
    Requirement("V3", "Press S or / to search in the book", not_applicable=BOOK),
    Requirement("V4", "Press ? to show this help", not_applicable=BOOK),
    Requirement("V5", "Press Esc to hide this help", not_applicable=BOOK),
    Requirement("V6", "Verdicts", not_applicable=HEADING),
    Requirement(
        "V7",
        "A verdict is the auditor’s conclusion about a claim, in the three-way scheme from the"
        " FEVER fact-verification benchmark:",
        (f"{VERDICT_STORIES}::test_a_verdict_is_one_of_three",),
    ),
    Requirement("V8", "VerdictMeansMust cite", not_applicable=HEADING),
    Requirement(
        "V9",
        "supportedCited evidence shows the claim holdsAt least one supports evidence item",
        (f"{VERDICT_STORIES}::test_supported_must_cite_what_supports",),
    ),
    Requirement(
        "V10",
        "refutedCited evidence shows the claim does not holdAt least one refutes evidence item",
        (f"{VERDICT_STORIES}::test_refuted_must_cite_what_refutes",),
    ),
    Requirement(
        "V11",
        "not_enough_infoThe evidence can’t decide the claimNothing required, but the rationale must"
        " not be empty",
        (
            f"{VERDICT_STORIES}::test_not_enough_info_needs_no_citation",
            f"{VERDICT_STORIES}::test_every_verdict_has_a_rationale",
        ),
    ),
    Requirement(
        "V12",
        "Cited evidence must belong to the same claim.",
        (f"{VERDICT_STORIES}::test_cited_evidence_belongs_to_the_same_claim",),
    ),
    Requirement(
        "V13",
        "Every verdict also needs a non-empty rationale (why the evidence decides the claim) and"
        " auditor (the person or model id).",
        (
            f"{VERDICT_STORIES}::test_every_verdict_has_a_rationale",
            f"{VERDICT_STORIES}::test_every_verdict_has_an_auditor",
        ),
    ),
    Requirement(
        "V14",
        "not_enough_info is an honest, legitimate outcome.",
        (
            f"{VERDICT_STORIES}::test_not_enough_info_needs_no_citation",
            f"{PARENT_STORIES}::test_not_enough_info_on_a_waiting_parent_is_honest",
        ),
    ),
    Requirement(
        "V15",
        "Use it instead of guessing.",
        (f"{VERDICT_STORIES}::test_who_has_no_evidence_is_told_not_to_guess", INSTRUCTIONS),
    ),
    Requirement(
        "V16",
        "Never infer support from the absence of failure (“no errors, so it works”), and never"
        " infer absence from not having looked.",
        (f"{VERDICT_STORIES}::test_who_has_no_evidence_is_told_not_to_guess", INSTRUCTIONS),
    ),
    Requirement("V17", "History is append-only", not_applicable=HEADING),
    Requirement(
        "V18",
        "record_verdict appends to the claim’s verdict history; nothing is overwritten.",
        (
            f"{VERDICT_STORIES}::test_history_only_grows_and_the_latest_is_current",
            f"{VERDICT_STORIES}::test_a_failed_call_leaves_the_ledger_unchanged",
        ),
    ),
    Requirement(
        "V19",
        "The claim’s current verdict is its latest one, or unverified if it has none.",
        (
            f"{VERDICT_STORIES}::test_history_only_grows_and_the_latest_is_current",
            f"{VERDICT_STORIES}::test_unverified_is_derived_and_never_recorded",
        ),
    ),
    Requirement(
        "V20",
        "After a fix, the auditor gathers new evidence and records a new verdict, and the earlier"
        " one stays as the audit trail.",
        (
            f"{VERDICT_STORIES}::test_history_only_grows_and_the_latest_is_current",
            f"{VERDICT_STORIES}::test_evidence_is_superseded_by_a_new_item",
        ),
    ),
    Requirement("V21", "The Fix: convention", not_applicable=HEADING),
    Requirement(
        "V22",
        "A refuted or not_enough_info rationale should end with Fix: <one concrete next step>: what"
        " to change, or which test or evidence would decide the claim.",
        (
            f"{VERDICT_STORIES}::test_the_text_after_the_last_fix_is_the_next_step",
            f"{VERDICT_STORIES}::test_a_step_that_is_missing_or_vague_is_warned_of",
            f"{VERDICT_STORIES}::test_no_step_is_shown_for_a_supported_claim",
        ),
    ),
    Requirement(
        "V23",
        "next_steps and claims-mcp tldr show the text after the last Fix: as the claim’s next"
        " step.",
        (
            f"{VERDICT_STORIES}::test_the_text_after_the_last_fix_is_the_next_step",
            f"{VERDICT_STORIES}::test_fix_is_found_at_the_start_of_a_word",
            f"{PARENT_STORIES}::test_next_steps_come_in_their_order_and_lose_nobody",
            f"{VIEWS}::test_tldr_has_one_line_for_each_open_claim_and_the_counts",
        ),
    ),
    Requirement(
        "V24",
        "Make it specific and self-contained: “Fix: add a test that sends a 1024-bit RSA JWK and"
        " asserts it is rejected”, not “Fix: add tests” or “same as CLM-0012”.",
        (f"{VERDICT_STORIES}::test_a_step_that_is_missing_or_vague_is_warned_of",),
    ),
    Requirement("V25", "Parent claims", not_applicable=HEADING),
    Requirement(
        "V26",
        "A parent claim’s verdict follows from its children.",
        (
            f"{PARENT_STORIES}::test_a_verdict_against_the_children_is_warned_of",
            f"{PARENT_STORIES}::test_a_parent_reopens_when_a_child_is_judged_otherwise",
            f"{PARENT_STORIES}::test_a_parent_reopens_when_a_child_comes_or_goes",
        ),
    ),
    Requirement(
        "V27",
        "Judge the leaves first.",
        (f"{PARENT_STORIES}::test_next_steps_come_in_their_order_and_lose_nobody",),
    ),
    Requirement(
        "V28",
        "Once every active child is supported, record one analysis evidence item on the parent"
        " (locator children of CLM-0002, the parent’s own id) explaining how the children cover the"
        " parent, then record the parent’s verdict citing it.",
        (
            f"{PARENT_STORIES}::test_a_parent_is_supported_by_an_analysis_of_its_supported_children",
            f"{PARENT_STORIES}::test_only_active_children_count",
            f"{PARENT_STORIES}::test_a_verdict_on_a_parent_without_an_analysis_is_warned_of",
        ),
    ),
    Requirement(
        "V29",
        "If any child is refuted, record refutes evidence on the parent the same way, naming the"
        " refuted children, and mark the parent refuted.",
        (
            f"{PARENT_STORIES}::test_one_refuted_child_opens_the_refuted_path_at_once",
            f"{PARENT_STORIES}::test_an_analysis_that_names_no_refuted_child_is_warned_of",
        ),
    ),
    Requirement(
        "V30",
        "Until then, audit_report lists the parent under decomposition.",
        (
            f"{PARENT_STORIES}::test_a_parent_is_supported_by_an_analysis_of_its_supported_children",
            f"{PARENT_STORIES}::test_the_report_has_the_keys_that_programs_rely_on",
            f"{CHECK}::test_each_section_can_be_failed_on_alone",
        ),
    ),
)
