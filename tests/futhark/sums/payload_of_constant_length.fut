-- Constructors hold arrays of a constant length: the constant is computed, also in a module behind a module type, or the length is computed
-- from it.
-- ==
-- input { [true, false] } output { [3i64, 0i64] [4i64, 0i64] }
-- input { empty([0]bool) } output { empty([0]i64) empty([0]i64) }
module type counted = { val k : i64 }
module m : counted = { def k = i64.max 2 3 }
type t = #some [m.k]i64 | #none
def mk (b: bool) : t = if b then #some (iota m.k) else #none
type u = #more [m.k + 1]i64 | #nothing
def grow (b: bool) : u = if b then #more (iota (m.k + 1)) else #nothing

entry main [n] (bs: [n]bool) : ([n]i64, [n]i64) =
  (map mk bs |> map (\t -> match t case #some xs -> i64.sum xs case #none -> 0),
   map grow bs |> map (\t -> match t case #more xs -> length xs case #nothing -> 0))
