-- A recursive call with an array of another size is not portable where no name says that the size may be another one.
-- ==
-- warning: another size.*recursive_sizes\.fut:6:7[34]
-- input { [1, 2, 3] } output { 6 6 3 }

def sum (xs: []i32) : i32 = if length xs == 0 then 0 else head xs + sum (tail xs)
def named [n] (xs: [n]i32) : i32 = if n == 0 then 0 else head xs + named (tail xs)
def same (xs: []i32) (i: i64) : i64 = if i == length xs then i else same xs (i + 1)
def main (xs: []i32) : (i32, i32, i32) = (sum xs, named xs, i32.i64 (same xs 0))
