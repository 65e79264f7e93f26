-- Higher-order functions called in loops, with closures over the variables of the loop.
-- ==
-- entry: main
-- input { 3i32 [1i32, 2] } output { [4i32, 5] [8i32, 16] }
-- input { 0i32 [1i32, 2] } output { [1i32, 2] [1i32, 2] }

-- ==
-- entry: summed
-- input { [1i32, 2, 3] } output { 20i32 }
-- input { empty([0]i32) } output { 0i32 }

def apply_all [n] (f: i32 -> i32) (xs: [n]i32) : [n]i32 = map f xs
entry main [n] (k: i32) (xs: [n]i32) : ([n]i32, [n]i32) =
  ( loop xs = xs for i < k do apply_all (+ i) xs
  , loop xs = xs for _i < k do (let by = 2 in apply_all (* by) xs)
  )
entry summed (xs: []i32) : i32 =
  loop s = 0 for x in xs do
    let square y = y * y
    let with_s f = f s + s
    in with_s (\_ -> square x) + (if x == 3 then x * 2 else 0)
