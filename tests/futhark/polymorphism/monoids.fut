-- A record of an operator and its neutral element, at several types.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { 6i32 6i32 3i32 }
-- input { empty([0]i32) } output { 0i32 1i32 -2147483648i32 }

-- ==
-- entry: pairs
-- input { [1i32, 2, 3] } output { 6i32 true }
-- input { [1i32, -2, 3] } output { 2i32 false }

-- ==
-- entry: scanned
-- input { [true, true, false, true] } output { [true, true, false, false] }

type^ monoid 'a = {op: a -> a -> a, neutral: a}
def fold [n] 'a (m: monoid a) (xs: [n]a) : a = reduce m.op m.neutral xs
def both 'a 'b (m: monoid a) (k: monoid b) : monoid (a, b) =
  {op = \(a, b) (c, d) -> (m.op a c, k.op b d), neutral = (m.neutral, k.neutral)}
entry main (xs: []i32) : (i32, i32, i32) =
  (fold {op = (+), neutral = 0} xs, fold {op = (*), neutral = 1} xs, fold {op = i32.max, neutral = i32.lowest} xs)
entry pairs (xs: []i32) : (i32, bool) =
  fold (both {op = (+), neutral = 0} {op = (&&), neutral = true}) (map (\x -> (x, x > 0)) xs)
entry scanned [n] (bs: [n]bool) : [n]bool =
  let m : monoid bool = {op = (&&), neutral = true}
  in scan m.op m.neutral bs
