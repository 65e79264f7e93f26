-- Fields that take the values of the names they have, also with names of functions and modules around.
-- ==
-- entry: main
-- input { 1i32 2i32 } output { 1i32 2i32 3i32 }
-- input { -1i32 1i32 } output { -1i32 1i32 0i32 }

-- ==
-- entry: parameters
-- input { 4i32 } output { 4i32 5i32 }

def build (a: i32) (b: i32) = let sum = a + b in {sum, a, b}
entry main (a: i32) (b: i32) : (i32, i32, i32) =
  let {b, sum, a} = build a b
  in (a, b, sum)
def next {x: i32, y: i32} = (\y -> {x = y, y}) (x + y)
entry parameters (x: i32) : (i32, i32) =
  let {x, y = _} = {x, y = next {x = 0, y = 1}}
  in (x, (next {x, y = 1}).x)
