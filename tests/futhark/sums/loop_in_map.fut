-- Sums as states of loops inside of a map, every element with as many turns as it needs.
-- ==
-- entry: main
-- input { [1i32, 6, 27, 0] } output { [0i32, 8, -1, -2] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: words
-- input { [[97u8, 32, 98], [32, 32, 32], [97, 98, 99]] } output { [2i32, 0, 1] }

type s = #going i32 i32 | #found i32 | #bad
def step (s: s) : s =
  match s
  case #going x k ->
    if x == 1 then #found k
    else if x < 1 then #bad
    else if k >= 100 then #found (-1)
    else #going (if x % 2 == 0 then x / 2 else 3 * x + 1) (k + 1)
  case _ -> s
def going (s: s) : bool = match s case #going _ _ -> true case _ -> false
entry main [n] (xs: [n]i32) : [n]i32 =
  map (\x -> match iterate_while going step (#going x 0)
             case #found k -> k
             case #bad -> -2
             case #going _ _ -> -3) xs
entry words [n] [m] (ts: [n][m]u8) : [n]i32 =
  map (\t ->
         let (_, k) =
           loop (state, k) = (#outside : #inside | #outside, 0i32) for c in t do
             match (state, c == ' ')
             case (#outside, false) -> (#inside, k + 1)
             case (_, true) -> (#outside, k)
             case (x, _) -> (x, k)
         in k) ts
