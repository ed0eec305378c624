"""The steps, in their order; a step that was released is never changed."""
