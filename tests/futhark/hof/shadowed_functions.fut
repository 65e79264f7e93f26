-- Functions that hide functions: parameters named like them, local ones that use the outer one.
-- ==
-- entry: main
-- input { 5i32 } output { 12i32 6i32 -5i32 }
-- input { 0i32 } output { 2i32 1i32 0i32 }

def f (x: i32) : i32 = x + 1
entry main (x: i32) : (i32, i32, i32) =
  let outer = f x
  let a = (let f y = 2 * f y in f x)
  let call (f: i32 -> i32) = f x
  let b = call (\y -> -y)
  in (a, outer, b)
