-- Recursion whose types are inferred: of parameters, of parts of them, and of the result.
-- ==
-- entry: scalars
-- input { 5i64 } output { 120i64 8i32 5i64 10i32 false }

-- ==
-- entry: arrays
-- input { 4i64 } output { 6i64 4i64 [4i64, 5, 6] 2i64 [0i64, 1, 2] }

-- ==
-- entry: polymorphic
-- input { 3i64 } output { [0i64, 1, 2] true 4i32 }

def fact n = if n == 0i64 then 1 else n * fact (n - 1)
def power (b: i32) n = if n == 0 then 1 else b * power b (n - 1)
def collatz (n: i64) (c: i64) =
  if n == 1 then c else if n % 2 == 0 then collatz (n / 2) (c + 1) else collatz (3 * n + 1) (c + 1)
def sum_to ((n: i32), so_far) = if n == 0 then so_far else sum_to (n - 1, so_far + n)
def even (n: i64) = if n == 0 then true else if n == 1 then false else even (n - 2)

def sum [n] (xs: [n]i64) = if n == 0 then 0 else xs[0] + sum (tail xs)
def count [n] 't (xs: [n]t) = if n == 0 then 0i64 else 1 + count (tail xs)
def three (n: i64) (v: [3]i64) = if n == 0 then v else three (n - 1) (map (+ 1) v)
def filled i (xs: *[]i64) = if i == 0i64 then xs[0] else let xs[i] = i in 1 + filled (i - 1) xs
def set [n] (i: i64) (xs: *[n]i64) : *[n]i64 = if i == 0 then xs else set (i - 1) (xs with [i] = i)

def last_of n x = if n == 0i32 then x else last_of (n - 1) x
def up n (p: {a: i32, b: bool}) = if n == 0i64 then p else up (n - 1) (p with a = p.a + 1)

entry scalars (n: i64) = (fact n, power 2 3, collatz n 0, sum_to (4, 0), even n)
entry arrays (n: i64) = (sum (iota n), count (replicate n true), three 3 [1, 2, 3], sum (iota 2) + 1, set 2 (iota 3))
entry polymorphic (n: i64) = (last_of 3 (iota n), last_of 2 true, (up n {a = 1, b = true}).a)
