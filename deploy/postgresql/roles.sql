-- Roles for a ledger in PostgreSQL, each with no more rights than it needs.
--
--   createdb ledger
--   psql ledger -f deploy/postgresql/roles.sql
--   both-sides migrate --ledger postgresql+psycopg://both_sides_owner@HOST/ledger
--
-- Give the roles passwords, or a line in pg_hba.conf, as your site does. Run this once, before the
-- first migration; the owner grants what later migrations make.
--
--   both_sides_owner       makes and migrates the tables; nothing that serves requests uses it
--   both_sides_writer      records: appends events, moves heads, keeps views and receipts
--   both_sides_sequencer   gives positions, keeps the tree and what was signed, closes the ledger
--   both_sides_reader      reads and verifies
--
-- Nobody but the owner can touch a trigger, and no role can update, delete or truncate an event
-- without dropping one.

\set ON_ERROR_STOP on

BEGIN;

CREATE ROLE both_sides_owner LOGIN;
CREATE ROLE both_sides_reader LOGIN;
CREATE ROLE both_sides_writer LOGIN IN ROLE both_sides_reader;
CREATE ROLE both_sides_sequencer LOGIN IN ROLE both_sides_reader;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO both_sides_owner;
GRANT USAGE ON SCHEMA public TO both_sides_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE both_sides_owner IN SCHEMA public
    GRANT SELECT ON TABLES TO both_sides_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE both_sides_owner IN SCHEMA public
    REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- The rights on single tables are granted when these are made, by this event trigger, so that a
-- migration needs no second script.
CREATE FUNCTION both_sides_grant() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    made text;
BEGIN
    FOR made IN
        SELECT object_identity FROM pg_event_trigger_ddl_commands() WHERE command_tag = 'CREATE TABLE'
    LOOP
        CASE made
            WHEN 'public.events', 'public.receipts' THEN
                EXECUTE format('GRANT INSERT ON %s TO both_sides_writer', made);
            WHEN 'public.scopes' THEN
                EXECUTE format('GRANT INSERT, UPDATE ON %s TO both_sides_writer', made);
            WHEN 'public.views' THEN
                EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %s TO both_sides_writer', made);
                GRANT USAGE ON SEQUENCE public.views_id_seq TO both_sides_writer;
            WHEN 'public.positions', 'public.checkpoints', 'public.cosignatures' THEN
                EXECUTE format('GRANT INSERT ON %s TO both_sides_sequencer', made);
            WHEN 'public.sequenced', 'public.tiles' THEN
                EXECUTE format('GRANT INSERT, UPDATE ON %s TO both_sides_sequencer', made);
            WHEN 'public.closures' THEN
                EXECUTE format('GRANT INSERT ON %s TO both_sides_sequencer', made);
                GRANT USAGE ON SEQUENCE public.closures_id_seq TO both_sides_sequencer;
            ELSE
                NULL;
        END CASE;
    END LOOP;
END $$;

CREATE EVENT TRIGGER both_sides_grants ON ddl_command_end
    WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION both_sides_grant();

COMMIT;
