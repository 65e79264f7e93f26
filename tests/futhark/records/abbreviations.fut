-- Type abbreviations: of arrays with size parameters, with type parameters, of functions, of each other.
-- ==
-- entry: matrices
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [[1i32, 3, 5], [2, 4, 6]] 21i32 3i64 2i64 }
-- input { empty([0][2]i32) } output { empty([2][0]i32) 0i32 0i64 2i64 }

-- ==
-- entry: boxed
-- input { 3i32 true } output { 3i32 4i32 false 4i32 }

-- ==
-- entry: square
-- input { [[1i32, 2], [3, 4]] } output { 5i32 [1i32, 4] }
-- input { [[7i32]] } output { 7i32 [7i32] }
-- input { [[1i32, 2]] } error: .

-- ==
-- entry: sparse
-- input { 4i64 [1i64, 3, 9] [5f32, 6, 7] } output { [0f32, 5, 0, 6] 3i64 }
-- input { 0i64 empty([0]i64) empty([0]f32) } output { empty([0]f32) 0i64 }

-- ==
-- entry: applied
-- input { 4i32 } output { 9i32 16i32 false }

type matrix [h][w] 'a = [h][w]a
type square [n] = matrix [n][n] i32
type pair 'a 'b = {left: a, right: b}
type twin 'a = pair a a
type boxed 't = {value: t, apply_count: i32}
type sparse [k] = {n: i64, places: [k]i64, values: [k]f32}
type^ unary 'a = a -> a

def flipped [h][w] 'a (m: matrix [h][w] a) : matrix [w][h] a = transpose m

entry matrices [h][w] (m: matrix [h][w] i32) : ([w][h]i32, i32, i64, i64) =
  let total : i32 = m |> map i32.sum |> i32.sum
  in (flipped m, total, h, w)

def change 't 'u (f: t -> u) (b: boxed t) : boxed u = {value = f b.value, apply_count = b.apply_count + 1}

entry boxed (x: i32) (flag: bool) : (i32, i32, bool, i32) =
  let a : twin (boxed i32) = {left = {value = x, apply_count = 0}, right = {value = 1, apply_count = 1}}
  let b = change (\v -> !flag && v > 0) (a.right with value = 3)
  let c : pair i32 (twin bool) = {left = x + 1, right = {left = b.value, right = flag}}
  let total = b.apply_count + i32.bool c.right.right + a.right.apply_count
  in (a.left.value, c.left, c.right.left, total)

entry square [n] (m: square [n]) : (i32, [n]i32) =
  let diagonal = map (\i -> m[i, i]) (iota n)
  in (i32.sum diagonal, diagonal)

def dense [k] ({n, places, values}: sparse [k]) : [n]f32 = scatter (replicate n 0) places values

entry sparse [k] (n: i64) (places: [k]i64) (values: [k]f32) : ([n]f32, i64) =
  let s : sparse [k] = {n, places, values}
  let m : []f32 = dense s
  in (m :> [n]f32, length s.values)

entry applied (x: i32) : (i32, i32, bool) =
  let square : unary i32 = \y -> y * y
  let both (f: unary i32) (g: unary bool) = (f (x - 1), f x, g true)
  in both square not
