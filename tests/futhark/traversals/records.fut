-- Traversals of records and of tuples with arrays in them.
-- ==
-- entry: centre
-- input { [0.0, 4.0, 2.0] [0.0, 0.0, 6.0] } output { 2.0 2.0 32.0 }
-- input { [1.0] [3.0] } output { 1.0 3.0 0.0 }

-- ==
-- entry: bounding_box
-- input { [3, -1, 2] [0, 5, 7] } output { -1 0 3 7 }
-- input { [4] [4] } output { 4 4 4 4 }

-- ==
-- entry: moved
-- input { [1, 2] [3, 4] 10 } output { [11, 12] [3, 4] [-3, -4] [11, 12] }
-- input { empty([0]i32) empty([0]i32) 1 } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: graded
-- input { [[90, 80], [50, 60], [70, 75]] } output { [170, 110, 145] [true, false, true] [[10, -10], [-10, 10], [-5, 5]] }
-- input { empty([0][2]i32) } output { empty([0]i32) empty([0]bool) empty([0][2]i32) }

-- ==
-- entry: complex_power
-- input { [0.0, 1.0] [1.0, 1.0] 2 } output { [-1.0, 0.0] [0.0, 2.0] }
-- input { [2.0] [0.0] 0 } output { [1.0] [0.0] }

type point = {x: f64, y: f64}
type complex = (f64, f64)

def (+^) (a: point) (b: point) : point = {x = a.x + b.x, y = a.y + b.y}
def scale (k: f64) ({x, y}: point) : point = {x = k * x, y = k * y}
def distance2 (a: point) (b: point) = (a.x - b.x) ** 2 + (a.y - b.y) ** 2

entry centre [n] (xs: [n]f64) (ys: [n]f64) =
  let points = map2 (\x y -> {x, y}) xs ys
  let middle = scale (1 / f64.i64 n) (reduce (+^) {x = 0, y = 0} points)
  in (middle.x, middle.y, points |> map (distance2 middle) |> f64.sum)

entry bounding_box [n] (xs: [n]i32) (ys: [n]i32) =
  let join a b =
    {low = (i32.min a.low.0 b.low.0, i32.min a.low.1 b.low.1),
     high = (i32.max a.high.0 b.high.0, i32.max a.high.1 b.high.1)}
    : {low: (i32, i32), high: (i32, i32)}
  let none = {low = (i32.highest, i32.highest), high = (i32.lowest, i32.lowest)}
  let box = map2 (\x y -> {low = (x, y), high = (x, y)}) xs ys |> reduce_comm join none
  in (box.low.0, box.low.1, box.high.0, box.high.1)

entry moved [n] (xs: [n]i32) (ys: [n]i32) (by: i32) =
  let points = map (\(x, y) -> {x, y}) (zip xs ys)
  let right = map (\p -> p with x = p.x + by) points
  let turned = map (\{x, y} -> {x = -y, y = x}) right
  in (map (.x) right, map (.y) right, map (.x) turned, map (.y) turned)

entry graded [n] (marks: [n][2]i32) =
  let students = map (\row -> {total = i32.sum row, marks = row}) marks
  let passed = map (\s -> s.total >= 2 * 60) students
  in (map (.total) students, passed, map (\s -> map2 (-) s.marks (reverse s.marks)) students)

entry complex_power [n] (re: [n]f64) (im: [n]f64) (k: i32) =
  let multiply ((a, b): complex) ((c, d): complex) : complex = (a * c - b * d, a * d + b * c)
  in zip re im |> map (\z -> loop w: complex = (1, 0) for _i < k do multiply w z) |> unzip
