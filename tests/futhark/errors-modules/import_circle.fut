-- Files that import each other, not through this one.
-- ==
-- error: circle_b.fut imports .*circle_a.fut

import "lib/circle_a"
def main : bool = true
