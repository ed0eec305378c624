"""The tests that spec/ledger.md, 8 asks for, one by one."""

from typing import Final

from tests.requirement_tables.requirement import Requirement

TRUST: Final = "tests/trust"
CHAIN: Final = "tests/unit/chain"
DAMAGE: Final = f"{TRUST}/test_01_to_06_damage.py"
WITNESSES: Final = f"{TRUST}/test_07_to_10_rollback_and_witnesses.py"
PROCESSES: Final = f"{TRUST}/test_11_and_12_processes.py"
REQUESTS: Final = f"{TRUST}/test_16_to_19_requests_and_views.py"
KEYS: Final = f"{TRUST}/test_23_and_24_clocks_and_keys.py"

LEDGER: Final = (
    Requirement(
        "L1",
        "flip each bit of one event row in turn: each reported at that row",
        (f"{DAMAGE}::test_each_flipped_bit_of_an_event_is_reported_at_that_event",),
    ),
    Requirement(
        "L2",
        "delete, duplicate, swap rows: first bad position named",
        (
            f"{DAMAGE}::test_a_deleted_row_is_named_by_its_place",
            f"{DAMAGE}::test_a_duplicated_row_is_named_by_its_place",
            f"{DAMAGE}::test_swapped_rows_are_named_by_the_first_of_them",
        ),
    ),
    Requirement(
        "L3",
        "delete the last k rows: below the anchor exit 2; above it reported as an "
        "unanchored window, not as ok",
        (
            f"{DAMAGE}::test_what_is_cut_off_below_the_anchor_is_a_rollback",
            f"{DAMAGE}::test_what_is_cut_off_above_the_anchor_leaves_a_window_that_is_not_called_ok",
        ),
    ),
    Requirement(
        "L4",
        "rewrite everything and re-seal, also re-sign with another key",
        (
            f"{DAMAGE}::test_a_rewritten_history_signed_with_another_key_is_found",
            f"{DAMAGE}::test_a_rewritten_history_of_equal_length_is_a_fork",
        ),
    ),
    Requirement(
        "L5",
        "suffix rewrite of equal length",
        (
            f"{DAMAGE}::test_a_rewritten_history_of_equal_length_is_a_fork",
            f"{DAMAGE}::test_a_rewritten_suffix_above_the_anchor_is_only_seen_as_unanchored",
        ),
    ),
    Requirement(
        "L6",
        "delete a whole scope",
        (
            f"{DAMAGE}::test_a_deleted_scope_is_found",
            f"{DAMAGE}::test_a_deleted_scope_whose_places_were_closed_up_is_found",
        ),
    ),
    Requirement(
        "L7",
        "restore yesterday's backup and start: refuses to sign or append; no second "
        "checkpoint at one size ever exists",
        (
            f"{WITNESSES}::test_yesterdays_backup_is_neither_signed_nor_appended_to",
            f"{WITNESSES}::test_a_backup_that_grew_past_the_anchor_unseen_is_a_fork",
        ),
    ),
    Requirement(
        "L8",
        "two copies sign different heads: the witness refuses the second",
        (f"{WITNESSES}::test_a_witness_refuses_the_second_of_two_copies_that_sign",),
    ),
    Requirement(
        "L9",
        "witness down, slow, lying, replaying",
        (
            f"{WITNESSES}::test_a_witness_that_is_down_stops_no_append",
            f"{WITNESSES}::test_a_slow_witness_costs_a_bounded_time",
            f"{WITNESSES}::test_a_lying_witness_is_not_believed",
            f"{WITNESSES}::test_a_witness_that_replays_an_old_cosignature_is_not_believed",
        ),
    ),
    Requirement(
        "L10",
        "two requests race at a witness",
        (
            f"{WITNESSES}::test_of_racing_requests_exactly_one_is_cosigned",
            f"{WITNESSES}::test_a_slower_request_never_rolls_a_witness_back",
        ),
    ),
    Requirement(
        "L11",
        "eight processes × 1,000 appends to one scope and to 16, SQLite and PostgreSQL: 0 "  # noqa: RUF001 - word for word
        "forks, 0 gaps, every acknowledged id exactly once",
        (f"{PROCESSES}::test_eight_processes_append_without_forks_or_gaps",),
    ),
    Requirement(
        "L12",
        "kill −9 at random, with retries under the same key: no acknowledged event lost, no "  # noqa: RUF001 - word for word
        "duplicate",
        (f"{PROCESSES}::test_a_killed_process_loses_no_acknowledged_event_and_doubles_none",),
    ),
    Requirement(
        "L13",
        "a failing or killing fault at every file system call of one append and one "
        "checkpoint, then verify",
        (
            f"{TRUST}/test_13_faults_at_every_call.py::test_a_fault_at_any_call_of_an_append_and_a_checkpoint_leaves_a_sound_ledger",
            f"{TRUST}/test_13_faults_at_every_call.py::test_a_line_lost_at_any_request_of_an_append_and_a_checkpoint_leaves_a_sound_ledger",
        ),
    ),
    Requirement(
        "L14",
        "simulated power loss",
        (f"{TRUST}/test_14_power_loss.py::test_a_power_loss_at_any_moment_leaves_a_sound_ledger",),
    ),
    Requirement(
        "L15",
        "disk full during commit, checkpoint, anchor rename",
        (f"{TRUST}/test_15_full_disk.py::test_a_full_disk_loses_nothing_that_was_acknowledged",),
    ),
    Requirement(
        "L16",
        "old SQLite with WAL: refused or downgraded with a message",
        (f"{REQUESTS}::test_an_old_library_writes_no_write_ahead_log",),
    ),
    Requirement(
        "L17",
        "same idempotency key, same body × 100 in parallel → one event, 100 equal receipts; "  # noqa: RUF001 - word for word
        "other body → conflict",
        (f"{REQUESTS}::test_a_hundred_equal_requests_make_one_event",),
    ),
    Requirement(
        "L18",
        "stale expected head under contention: exactly one winner",
        (f"{REQUESTS}::test_of_many_requests_after_one_head_exactly_one_wins",),
    ),
    Requirement(
        "L19",
        "edit a view row: verify names table and key; rebuild equals",
        (
            f"{REQUESTS}::test_an_edited_view_row_is_named_by_table_and_key",
            f"{REQUESTS}::test_views_that_are_rebuilt_equal_those_that_were_written",
        ),
    ),
    Requirement(
        "L20",
        "canonical form: the RFC 8785 vectors, 10,000 ES6 numbers, 200,000 random "
        "documents: identical bytes or a typed refusal, never a third outcome",
        (
            f"{CHAIN}/test_canonical.py::test_the_vectors_of_the_rfc_agree",
            f"{CHAIN}/test_canonical.py::test_every_number_of_the_es6_file_agrees",
            f"{TRUST}/test_20_canonical_documents.py::test_random_documents_have_one_form_or_are_refused",
            f"{TRUST}/test_20_canonical_documents.py::test_ten_thousand_numbers_are_written_as_ecmascript_does",
        ),
    ),
    Requirement(
        "L21",
        "the transparency-log vectors; mangle every byte of a note, key, proof: none "
        "accepted, no crash but the typed error",
        (
            f"{CHAIN}/test_merkle.py::test_every_public_vector_is_accepted_or_refused_as_it_says",
            f"{CHAIN}/test_merkle.py::test_the_hasher_gives_the_published_values",
            f"{CHAIN}/test_signed_note.py::test_every_public_note_is_accepted_and_written_as_it_was",
            f"{CHAIN}/test_signed_note.py::test_every_public_bad_key_is_refused",
            f"{CHAIN}/test_signed_note.py::test_no_changed_byte_of_a_note_is_accepted",
            f"{CHAIN}/test_signed_note.py::test_no_changed_byte_of_a_key_is_accepted",
            f"{CHAIN}/test_checkpoint.py::test_every_public_checkpoint_is_read",
            f"{CHAIN}/test_checkpoint.py::test_no_changed_byte_of_a_proof_is_accepted",
            f"{CHAIN}/test_checkpoint.py::test_the_entry_of_a_public_log_is_in_its_checkpoint",
            f"{CHAIN}/test_tiles.py::test_a_public_log_is_read_whole",
            f"{CHAIN}/test_witness_protocol.py::test_the_public_requests_get_the_published_answers",
            f"{TRUST}/test_21_readers_of_others.py::test_the_independent_reader_reads_our_log",
        ),
    ),
    Requirement(
        "L22",
        "proofs for all (index, size) ≤ 257 and consistency for all pairs, against naive recursion",
        (
            f"{CHAIN}/test_merkle.py::test_every_inclusion_proof_up_to_257_is_that_of_naive_recursion",
            f"{CHAIN}/test_merkle.py::test_every_consistency_proof_up_to_257_is_that_of_naive_recursion",
        ),
    ),
    Requirement(
        "L23",
        "clock set back and forward: order never depends on it",
        (f"{KEYS}::test_order_never_depends_on_the_clock",),
    ),
    Requirement(
        "L24",
        "key rotation, lost key, revoked key",
        (
            f"{KEYS}::test_both_keys_sign_during_a_rotation",
            f"{TRUST}/test_checkpointing.py::test_a_lost_anchor_stops_signing",
            f"{KEYS}::test_a_revoked_key_is_not_believed_any_more",
            f"{KEYS}::test_a_new_key_that_no_trusted_key_led_to_is_not_believed",
        ),
    ),
    Requirement(
        "L25",
        "scale: 10 M events, verify with one and two processes, kill and resume, append "
        "during verify.",
        (f"{TRUST}/test_25_scale.py::test_a_large_ledger_is_verified_in_parts",),
    ),
)
