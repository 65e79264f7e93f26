-- One of three files that import each other.
-- ==
-- error: E0207

module t = import "../lib/third"
def b = 2i32
