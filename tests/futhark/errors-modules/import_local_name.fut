-- A name that the file marks as its own.
-- ==
-- error: E0201.*`hidden`

import "lib/two_names"
def main : i32 = hidden
