-- Arrays whose elements hold nothing: they have a length, elements that can be evaluated, and no more.
-- ==
-- entry: sizes
-- input { 3i64 } output { 3i64 3i64 3i64 3i64 3i64 }
-- input { 0i64 } output { 0i64 0i64 0i64 0i64 0i64 }
-- input { -1i64 } error: cannot have -1 elements

-- ==
-- entry: dims
-- input { 2i64 3i64 } output { [2i64, 3] [3i64, 2] 6i64 [3i64, 2] 12i64 true }
-- input { 0i64 3i64 } output { [0i64, 3] [3i64, 0] 0i64 [3i64, 0] 0i64 true }

-- ==
-- entry: kept
-- input { [5i32, -1, 7, 0] } output { 2i64 4i64 [5i32, 7] }
-- input { empty([0]i32) } output { 0i64 0i64 empty([0]i32) }

-- ==
-- entry: zipped
-- input { [1i32, 2] } output { 2i64 2i64 2i64 [1i32, 2] 6i32 }
-- input { empty([0]i32) } output { 0i64 0i64 0i64 empty([0]i32) 0i32 }

-- ==
-- entry: mismatched
-- input { [1i32, 2] 2i64 } output { 2i64 }
-- input { [1i32, 2] 3i64 } error: .

-- ==
-- entry: accessed
-- input { 3i64 2i64 } output { true 2i64 3i64 }
-- input { 3i64 3i64 } error: [Oo]ut of bounds
-- input { 3i64 -1i64 } error: [Oo]ut of bounds

-- ==
-- entry: looped
-- input { 4i64 } output { 4i32 8i64 }
-- input { 0i64 } output { 0i32 0i64 }

-- ==
-- entry: evaluated
-- input { [1i32, 2] } output { 2i64 }
-- input { [1i32, 0] } error: [Dd]ivision

-- ==
-- entry: literal
-- input { 1i32 } output { 3i64 }
-- input { 0i32 } error: [Dd]ivision

-- ==
-- entry: combined
-- input { 3i64 } output { true 3i64 2i64 2i64 }
-- input { 0i64 } output { true 0i64 2i64 2i64 }

-- ==
-- entry: compared
-- input { 2i64 } output { true true false }
-- input { 0i64 } output { true true false }

-- ==
-- entry: carried
-- input { [1i32, 2, 3] 2i64 } output { [1i32, 2, 3] [2i32, 4, 6] }

-- ==
-- entry: chosen
-- input { true 2i64 } output { 2i64 }
-- input { false 2i64 } output { 4i64 }

def size_of [n] (_: [n]()) : i64 = n

entry sizes (n: i64) : (i64, i64, i64, i64, i64) =
  let units = replicate n ()
  in ( length units, size_of units, length (map (\_ -> ()) (iota n)), length (map (\() -> 1i32) units)
     , length (copy (replicate n {a = (), b = ((), ())})))

entry dims (n: i64) (m: i64) =
  let grid = replicate n (replicate m ())
  let sizes [a][b] (_: [a][b]()) : [2]i64 = [a, b]
  let rows : [n][m]() = map (\_ -> map (\_ -> ()) (iota m)) (iota n)
  in ( sizes grid, sizes (transpose grid), length (flatten grid), sizes (unflatten (flatten (transpose rows)))
     , length (flatten grid ++ flatten rows), grid == rows)

entry kept (xs: []i32) =
  let tagged = map (\x -> (x, ())) xs
  let (positive, units) = unzip (filter (\(x, ()) -> x > 0) tagged)
  in (length units, length (filter (\() -> true) (map (.1) tagged)), positive)

entry zipped (xs: []i32) =
  let units = map (\_ -> ()) xs
  let pairs = zip3 units xs units
  let (us, ys, _) = unzip3 pairs
  let (vs, ws) = unzip (zip us units)
  let total = reduce (\(x, ()) (y, ()) -> (x + y, ())) (0, ()) (map (\((), x, ()) -> (2 * x, ())) pairs)
  in (length us, length vs, length ws, ys, total.0)

entry mismatched [n] (xs: [n]i32) (m: i64) : i64 = length (zip xs (replicate m () :> [n]()))

entry accessed (n: i64) (i: i64) =
  let units = replicate n ()
  let grid = replicate n units
  let units = units with [i] = ()
  in (units[i] == grid[i, i], length units[1:n], length grid[i])

entry looped (n: i64) : (i32, i64) =
  let units = replicate n ()
  let count = loop count = 0 for () in units do count + 1
  let grown = loop all = units for i < 1 do all ++ replicate (n + i) ()
  in (count, length grown)

def divides (x: i32) : () = if 10 / x > 0 then () else ()

entry evaluated (xs: []i32) : i64 = length (map divides xs)

entry literal (x: i32) : i64 = length [(), divides x, ()]

entry combined (n: i64) =
  let units = replicate n ()
  let both () () = ()
  let scanned = scan both () units
  let written = scatter (replicate 2 ()) (iota n) units
  let counted = reduce_by_index (replicate 2 ()) both () (iota n) units
  in (reduce both () units == (), length scanned, length written, length counted)

type perhaps [k] = #units ([k]()) | #none

entry compared (n: i64) : (bool, bool, bool) =
  let us = replicate n ()
  let vs = map (\_ -> ()) (iota n)
  let (a, b, none) : (perhaps [n], perhaps [n], perhaps [n]) = (#units us, #units vs, #none)
  in (us == vs, a == b, a == none)

-- An array of units that gives a function a size.
entry carried [n] (xs: [n]i32) (k: i64) : ([n]i32, [n]i32) =
  let scaled [k] (_: [k]()) (xs: [n]i32) : [n]i32 = map (* i32.i64 k) xs
  in (xs, scaled (replicate k ()) xs)

type some [n] = #units ([n]()) | #numbers ([n]i32) | #unit ()

entry chosen (c: bool) (n: i64) : i64 =
  let value : some [n] = if c then #units (replicate n ()) else #numbers (map i32.i64 (iota n))
  in match value
     case #units us -> length us
     case #numbers xs -> 2 * length xs
     case #unit () -> 0
