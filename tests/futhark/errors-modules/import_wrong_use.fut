-- Uses after consumption are found in imported files.
-- ==
-- error: E0401.*(\n|.)*lib/wrong_use.fut

import "lib/wrong_use"
def main [n] (xs: *[n]i32) : ([n]i32, [n]i32) = twice xs
