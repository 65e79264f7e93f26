-- A type abbreviation may have a call in its size.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2i64, 4i64, 6i64, 8i64, 10i64] }

def area (n: i64) : i64 = n * (n + 1) / 2

type triangle [n] 'a = [area n]a

def numbers (n: i64) : triangle [n] i64 = iota (area n)

def add [n] (a: triangle [n] i64) (b: triangle [n] i64) (_: [n]bool) : triangle [n] i64 = map2 (+) a b

entry main (n: i64) : []i64 = add (numbers n) (numbers n) (replicate n true)
