-- Polymorphic options and results as sum types: maps over them, first success by a reduction, arrays of them.
-- ==
-- entry: divisions
-- input { [10i32, 7, 3] [2i32, 0, 3] } output { [5i32, -1, 1] [true, false, true] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]bool) }

-- ==
-- entry: first
-- input { [1i32, 4, 7, 8] } output { 4i32 1i64 }
-- input { [1i32, 3] } output { -1i32 -1i64 }
-- input { empty([0]i32) } output { -1i32 -1i64 }

-- ==
-- entry: chain
-- input { 100i32 5i32 2i32 } output { 10i32 }
-- input { 100i32 0i32 2i32 } output { -1i32 }
-- input { 100i32 5i32 0i32 } output { -2i32 }

-- ==
-- entry: nested
-- input { 0i32 4i32 } output { 4i32 }
-- input { 1i32 4i32 } output { -10i32 }
-- input { 2i32 4i32 } output { -20i32 }

-- ==
-- entry: both
-- input { [1i32, 2, 3, 4] } output { [0i32, 4, 0, 8] 2i64 }

type option 'a = #none | #some a
type result 'a 'e = #ok a | #error e

def divide (a: i32) (b: i32) : option i32 = if b == 0 then #none else #some (a / b)

def or_else 'a (default: a) (o: option a) : a =
  match o
  case #some x -> x
  case #none -> default

def is_some 'a (o: option a) : bool =
  match o
  case #some _ -> true
  case #none -> false

entry divisions [n] (a: [n]i32) (b: [n]i32) : ([n]i32, [n]bool) =
  let options = map2 divide a b
  in (map (or_else (-1)) options, map is_some options)

def earlier 'a (a: option a) (b: option a) : option a =
  match (a, b)
  case (#some _, _) -> a
  case (#none, x) -> x

entry first [n] (xs: [n]i32) : (i32, i64) =
  let even i : option {at: i64, value: i32} =
    if xs[i] % 2 == 0 then #some {at = i, value = xs[i]} else #none
  in match reduce earlier #none (map even (iota n))
     case #some {at, value} -> (value, at)
     case #none -> (-1, -1)

def and_then 'a 'b 'e (r: result a e) (f: a -> result b e) : result b e =
  match r
  case #ok x -> f x
  case #error e -> #error e

entry chain (x: i32) (a: i32) (b: i32) : i32 =
  let by d code y : result i32 i32 = if d == 0 then #error code else #ok (y / d)
  in match and_then (by a (-1) x) (by b (-2))
     case #ok y -> y
     case #error code -> code

entry nested (kind: i32) (x: i32) : i32 =
  let r : result (option i32) i32 =
    if kind == 0 then #ok (#some x) else if kind == 1 then #ok #none else #error (-20)
  in match r
     case #ok (#some 3) -> 33
     case #ok (#some y) -> y
     case #ok #none -> -10
     case #error e -> e

entry both [n] (xs: [n]i32) : ([n]i32, i64) =
  let options = map (\x -> if x % 2 == 0 then #some (2 * x) else #none : option i32) xs
  let kept = filter is_some options
  in (map (or_else 0) options, length kept)
