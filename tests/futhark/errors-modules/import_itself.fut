-- A file that imports itself.
-- ==
-- error: E0207

import "import_itself"
def main : bool = true
