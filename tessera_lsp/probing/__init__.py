"""What to ask beyond samples and measured claims: pure plans out of index, verdicts and findings.

Whoever has a verifier asks it the items of ``plan`` and puts the answers into ``Verdicts.probed``; the rules
read them there.
"""

from tessera_lsp.probing.plan import files_to_cover, plan

__all__ = ["files_to_cover", "plan"]
