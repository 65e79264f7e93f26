-- Functions as values: partial application, functions returned and passed on, capturing lambdas, functions kept in
-- records and tuples, and church-like numerals.
-- ==
-- entry: partial
-- input { 3i32 } output { 16i32 23i32 [4i32, 5, 6] }

-- ==
-- entry: capturing
-- input { [1i32, 2, 3] 10i32 } output { [11i32, 14, 19] [10i32, 20, 30] }
-- input { empty([0]i32) 1i32 } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: kept
-- input { 4i32 } output { 9i32 16i32 13i32 true }

-- ==
-- entry: numerals
-- input { 2i32 } output { 64i32 512i32 5i32 }

-- ==
-- entry: tables
-- input { 3i64 } output { [[0i64, 0, 0], [0, 1, 2], [0, 2, 4]] [[0i64, 1, 2], [1, 2, 3], [2, 3, 4]] }
-- input { 0i64 } output { empty([0][0]i64) empty([0][0]i64) }

-- ==
-- entry: chosen
-- input { 0i32 5i32 } output { 6i32 }
-- input { 1i32 5i32 } output { 10i32 }
-- input { 7i32 5i32 } output { -5i32 }

def linear (a: i32) (b: i32) (x: i32) : i32 = a * x + b

entry partial (x: i32) : (i32, i32, []i32) =
  let steep = linear 5
  let line = steep 1
  let shifted = \b -> linear 5 (b + 1)
  in (line x, shifted 7 x, map (linear 1 x) [1, 2, 3])

entry capturing [n] (xs: [n]i32) (k: i32) : ([n]i32, [n]i32) =
  let square_plus = \x -> x * x + k
  let scale = let factor = k in \x -> x * factor
  in (map square_plus xs, map scale xs)

type^ ops = {first: i32 -> i32, second: i32 -> i32 -> i32}

def use (o: ops) (x: i32) : i32 = o.second (o.first x) x

entry kept (x: i32) : (i32, i32, i32, bool) =
  let o = {first = (+ 1), second = \a b -> a + b}
  let p = (\y -> y * y, (use o, (> 3)))
  let q = o with second = \a b -> a * 2 + b - 1
  in (use o x, p.0 x, use q x, (p.1).1 x && (p.1).0 1 == 3)

def two '^a (f: a -> a) : a -> a = f >-> f
def three '^a (f: a -> a) (x: a) : a = f (f (f x))

entry numerals (x: i32) : (i32, i32, i32) =
  (two three (* 2) 1 / 8 + (x - 2), three two (* 2) 2, two (three id) (three (+ 1) x))

def outer 'a 'b 'c [n][m] (f: a -> b -> c) (xs: [n]a) (ys: [m]b) : [n][m]c =
  map (\x -> map (f x) ys) xs

def table 'c (n: i64) (f: i64 -> i64 -> c) : [n][n]c = outer f (iota n) (iota n)

entry tables (n: i64) : ([n][n]i64, [n][n]i64) = (table n (*), table n (+))

-- A choice between functions happens inside of the function that is passed on.
entry chosen (which: i32) (x: i32) : i32 =
  let f y = if which == 0 then y + 1 else if which == 1 then y * 2 else -y
  let apply g = g x
  in apply f
