"""The web desk: pages rendered on the server, which work without JavaScript and better with it.

Each page is a view (`views/`, plain functions over the services), a template, and a thin route
(`routes/`). *This package does not* decide, rank or record anything: it shows what the services
answer, in the words and with the numbers of `both_sides.interfaces.wire`.
"""
