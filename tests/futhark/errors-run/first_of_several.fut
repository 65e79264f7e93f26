-- Failures inside of functions passed to others, in matches, in reductions and in updates of fields.
-- ==
-- entry: passed
-- input { [1i64, 0] } output { [20i32, 10] }
-- input { [1i64, 2] } error: Index \[2\] out of bounds for array of shape \[2\]

-- ==
-- entry: matched
-- input { 0i32 } output { 10i32 }
-- input { 1i32 } error: [Aa]ssertion
-- input { 2i32 } error: [Hh]ole

-- ==
-- entry: reduced
-- input { [4i32, 2] } output { 2i32 }
-- input { [4i32, 0] } error: [Aa]ssertion

-- ==
-- entry: fields
-- input { 0i64 } output { [9i32, 0] }
-- input { 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]

def apply [n] (f: i64 -> i32) (is: [n]i64) : [n]i32 = map f is
entry passed [n] (is: [n]i64) : [n]i32 = let xs = [10, 20] in apply (\i -> xs[i]) is
entry matched (k: i32) : i32 = match k case 0 -> 10 case 1 -> assert (k > 1) 11 case _ -> ???
entry reduced (xs: []i32) : i32 = reduce (\a b -> assert (a > 0 && b > 0) (i32.min a b)) i32.highest xs
entry fields (i: i64) : [2]i32 = ({a = replicate 2 0i32} with a[i] = 9).a
