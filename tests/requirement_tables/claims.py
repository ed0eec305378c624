"""The audit side, sentence by sentence: F what the Verdicts page states, R readings of it."""

from typing import Final

from tests.requirement_tables.requirement import Requirement

INSTRUCTIONS: Final = (
    "tests/interfaces/mcp/test_definitions.py"
    "::test_the_instructions_carry_what_must_not_be_forgotten"
)
VERDICT_STORIES: Final = "tests/interfaces/audit/test_verdict_stories.py"
BAD_INPUT: Final = "tests/interfaces/claims/test_bad_input.py"
CHECK: Final = "tests/interfaces/claims/test_check.py"
EDITING: Final = "tests/interfaces/claims/test_editing.py"
REPORTS: Final = "tests/interfaces/claims/test_reports.py"
TRANSFER: Final = "tests/interfaces/claims/test_transfer.py"
VIEWS: Final = "tests/interfaces/claims/test_views.py"
PARENT_STORIES: Final = "tests/interfaces/audit/test_parent_stories.py"

CLAIMS: Final = (
    Requirement(
        "F1",
        "A verdict is the auditor's conclusion about one claim: `supported`, `refuted` or "
        "`not_enough_info`.",
        (f"{VERDICT_STORIES}::test_a_verdict_is_one_of_three",),
    ),
    Requirement(
        "F2",
        "`supported` cites at least one evidence item that supports.",
        (f"{VERDICT_STORIES}::test_supported_must_cite_what_supports",),
    ),
    Requirement(
        "F3",
        "`refuted` cites at least one that refutes.",
        (f"{VERDICT_STORIES}::test_refuted_must_cite_what_refutes",),
    ),
    Requirement(
        "F4",
        "`not_enough_info` needs no citation.",
        (f"{VERDICT_STORIES}::test_not_enough_info_needs_no_citation",),
    ),
    Requirement(
        "F5",
        "Cited evidence belongs to the same claim.",
        (
            f"{VERDICT_STORIES}::test_cited_evidence_belongs_to_the_same_claim",
            f"{BAD_INPUT}::test_evidence_of_another_claim_names_both_claims_and_what_would_do",
        ),
    ),
    Requirement(
        "F6",
        "Every verdict has a non-empty rationale.",
        (
            f"{VERDICT_STORIES}::test_every_verdict_has_a_rationale",
            f"{BAD_INPUT}::test_what_cannot_be_seen_says_nothing",
        ),
    ),
    Requirement(
        "F7",
        "And a non-empty auditor (person or model id).",
        (
            f"{VERDICT_STORIES}::test_every_verdict_has_an_auditor",
            f"{BAD_INPUT}::test_what_cannot_be_seen_says_nothing",
        ),
    ),
    Requirement(
        "F8",
        "`not_enough_info` is an honest outcome, preferred to a guess.",
        (f"{VERDICT_STORIES}::test_not_enough_info_needs_no_citation",),
    ),
    Requirement(
        "F9",
        "Support is never inferred from the absence of failure, nor absence from not having "
        "looked. (Shown to auditors, human and agent, where they record.)",
        (f"{VERDICT_STORIES}::test_who_has_no_evidence_is_told_not_to_guess", INSTRUCTIONS),
    ),
    Requirement(
        "F10",
        "`record_verdict` appends; nothing is overwritten.",
        (
            f"{VERDICT_STORIES}::test_history_only_grows_and_the_latest_is_current",
            f"{BAD_INPUT}::test_two_auditors_at_the_same_moment_both_are_heard",
            f"{VIEWS}::test_a_history_shows_every_verdict_the_first_one_first",
        ),
    ),
    Requirement(
        "F11",
        "The current verdict is the latest, or `unverified`.",
        (
            f"{VERDICT_STORIES}::test_history_only_grows_and_the_latest_is_current",
            f"{VIEWS}::test_a_history_shows_every_verdict_the_first_one_first",
        ),
    ),
    Requirement(
        "F12",
        "After a fix: new evidence, new verdict; the earlier one stays.",
        (f"{VERDICT_STORIES}::test_history_only_grows_and_the_latest_is_current",),
    ),
    Requirement(
        "F13",
        "A refuted or not_enough_info rationale should end with `Fix: ` and one concrete next "
        "step.",
        (f"{VERDICT_STORIES}::test_the_text_after_the_last_fix_is_the_next_step",),
    ),
    Requirement(
        "F14",
        "`next_steps` and `claims-mcp tldr` show the text after the **last** `Fix:`.",
        (
            f"{VERDICT_STORIES}::test_the_text_after_the_last_fix_is_the_next_step",
            f"{VIEWS}::test_tldr_has_one_line_for_each_open_claim_and_the_counts",
        ),
    ),
    Requirement(
        "F15",
        'It is specific and self-contained ("same as CLM-0012" is the named anti-pattern).',
        (f"{VERDICT_STORIES}::test_a_step_that_is_missing_or_vague_is_warned_of",),
    ),
    Requirement(
        "F16",
        "A parent's verdict follows from its children; leaves first.",
        (
            f"{PARENT_STORIES}::test_a_parent_is_supported_by_an_analysis_of_its_supported_children",
            f"{PARENT_STORIES}::test_next_steps_come_in_their_order_and_lose_nobody",
        ),
    ),
    Requirement(
        "F17",
        "Only *active* children count.",
        (f"{PARENT_STORIES}::test_only_active_children_count",),
    ),
    Requirement(
        "F18",
        "All active children supported → one `analysis` evidence item on the parent, locator "
        "`children of <the parent's own id>`, explaining how they cover it; then the verdict "
        "citing it.",
        (
            f"{PARENT_STORIES}::test_a_parent_is_supported_by_an_analysis_of_its_supported_children",
            f"{PARENT_STORIES}::test_a_verdict_on_a_parent_without_an_analysis_is_warned_of",
        ),
    ),
    Requirement(
        "F19",
        "Any child refuted → `refutes` evidence the same way, naming the refuted children; "
        "then `refuted`.",
        (
            f"{PARENT_STORIES}::test_one_refuted_child_opens_the_refuted_path_at_once",
            f"{PARENT_STORIES}::test_an_analysis_that_names_no_refuted_child_is_warned_of",
        ),
    ),
    Requirement(
        "F20",
        "Until then `audit_report` lists the parent under `decomposition`.",
        (
            f"{PARENT_STORIES}::test_a_parent_is_supported_by_an_analysis_of_its_supported_children",
            f"{PARENT_STORIES}::test_the_report_has_the_keys_that_programs_rely_on",
            f"{CHECK}::test_each_section_can_be_failed_on_alone",
        ),
    ),
    Requirement(
        "F21",
        "Tools `record_verdict`, `next_steps`, `audit_report`; command `claims-mcp tldr`.",
        (
            f"{PARENT_STORIES}::test_the_report_has_the_keys_that_programs_rely_on",
            f"{VERDICT_STORIES}::test_the_text_after_the_last_fix_is_the_next_step",
            f"{REPORTS}::test_the_json_report_has_the_sections_that_check_fails_on",
            f"{VIEWS}::test_tldr_has_one_line_for_each_open_claim_and_the_counts",
        ),
    ),
    Requirement(
        "F22",
        "Ids `CLM-0002`: four digits at least, never reused.",
        (
            f"{VERDICT_STORIES}::test_a_verdict_is_one_of_three",
            "tests/unit/domain/test_ids.py::test_every_number_is_printed_with_four_digits_at_least_and_read_back",
            "tests/unit/domain/test_ids.py::test_what_is_no_claim_or_evidence_id_is_refused",
            f"{BAD_INPUT}::test_two_auditors_at_the_same_moment_both_are_heard",
        ),
    ),
    Requirement(
        "R1",
        "`unverified` is derived, never recorded.",
        (f"{VERDICT_STORIES}::test_unverified_is_derived_and_never_recorded",),
    ),
    Requirement(
        "R2",
        "A missing, vague or cross-referring `Fix:` is accepted with a warning, and refused "
        "under `--strict`. It drives display only, never state. `Fix:` counts at a word start "
        "(also `**Fix:**`), not in `prefix:`; text to the end of the rationale, white space "
        "folded for display; empty text counts as missing; none is shown for a supported "
        "claim.",
        (
            f"{VERDICT_STORIES}::test_a_step_that_is_missing_or_vague_is_warned_of",
            f"{VERDICT_STORIES}::test_fix_is_found_at_the_start_of_a_word",
            f"{VERDICT_STORIES}::test_no_step_is_shown_for_a_supported_claim",
            f"{BAD_INPUT}::test_the_step_is_found_however_it_is_spelled",
        ),
    ),
    Requirement(
        "R3",
        "A parent waits while a child is unverified or undecided and none is refuted; one "
        "refuted child opens the refuted path at once. Recording against the children is "
        "accepted with a warning, refused under strict.",
        (
            f"{PARENT_STORIES}::test_a_parent_is_supported_by_an_analysis_of_its_supported_children",
            f"{PARENT_STORIES}::test_one_refuted_child_opens_the_refuted_path_at_once",
            f"{PARENT_STORIES}::test_a_verdict_against_the_children_is_warned_of",
            f"{PARENT_STORIES}::test_not_enough_info_on_a_waiting_parent_is_honest",
        ),
    ),
    Requirement(
        "R4",
        "A parent reopens by itself when a child's verdict changes, a child is added, retired "
        "or brought back: it is listed again as stale. Nested parents: deepest first. A "
        "parent with only retired children is a leaf.",
        (
            f"{PARENT_STORIES}::test_only_active_children_count",
            f"{PARENT_STORIES}::test_a_parent_reopens_when_a_child_is_judged_otherwise",
            f"{PARENT_STORIES}::test_a_parent_reopens_when_a_child_comes_or_goes",
            f"{PARENT_STORIES}::test_what_falls_reopens_everything_that_rests_on_it",
            f"{PARENT_STORIES}::test_next_steps_come_in_their_order_and_lose_nobody",
        ),
    ),
    Requirement(
        "R5",
        "Verdict on a retired claim: refused.",
        (
            f"{VERDICT_STORIES}::test_a_retired_claim_takes_no_verdict_and_no_evidence",
            f"{EDITING}::test_a_claim_is_retired_and_brought_back",
        ),
    ),
    Requirement(
        "R6",
        "Evidence is never edited: it is withdrawn or superseded, and verdicts that cite it "
        "become stale.",
        (
            f"{PARENT_STORIES}::test_what_falls_reopens_everything_that_rests_on_it",
            f"{VERDICT_STORIES}::test_evidence_is_withdrawn_and_what_cites_it_goes_stale",
            f"{VERDICT_STORIES}::test_evidence_is_superseded_by_a_new_item",
            f"{EDITING}::test_evidence_is_recorded_listed_superseded_and_withdrawn",
        ),
    ),
    Requirement(
        "R7",
        "A second round of analysis needs a new item.",
        (f"{PARENT_STORIES}::test_a_parent_reopens_when_a_child_is_judged_otherwise",),
    ),
    Requirement(
        "R8",
        "`supported` may also cite refuting items; the conflict is reported.",
        (f"{VERDICT_STORIES}::test_supported_may_cite_what_refutes_and_the_conflict_is_reported",),
    ),
    Requirement(
        "R9",
        "A failed call leaves the ledger unchanged.",
        (
            f"{VERDICT_STORIES}::test_a_failed_call_leaves_the_ledger_unchanged",
            f"{BAD_INPUT}::test_what_cannot_be_done_leaves_no_trace",
            f"{EDITING}::test_one_bad_line_and_none_is_recorded",
            f"{TRANSFER}::test_a_broken_export_leaves_no_trace",
        ),
    ),
    Requirement(
        "R10",
        "Order is append order, never the clock.",
        (
            "tests/unit/service/test_ledger.py::test_time_never_runs_backwards_within_a_scope",
            f"{BAD_INPUT}::test_two_auditors_at_the_same_moment_both_are_heard",
        ),
    ),
    Requirement(
        "R11",
        "A changed statement after a verdict makes that verdict stale.",
        (
            f"{VERDICT_STORIES}::test_a_changed_statement_makes_its_verdict_stale",
            f"{EDITING}::test_what_a_claim_says_of_itself_is_changed",
        ),
    ),
    Requirement(
        "R12",
        "A claim has statement, status (active / retired with reason / superseded by), "
        "parents (several allowed, no cycles), source (document, locator), tags, author. "
        "Evidence has stance (`supports`, `refutes`, `context`), kind (`code`, `test`, "
        "`command`, `document`, `measurement`, `web`, `reference`, `analysis`, `testimony`), "
        "locator, summary, optional verbatim quote, content digest, commit, collector.",
        (
            f"{VERDICT_STORIES}::test_a_claim_has_parents_source_tags_and_author",
            f"{VERDICT_STORIES}::test_cycles_are_refused_with_their_path",
            f"{BAD_INPUT}::test_a_cycle_names_its_way",
            f"{EDITING}::test_a_claim_is_retired_and_brought_back",
            f"{EDITING}::test_evidence_is_recorded_listed_superseded_and_withdrawn",
        ),
    ),
)
