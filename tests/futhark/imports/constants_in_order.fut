-- Constants of imported files are computed before those of the file that imports them.
-- ==
-- input { 3 } error: unavailable.fut:3:

import "lib/unavailable"

def own : i32 = ([1, 2] : []i32)[5]

def main (n: i32) : i32 = if n == 0 then own else table
