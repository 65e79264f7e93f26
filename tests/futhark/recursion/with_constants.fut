-- Recursive functions that use constants and other functions, and constants that call them.
-- ==
-- entry: main
-- input { 0 } output { 3 [1, 1, 2, 3, 5] 3628800 }
-- input { 4 } output { 43 [1, 1, 2, 3, 5] 3628800 }

-- ==
-- entry: shared
-- input { 0i64 } output { [1, 2, 3] }
-- input { 2i64 } output { [3, 4, 5] }

def step : i32 = 10
def table : [3]i32 = [1, 2, 3]

def climb (n: i32) : i32 = if n == 0 then last table else step + climb (n - 1)

def fibonacci (n: i64) : i32 = if n <= 2 then 1 else fibonacci (n - 1) + fibonacci (n - 2)
def first_five : [5]i32 = map (\i -> fibonacci (i + 1)) (iota 5)

def factorial (n: i32) : i32 = if n == 0 then 1 else n * factorial (n - 1)
def ten_factorial : i32 = factorial 10

-- The result may be the argument itself.
def raised [n] (k: i64) (xs: [n]i32) : [n]i32 = if k == 0 then xs else raised (k - 1) (map (+ 1) xs)

entry main (n: i32) : (i32, [5]i32, i32) = (climb n, copy first_five, ten_factorial)
entry shared (k: i64) : [3]i32 = raised k (copy table)
