-- A local function takes functions whose results have sizes of their own, and is applied to several of them.
-- ==
-- entry: main
-- input { 2i64 3i64 true } output { 6i64 [[1i32, 2, 3], [2, 3, 4]] }
-- input { 2i64 3i64 false } output { 6i64 [[2i32, 3, 4], [4, 5, 6]] }

-- ==
-- entry: twice
-- input { 2i64 } output { 4i64 }

def image (a: i64) (h: i64) (w: i64) (n: i64) : [h][w]i32 =
  tabulate_2d h w (\i j -> i32.i64 (a * i + j + n * a))

def chosen (h: i64) (w: i64) (m: bool) =
  let render f = f h w 1
  in if m then render (image 1) else render (image 2)

def size [h] [w] 't (_: [h][w]t) = h * w

entry main (h: i64) (w: i64) (m: bool) =
  let img = chosen h w m
  in (size img, img)

entry twice (n: i64) =
  let apply f = f n
  let one = apply (\k -> replicate k false)
  let other = apply (\k -> replicate k true)
  in length one + length other
