"""Developer experience: CI runs, their logs, changes, tickets and the on-call rota.

The vertical declares no claim shapes. Its answers are verbatim snippets and shared fragments, which the
generic grammars verify; that it needs no others shows that the engine is general.
"""
