-- Errors of syntax in an imported file are reported there.
-- ==
-- error: E010.*(\n|.)*lib/wrong_syntax.fut:5

import "lib/wrong_syntax"
def main : bool = true
