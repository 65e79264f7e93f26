-- One of three files that import each other.
-- ==
-- error: E0207

def c = (1i32, 2i32)
import "first"
