-- Reductions of rows and of columns: few and many of them, short and long ones. Each is what a loop gives, in order.
-- ==
-- entry: of_rows of_columns
-- input { 0i64 5i64 } output { true }
-- input { 1i64 0i64 } output { true }
-- input { 3i64 1i64 } output { true }
-- input { 1i64 3i64 } output { true }
-- input { 7i64 3i64 } output { true }
-- input { 2i64 7i64 } output { true }
-- input { 3i64 8i64 } output { true }
-- input { 50i64 9i64 } output { true }
-- input { 1i64 31i64 } output { true }
-- input { 5i64 32i64 } output { true }
-- input { 2i64 33i64 } output { true }
-- input { 1i64 100i64 } output { true }
-- input { 13i64 100i64 } output { true }
-- input { 2i64 1000i64 } output { true }

def number (seed: i64) : i32 = i32.i64 ((seed * 7919 + 13) %% 1009) - 500

-- Functions `\x -> a * x + b`, one after another.
def after (a: i32, b: i32) (c: i32, d: i32) : (i32, i32) = (a * c, b * c + d)

-- The first number that is not negative.
def first (a: i32) (b: i32) : i32 = if a >= 0 then a else b

def in_order [m] 'a (op: a -> a -> a) (ne: a) (xs: [m]a) : a = loop acc = ne for x in xs do op acc x

def both [m] (reduced: (i32 -> i32 -> i32) -> i32 -> [m]i32 -> i32)
             (composed: ((i32, i32) -> (i32, i32) -> (i32, i32)) -> (i32, i32) -> [m](i32, i32) -> (i32, i32))
             (by: i32) (row: [m]i32) : (i32, i32, i32, (i32, i32)) =
  ( reduced (+) 0 row
  , reduced first (-1) row
  -- An operator that knows the row, with an element that is not neutral.
  , reduced (\x y -> x + y + by) 5 row
  , composed after (1, 0) (map (\x -> (x, by)) row))

#[noinline]
def all_rows [n] [m] (bys: [n]i32) (a: [n][m]i32) : [n](i32, i32, i32, (i32, i32)) =
  map2 (both (\op ne row -> reduce op ne row) (\op ne row -> reduce op ne row)) bys a

#[noinline]
def each_row [n] [m] (bys: [n]i32) (a: [n][m]i32) : [n](i32, i32, i32, (i32, i32)) =
  map2 (both (\op ne row -> in_order op ne row) (\op ne row -> in_order op ne row)) bys a

def agree [n] (xs: [n](i32, i32, i32, (i32, i32))) (ys: [n](i32, i32, i32, (i32, i32))) : bool =
  and (map2 (==) xs ys)

entry of_rows (n: i64) (m: i64) : bool =
  let a = tabulate_2d n m (\i j -> number (i * m + j))
  let bys = map number (iota n)
  in agree (all_rows bys a) (each_row bys a)

entry of_columns (n: i64) (m: i64) : bool =
  let a = tabulate_2d m n (\i j -> number (i * n + j))
  let bys = map number (iota n)
  in agree (all_rows bys (transpose a)) (each_row bys (transpose a))
