# ruff: noqa: RUF001 - the page's own characters
"""The Method page, sentence by sentence."""

from typing import Final

from tests.requirement_tables.requirement import Requirement

HEADING: Final = "a heading"
ADJUDICATE: Final = "tests/unit/scoring/test_adjudicate.py"
KERNEL: Final = "tests/unit/scoring/test_kernel.py"
METHOD_UNIT: Final = "tests/unit/scoring/test_method.py"
PAGE: Final = "tests/interfaces/test_method_page.py"
CANONICAL: Final = "tests/unit/chain/test_canonical.py"
REPLAY: Final = "tests/unit/chain/test_replay.py"
CHAINS: Final = "tests/unit/exchange/test_chain_lines.py"
RULINGS: Final = "tests/unit/domain/test_rulings.py"
SCOPES: Final = "tests/unit/service/test_replaying.py"

ONE_DISPUTE: Final = (
    "tests/interfaces/test_one_dispute.py::test_one_dispute_reads_the_same_on_every_face"
)
EVERY_PAGE: Final = "tests/interfaces/web/test_pages.py::test_every_page_is_whole"
PRINTED: Final = f"{PAGE}::test_the_page_is_printed_word_for_word"
VECTORS: Final = f"{ADJUDICATE}::test_every_shared_vector_agrees_number_for_number"
ORACLE: Final = f"{ADJUDICATE}::test_engine_equals_oracle"

METHOD: Final = (
    Requirement("M1", "Method", not_applicable=HEADING),
    Requirement(
        "M2",
        "How a claim wins, how a ruling is sealed, and what the engine deliberately refuses to do.",
        (PRINTED,),
    ),
    Requirement("M3", "The five factors", not_applicable=HEADING),
    Requirement(
        "M4",
        "Each factor is normalised to 0–1, multiplied by its weight, and scaled to 100 points.",
        (
            f"{METHOD_UNIT}::test_every_value_is_from_0_to_1_and_worth_its_weight",
            f"{KERNEL}::test_a_contribution_is_that_of_the_naive_method",
            VECTORS,
        ),
    ),
    Requirement(
        "M5",
        "The weights sum to exactly 1.",
        (f"{METHOD_UNIT}::test_the_weights_are_those_of_the_page_and_sum_to_exactly_1",),
    ),
    Requirement(
        "M6", "| Factor | Weight | What it measures |\n|---|---|---|", not_applicable=HEADING
    ),
    Requirement(
        "M7",
        "| editorialRank | 0.28 | Upstream editor preference: preferred, normal or deprecated. |",
        (f"{METHOD_UNIT}::test_editorial_rank_values_what_the_editors_prefer", PRINTED, VECTORS),
    ),
    Requirement(
        "M8",
        "| evidenceDepth | 0.22 | How many independent references are attached to the claim. |",
        (
            f"{METHOD_UNIT}::test_evidence_depth_counts_references_up_to_three",
            "tests/unit/exchange/wikidata/test_references.py"
            "::test_what_is_written_twice_counts_once",
            PRINTED,
            VECTORS,
        ),
    ),
    Requirement(
        "M9",
        "| corroboration | 0.20 | Whether the second source quotes a matching figure. |",
        (
            f"{METHOD_UNIT}::test_corroboration_compares_with_figures_of_comparable_size",
            "tests/unit/scoring/figures/test_sets.py::test_every_shared_sentence_is_read_exactly",
            PRINTED,
            VECTORS,
        ),
    ),
    Requirement(
        "M10",
        "| recency | 0.16 | How recently the reference was retrieved, decaying over 12 years. |",
        (
            f"{METHOD_UNIT}::test_recency_decays_over_12_years",
            f"{KERNEL}::test_recency_is_that_of_the_naive_method",
            f"{ADJUDICATE}::test_guessed_dates_count_as_absent",
            PRINTED,
            VECTORS,
        ),
    ),
    Requirement(
        "M11",
        "| specificity | 0.14 | Whether the statement is a precise measurement or a vague band. |",
        (
            f"{METHOD_UNIT}::test_specificity_values_precision",
            PRINTED,
            VECTORS,
        ),
    ),
    Requirement("M12", "Verdict bands", not_applicable=HEADING),
    Requirement(
        "M13",
        "The margin is the gap between the leader and the runner-up.",
        (
            f"{KERNEL}::test_the_order_is_that_of_the_rule",
            f"{ADJUDICATE}"
            "::test_a_barred_claim_that_outscores_the_leader_makes_the_margin_negative",
            VECTORS,
        ),
    ),
    Requirement(
        "M14",
        "settled — margin ≥ 18.00",
        (f"{ADJUDICATE}::test_a_margin_of_exactly_eighteen_is_settled", VECTORS),
    ),
    Requirement("M15", "One claim leads by a decisive margin.", (PRINTED,)),
    Requirement(
        "M16",
        "Required action: Safe to rely on the leading claim and cite its references.",
        (PRINTED, f"{METHOD_UNIT}::test_the_recommendation_names_the_required_action"),
    ),
    Requirement(
        "M17",
        "contested — margin ≥ 8.00",
        (f"{ADJUDICATE}::test_a_margin_of_exactly_eighteen_is_settled", VECTORS),
    ),
    Requirement("M18", "A claim leads, but a rival is close enough to matter.", (PRINTED,)),
    Requirement(
        "M19",
        "Required action: Record a ruling with a rationale, and note the losing claim.",
        (
            PRINTED,
            f"{METHOD_UNIT}::test_the_recommendation_names_the_required_action",
            f"{RULINGS}::test_a_ruling_without_a_reason_is_refused",
            f"{RULINGS}::test_a_ruling_keeps_what_was_known_when_it_was_made",
        ),
    ),
    Requirement(
        "M20",
        "unresolved — margin ≥ 0.00",
        (f"{ADJUDICATE}::test_a_margin_of_exactly_eighteen_is_settled", VECTORS),
    ),
    Requirement("M21", "No claim separates from the others.", (PRINTED,)),
    Requirement(
        "M22",
        "Required action: Do not rely on any single value.",
        (PRINTED, f"{METHOD_UNIT}::test_the_recommendation_names_the_required_action"),
    ),
    Requirement(
        "M23",
        "Report both and escalate.",
        (PRINTED, f"{METHOD_UNIT}::test_the_recommendation_names_the_required_action"),
    ),
    Requirement("M24", "Two rules the engine will not bend", not_applicable=HEADING),
    Requirement(
        "M25",
        "- A deprecated claim cannot govern.",
        (
            f"{ADJUDICATE}::test_a_deprecated_claim_is_barred_while_another_is_active",
            f"{RULINGS}::test_a_barred_claim_governs_only_where_that_is_acknowledged",
            PRINTED,
        ),
    ),
    Requirement(
        "M26",
        "Upstream editors marking a claim deprecated is an explicit rejection, so it is barred"
        " while any active claim exists, however many references it carries.",
        (
            f"{ADJUDICATE}::test_a_deprecated_claim_is_barred_while_another_is_active",
            f"{ADJUDICATE}::test_all_deprecated_claims_are_eligible",
            f"{KERNEL}::test_the_order_is_that_of_the_rule",
            PRINTED,
            VECTORS,
        ),
    ),
    Requirement(
        "M27",
        "- Ties break on claim id.",
        (
            f"{ADJUDICATE}::test_ties_break_on_references_then_on_id_by_code_point",
            PRINTED,
        ),
    ),
    Requirement(
        "M28",
        "Identical scores are ordered by reference count and then lexicographically by claim id, so"
        " two runs on the same input always produce the same ranking.",
        (
            f"{ADJUDICATE}::test_ties_break_on_references_then_on_id_by_code_point",
            f"{ADJUDICATE}::test_order_of_the_input_does_not_matter",
            f"{KERNEL}::test_the_order_is_that_of_the_rule",
            PRINTED,
            VECTORS,
        ),
    ),
    Requirement("M29", "How the chain is sealed", not_applicable=HEADING),
    Requirement(
        "M30",
        'seal_0 = SHA-384("both-sides/genesis/v1:" + scopeId)',
        (
            f"{REPLAY}::test_the_seal_is_that_of_the_page",
            f"{CHAINS}::test_canonical_texts_and_seals_of_every_chain_agree",
            PRINTED,
        ),
    ),
    Requirement(
        "M31",
        "seal_n = SHA-384( UTF-8(seal_{n-1}) || canonicalJson(event_n) )",
        (
            f"{REPLAY}::test_the_seal_is_that_of_the_page",
            f"{CHAINS}::test_canonical_texts_and_seals_of_every_chain_agree",
            PRINTED,
        ),
    ),
    Requirement(
        "M32",
        "canonicalJson sorts object keys recursively and drops\nundefined members, so equal"
        " payloads hash equally.",
        (
            f"{CANONICAL}::test_the_vectors_of_the_rfc_agree",
            f"{CANONICAL}::test_the_fast_path_gives_the_reference_bytes_or_a_refusal",
            f"{CANONICAL}::test_a_trap_is_pinned",
            PRINTED,
        ),
    ),
    Requirement(
        "M33",
        "Every create, update and retire appends one event.",
        (f"{PAGE}::test_every_create_update_and_retire_appends_one_event", PRINTED),
    ),
    Requirement(
        "M34",
        "Replaying the chain recomputes each seal and reports the first link that does not match.",
        (
            f"{REPLAY}::test_any_flipped_bit_is_named_at_its_link",
            f"{REPLAY}::test_removing_swapping_and_repeating_links_is_named",
            f"{CHAINS}::test_every_tampered_variant_gives_the_expected_answer",
            f"{SCOPES}::test_a_sound_scope_replays_and_says_what_it_did_not_check",
            PRINTED,
        ),
    ),
    Requirement(
        "M35",
        "Deleting a ruling keeps a tombstone, so the replay still works after a removal.",
        (
            f"{RULINGS}::test_a_retired_ruling_leaves_a_tombstone_and_its_history",
            f"{PAGE}::test_a_removed_ruling_keeps_a_tombstone_and_the_replay_works",
            PRINTED,
        ),
    ),
    Requirement("M36", "What this is not.", (PRINTED,)),
    Requirement(
        "M37",
        "Both Sides ranks claims and records a human decision.",
        (
            PRINTED,
            f"{PAGE}::test_what_this_is_not_stands_wherever_a_ruling_is_shown",
            EVERY_PAGE,
            ONE_DISPUTE,
        ),
    ),
    Requirement(
        "M38",
        "It does not verify that the chosen value is true, and a high score is not a correctness"
        " guarantee.",
        (
            PRINTED,
            f"{PAGE}::test_what_this_is_not_stands_wherever_a_ruling_is_shown",
            EVERY_PAGE,
            ONE_DISPUTE,
        ),
    ),
    Requirement(
        "M39",
        "Check the primary sources before relying on a ruling.",
        (
            PRINTED,
            f"{PAGE}::test_what_this_is_not_stands_wherever_a_ruling_is_shown",
            EVERY_PAGE,
            ONE_DISPUTE,
        ),
    ),
    Requirement(
        "M40",
        "The engine is deterministic and versioned as Both Sides engine 1.0.0, and the same"
        " function backs the UI, the REST endpoint and the agent tool.",
        (
            VECTORS,
            ORACLE,
            f"{ADJUDICATE}::test_order_of_the_input_does_not_matter",
            f"{PAGE}::test_the_same_function_answers_through_every_face",
            ONE_DISPUTE,
            "tests/unit/service/test_sealed_rulings.py"
            "::test_the_engine_gives_the_whole_sealed_answer_again",
        ),
    ),
)
