"""The words and signs around numbers, as tables: one module per language or per subject.

Nothing here reads a text. A reader module looks a folded word up and acts on what it finds, so
that teaching the reader a word is adding a word to a table.
"""
