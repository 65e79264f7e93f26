-- Brackets matched by depths from a scan and a stable sort; what encloses what.
-- ==
-- entry: balanced_texts
-- input { empty([0]u8) }
-- output { true }
-- input { [120u8] }
-- output { true }
-- input { [40u8, 41u8] }
-- output { true }
-- input { [40u8, 93u8] }
-- output { false }
-- input { [40u8, 97u8, 91u8, 98u8, 93u8, 123u8, 99u8, 125u8, 41u8] }
-- output { true }
-- input { [40u8, 41u8, 41u8, 40u8] }
-- output { false }
-- input { [91u8, 49u8, 44u8, 32u8, 91u8, 50u8, 44u8, 32u8, 51u8, 93u8, 44u8, 32u8, 123u8, 52u8, 125u8, 93u8] }
-- output { true }
-- input { [40u8, 40u8, 40u8, 40u8] }
-- output { false }
-- input { [97u8, 40u8, 98u8, 41u8, 99u8, 40u8, 100u8, 91u8, 101u8, 93u8, 41u8] }
-- output { true }
-- input { [91u8, 32u8, 93u8] }
-- output { true }

-- ==
-- entry: matching
-- input { empty([0]u8) }
-- output { empty([0]i64) }
-- input { [120u8] }
-- output { [-1i64] }
-- input { [40u8, 41u8] }
-- output { [1i64, 0i64] }
-- input { [40u8, 93u8] }
-- output { [-1i64, -1i64] }
-- input { [40u8, 97u8, 91u8, 98u8, 93u8, 123u8, 99u8, 125u8, 41u8] }
-- output { [8i64, -1i64, 4i64, -1i64, 2i64, 7i64, -1i64, 5i64, 0i64] }
-- input { [40u8, 41u8, 41u8, 40u8] }
-- output { [-1i64, -1i64, -1i64, -1i64] }
-- input { [91u8, 49u8, 44u8, 32u8, 91u8, 50u8, 44u8, 32u8, 51u8, 93u8, 44u8, 32u8, 123u8, 52u8, 125u8, 93u8] }
-- output { [15i64, -1i64, -1i64, -1i64, 9i64, -1i64, -1i64, -1i64, -1i64, 4i64, -1i64, -1i64, 14i64, -1i64, 12i64, 0i64] }
-- input { [40u8, 40u8, 40u8, 40u8] }
-- output { [-1i64, -1i64, -1i64, -1i64] }
-- input { [97u8, 40u8, 98u8, 41u8, 99u8, 40u8, 100u8, 91u8, 101u8, 93u8, 41u8] }
-- output { [-1i64, 3i64, -1i64, 1i64, -1i64, 10i64, -1i64, 9i64, -1i64, 7i64, 5i64] }
-- input { [91u8, 32u8, 93u8] }
-- output { [2i64, -1i64, 0i64] }

-- ==
-- entry: nesting
-- input { empty([0]u8) }
-- output { empty([0]i64) }
-- input { [120u8] }
-- output { [0i64] }
-- input { [40u8, 41u8] }
-- output { [0i64, 0i64] }
-- input { [40u8, 93u8] }
-- output { [0i64, 0i64] }
-- input { [40u8, 97u8, 91u8, 98u8, 93u8, 123u8, 99u8, 125u8, 41u8] }
-- output { [0i64, 1i64, 1i64, 2i64, 1i64, 1i64, 2i64, 1i64, 0i64] }
-- input { [40u8, 41u8, 41u8, 40u8] }
-- output { [0i64, 0i64, -1i64, -1i64] }
-- input { [91u8, 49u8, 44u8, 32u8, 91u8, 50u8, 44u8, 32u8, 51u8, 93u8, 44u8, 32u8, 123u8, 52u8, 125u8, 93u8] }
-- output { [0i64, 1i64, 1i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64, 1i64, 1i64, 1i64, 1i64, 2i64, 1i64, 0i64] }
-- input { [40u8, 40u8, 40u8, 40u8] }
-- output { [0i64, 1i64, 2i64, 3i64] }
-- input { [97u8, 40u8, 98u8, 41u8, 99u8, 40u8, 100u8, 91u8, 101u8, 93u8, 41u8] }
-- output { [0i64, 0i64, 1i64, 0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 1i64, 0i64] }
-- input { [91u8, 32u8, 93u8] }
-- output { [0i64, 1i64, 0i64] }

-- ==
-- entry: enclosing
-- input { empty([0]u8) }
-- output { empty([0]i64) }
-- input { [120u8] }
-- output { [-1i64] }
-- input { [40u8, 41u8] }
-- output { [-1i64, -1i64] }
-- input { [40u8, 93u8] }
-- output { [-1i64, 0i64] }
-- input { [40u8, 97u8, 91u8, 98u8, 93u8, 123u8, 99u8, 125u8, 41u8] }
-- output { [-1i64, 0i64, 0i64, 2i64, 0i64, 0i64, 5i64, 0i64, -1i64] }
-- input { [40u8, 41u8, 41u8, 40u8] }
-- output { [-1i64, 0i64, 0i64, 0i64] }
-- input { [91u8, 49u8, 44u8, 32u8, 91u8, 50u8, 44u8, 32u8, 51u8, 93u8, 44u8, 32u8, 123u8, 52u8, 125u8, 93u8] }
-- output { [-1i64, 0i64, 0i64, 0i64, 0i64, 4i64, 4i64, 4i64, 4i64, 0i64, 0i64, 0i64, 0i64, 12i64, 0i64, -1i64] }
-- input { [40u8, 40u8, 40u8, 40u8] }
-- output { [-1i64, 0i64, 1i64, 2i64] }
-- input { [97u8, 40u8, 98u8, 41u8, 99u8, 40u8, 100u8, 91u8, 101u8, 93u8, 41u8] }
-- output { [-1i64, -1i64, 1i64, -1i64, -1i64, -1i64, 5i64, 5i64, 7i64, 5i64, -1i64] }
-- input { [91u8, 32u8, 93u8] }
-- output { [-1i64, 0i64, -1i64] }

-- ==
-- entry: elements
-- input { empty([0]u8) }
-- output { 0i64 }
-- input { [120u8] }
-- output { 0i64 }
-- input { [40u8, 41u8] }
-- output { 0i64 }
-- input { [40u8, 93u8] }
-- output { 0i64 }
-- input { [40u8, 97u8, 91u8, 98u8, 93u8, 123u8, 99u8, 125u8, 41u8] }
-- output { 1i64 }
-- input { [40u8, 41u8, 41u8, 40u8] }
-- output { 1i64 }
-- input { [91u8, 49u8, 44u8, 32u8, 91u8, 50u8, 44u8, 32u8, 51u8, 93u8, 44u8, 32u8, 123u8, 52u8, 125u8, 93u8] }
-- output { 3i64 }
-- input { [40u8, 40u8, 40u8, 40u8] }
-- output { 0i64 }
-- input { [97u8, 40u8, 98u8, 41u8, 99u8, 40u8, 100u8, 91u8, 101u8, 93u8, 41u8] }
-- output { 0i64 }
-- input { [91u8, 32u8, 93u8] }
-- output { 0i64 }

type bracket = #open u8 | #close u8 | #other u8

def classify (c: u8) : bracket =
  match c
  case '(' -> #open ')' case '[' -> #open ']' case '{' -> #open '}'
  case ')' -> #close ')' case ']' -> #close ']' case '}' -> #close '}'
  case _ -> #other c

def delta (b: bracket) : i64 =
  match b case #open _ -> 1 case #close _ -> -1 case #other _ -> 0

-- | The depth that a character is at: both brackets of a pair are at the depth outside of them.
def depths [n] (bs: [n]bracket) : [n]i64 =
  let after = bs |> map delta |> scan (+) 0
  in map2 (\b d -> match b case #open _ -> d - 1 case _ -> d) bs after

-- Stable, by counting.
def sort_by [n] 't (key: t -> i64) (xs: [n]t) : [n]t =
  let m = 1 + i64.maximum ([0] ++ map key xs)
  let sorted = loop acc = [] for k < m do acc ++ filter (key >-> (== k)) xs
  in sorted :> [n]t

-- | For each bracket the place of the other one, or -1.
def partners [n] (bs: [n]bracket) : [n]i64 =
  let is_bracket i = match bs[i] case #other _ -> false case _ -> true
  let depths = depths bs
  in if any (< 0) depths then replicate n (-1) else
     let order = filter is_bracket (iota n) |> sort_by (\i -> depths[i])
     let pairs k =
       let (i, j) = (order[k], order[i64.min (length order - 1) (k + 1)])
       in match (bs[i], bs[j])
          case (#open a, #close b) -> if a == b && depths[i] == depths[j] then (i, j) else (-1, -1)
          case _ -> (-1, -1)
     let (is, js) = unzip (map pairs (indices order))
     in scatter (scatter (replicate n (-1)) is js) js is

def balanced [n] (text: [n]u8) : bool =
  let bs = map classify text
  let ps = partners bs
  in map2 (\b p -> p >= 0 || (match b case #other _ -> true case _ -> false)) bs ps |> and

-- | The parent of each character: the nearest bracket that it is within.
def parents [n] (text: [n]u8) : [n]i64 =
  let bs = map classify text
  let ps = partners bs
  let (out, _) = loop (out, stack) = (replicate n (-1), -1) for i < n do
    match bs[i]
    case #open _ -> (out with [i] = stack, i)
    case #close _ ->
      let p = ps[i]
      let up = if p < 0 then stack else out[p]
      in (out with [i] = up, up)
    case #other _ -> (out with [i] = stack, stack)
  in out

def count_values (text: []u8) : i64 =
  let [n] (text: [n]u8) = text
  let parent = parents text
  let commas = map2 (\c p -> i64.bool (c == ',' && p == 0)) text parent |> i64.sum
  let filled = map2 (\c p -> p == 0 && c != ' ') text parent |> map i64.bool |> i64.sum
  in if filled <= 1 then 0 else commas + 1

entry balanced_texts (text: []u8) = balanced text
entry matching (text: []u8) = partners (map classify text)
entry nesting (text: []u8) = depths (map classify text)
entry enclosing (text: []u8) = parents text
entry elements (text: []u8) : i64 = count_values text
