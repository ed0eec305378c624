"""Use cases: the only folder that joins rules, engine, chain, formats and stores."""
