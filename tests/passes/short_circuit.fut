-- passes: short-circuit
-- Arrays that will be parts of others are built there: operands of a concatenation (the second one only if the other two do
-- not read where it is), a row that a loop adds, what branches yield, and what is updated in a loop before.
def main [n] [m] (xs: [n]i32) (ys: [m]i32) : []i32 =
  let a = map (+ 1) xs
  let b = map (* 2) ys
  in a ++ b ++ scan (+) 0 a

def rows [n] (start: *[n][n]i64) (k: i64) : [n][n]i64 =
  loop a = start for i < n - 1 do
    let row = scan (+) k (map (* 2) a[i])
    in a with [i + 1] = row

def chosen (c: bool) (n: i64) : []i64 =
  let x = if c then scan (*) 1 (iota n) else scan (+) 0 (iota n)
  in x ++ [1]

def changed (n: i64) : []i64 =
  let a = loop a = replicate n 0 for i < n do a with [i] = i * i + (if i > 0 then a[i - 1] else 0)
  in [7] ++ a

entry columns (n: i64) (m: i64) : [m][n]i64 = transpose (map (\i -> scan (+) i (iota m)) (iota n))

entry all : ([]i32, [][]i64, []i64, []i64, []i64) =
  (main [1, 2, 3] [4, 5], rows (replicate 3 [1, 2, 3]) 5, chosen true 3, chosen false 4, changed 5)
