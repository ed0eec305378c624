"""Other people's formats, read into the project's own values and written back. One format a file.

Pure text and bytes in, values or problems out; nothing here opens a store.
"""
