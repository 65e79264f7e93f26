-- Predicates as arguments: combined by functions, used by `filter`, `all`, `any` and `partition`.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4, 5, 6] } output { [6i32] [2i32, 3, 4, 6] [1i32, 3, 5] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: quantified
-- input { [2i32, 4] } output { true true }
-- input { [2i32, 3] } output { false true }
-- input { empty([0]i32) } output { true false }

def both 'a (p: a -> bool) (q: a -> bool) : a -> bool = \x -> p x && q x
def either 'a (p: a -> bool) (q: a -> bool) (x: a) : bool = p x || q x
def negate 'a (p: a -> bool) : a -> bool = p >-> not
def divisible (k: i32) (x: i32) : bool = x % k == 0
entry main (xs: []i32) : ([]i32, []i32, []i32) =
  ( filter (both (divisible 2) (divisible 3)) xs
  , filter (either (divisible 2) (divisible 3)) xs
  , filter (negate (divisible 2)) xs
  )
entry quantified (xs: []i32) : (bool, bool) = (all (divisible 2) xs, any (divisible 2) xs)
