-- One of three files that import each other.
-- ==
-- error: E0207

import "second"
def a = 1i32
