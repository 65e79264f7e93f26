-- Cells as sums that fall in blocks of two by two, toppling piles, and areas that touch.
-- ==
-- entry: sand
-- input { 0i64 [[115u8]] }
-- output { [[115u8]] }
-- input { 0i64 [[115u8, 46u8], [46u8, 46u8], [35u8, 35u8]] }
-- output { [[115u8, 46u8], [46u8, 46u8], [35u8, 35u8]] }
-- input { 0i64 [[119u8, 119u8, 119u8, 35u8, 46u8, 119u8, 46u8], [119u8, 46u8, 46u8, 115u8, 115u8, 35u8, 119u8], [119u8, 119u8, 115u8, 46u8, 115u8, 115u8, 46u8], [46u8, 119u8, 35u8, 119u8, 46u8, 115u8, 46u8], [115u8, 46u8, 115u8, 46u8, 119u8, 115u8, 35u8], [46u8, 35u8, 46u8, 35u8, 46u8, 35u8, 46u8]] }
-- output { [[119u8, 119u8, 119u8, 35u8, 46u8, 119u8, 46u8], [119u8, 46u8, 46u8, 115u8, 115u8, 35u8, 119u8], [119u8, 119u8, 115u8, 46u8, 115u8, 115u8, 46u8], [46u8, 119u8, 35u8, 119u8, 46u8, 115u8, 46u8], [115u8, 46u8, 115u8, 46u8, 119u8, 115u8, 35u8], [46u8, 35u8, 46u8, 35u8, 46u8, 35u8, 46u8]] }
-- input { 1i64 [[115u8]] }
-- output { [[115u8]] }
-- input { 1i64 [[115u8, 46u8], [46u8, 46u8], [35u8, 35u8]] }
-- output { [[46u8, 46u8], [115u8, 46u8], [35u8, 35u8]] }
-- input { 1i64 [[119u8, 119u8, 119u8, 35u8, 46u8, 119u8, 46u8], [119u8, 46u8, 46u8, 115u8, 115u8, 35u8, 119u8], [119u8, 119u8, 115u8, 46u8, 115u8, 115u8, 46u8], [46u8, 119u8, 35u8, 119u8, 46u8, 115u8, 46u8], [115u8, 46u8, 115u8, 46u8, 119u8, 115u8, 35u8], [46u8, 35u8, 46u8, 35u8, 46u8, 35u8, 46u8]] }
-- output { [[119u8, 46u8, 46u8, 35u8, 46u8, 119u8, 46u8], [119u8, 119u8, 119u8, 115u8, 115u8, 35u8, 119u8], [46u8, 119u8, 119u8, 46u8, 46u8, 115u8, 46u8], [119u8, 119u8, 35u8, 115u8, 115u8, 115u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 119u8, 35u8], [115u8, 35u8, 115u8, 35u8, 115u8, 35u8, 46u8]] }
-- input { 9i64 [[115u8]] }
-- output { [[115u8]] }
-- input { 9i64 [[115u8, 46u8], [46u8, 46u8], [35u8, 35u8]] }
-- output { [[46u8, 46u8], [115u8, 46u8], [35u8, 35u8]] }
-- input { 9i64 [[119u8, 119u8, 119u8, 35u8, 46u8, 119u8, 46u8], [119u8, 46u8, 46u8, 115u8, 115u8, 35u8, 119u8], [119u8, 119u8, 115u8, 46u8, 115u8, 115u8, 46u8], [46u8, 119u8, 35u8, 119u8, 46u8, 115u8, 46u8], [115u8, 46u8, 115u8, 46u8, 119u8, 115u8, 35u8], [46u8, 35u8, 46u8, 35u8, 46u8, 35u8, 46u8]] }
-- output { [[46u8, 46u8, 46u8, 35u8, 46u8, 46u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 35u8, 46u8], [119u8, 119u8, 119u8, 46u8, 119u8, 119u8, 46u8], [119u8, 119u8, 35u8, 115u8, 115u8, 115u8, 119u8], [119u8, 119u8, 119u8, 115u8, 115u8, 115u8, 35u8], [115u8, 35u8, 115u8, 35u8, 115u8, 35u8, 46u8]] }

-- ==
-- entry: amounts
-- input { 0i64 [[115u8]] }
-- output { [0i64, 1i64, 0i64, 0i64] }
-- input { 0i64 [[115u8, 46u8], [46u8, 46u8], [35u8, 35u8]] }
-- output { [3i64, 1i64, 0i64, 2i64] }
-- input { 0i64 [[119u8, 119u8, 119u8, 35u8, 46u8, 119u8, 46u8], [119u8, 46u8, 46u8, 115u8, 115u8, 35u8, 119u8], [119u8, 119u8, 115u8, 46u8, 115u8, 115u8, 46u8], [46u8, 119u8, 35u8, 119u8, 46u8, 115u8, 46u8], [115u8, 46u8, 115u8, 46u8, 119u8, 115u8, 35u8], [46u8, 35u8, 46u8, 35u8, 46u8, 35u8, 46u8]] }
-- output { [15i64, 9i64, 11i64, 7i64] }
-- input { 9i64 [[115u8]] }
-- output { [0i64, 1i64, 0i64, 0i64] }
-- input { 9i64 [[115u8, 46u8], [46u8, 46u8], [35u8, 35u8]] }
-- output { [3i64, 1i64, 0i64, 2i64] }
-- input { 9i64 [[119u8, 119u8, 119u8, 35u8, 46u8, 119u8, 46u8], [119u8, 46u8, 46u8, 115u8, 115u8, 35u8, 119u8], [119u8, 119u8, 115u8, 46u8, 115u8, 115u8, 46u8], [46u8, 119u8, 35u8, 119u8, 46u8, 115u8, 46u8], [115u8, 46u8, 115u8, 46u8, 119u8, 115u8, 35u8], [46u8, 35u8, 46u8, 35u8, 46u8, 35u8, 46u8]] }
-- output { [15i64, 9i64, 11i64, 7i64] }

-- ==
-- entry: topple
-- input { [[3i32]] }
-- output { [[3i32]] 0i32 }
-- input { [[17i32]] }
-- output { [[1i32]] 1i32 }
-- input { [[7i32, 3i32, 2i32, 9i32, 7i32], [9i32, 7i32, 4i32, 8i32, 5i32], [6i32, 2i32, 2i32, 9i32, 1i32], [8i32, 5i32, 5i32, 7i32, 8i32]] }
-- output { [[1i32, 2i32, 3i32, 1i32, 2i32], [1i32, 2i32, 2i32, 2i32, 1i32], [2i32, 2i32, 0i32, 2i32, 2i32], [2i32, 0i32, 3i32, 0i32, 2i32]] 16i32 }
-- input { empty([0][2]i32) }
-- output { empty([0][2]i32) 0i32 }

-- ==
-- entry: areas
-- input { [[97u8]] }
-- output { [[0i64]] 1i64 }
-- input { [[97u8, 97u8, 98u8], [98u8, 97u8, 98u8], [98u8, 98u8, 97u8]] }
-- output { [[0i64, 0i64, 2i64], [3i64, 0i64, 2i64], [3i64, 3i64, 8i64]] 4i64 }
-- input { [[97u8, 98u8, 97u8, 98u8, 98u8, 97u8, 97u8, 98u8], [97u8, 97u8, 98u8, 98u8, 97u8, 98u8, 97u8, 98u8], [98u8, 98u8, 98u8, 98u8, 97u8, 98u8, 97u8, 97u8], [97u8, 97u8, 97u8, 98u8, 97u8, 97u8, 98u8, 98u8], [97u8, 98u8, 97u8, 97u8, 98u8, 98u8, 98u8, 98u8], [97u8, 97u8, 98u8, 97u8, 97u8, 97u8, 97u8, 98u8], [97u8, 98u8, 97u8, 97u8, 97u8, 97u8, 97u8, 98u8]] }
-- output { [[0i64, 1i64, 2i64, 3i64, 3i64, 5i64, 5i64, 7i64], [0i64, 0i64, 3i64, 3i64, 12i64, 13i64, 5i64, 7i64], [3i64, 3i64, 3i64, 3i64, 12i64, 13i64, 5i64, 5i64], [24i64, 24i64, 24i64, 3i64, 12i64, 12i64, 30i64, 30i64], [24i64, 33i64, 24i64, 24i64, 30i64, 30i64, 30i64, 30i64], [24i64, 24i64, 42i64, 24i64, 24i64, 24i64, 24i64, 30i64], [24i64, 49i64, 24i64, 24i64, 24i64, 24i64, 24i64, 30i64]] 13i64 }

type cell = #empty | #sand | #water | #rock

def parse (c: u8) : cell =
  match c
  case 's' -> #sand
  case 'w' -> #water
  case '#' -> #rock
  case _ -> #empty

def show (c: cell) : u8 =
  match c case #empty -> '.' case #sand -> 's' case #water -> 'w' case #rock -> '#'

def heavier (a: cell) (b: cell) : bool =
  match (a, b)
  case (#sand, #empty) -> true
  case (#sand, #water) -> true
  case (#water, #empty) -> true
  case _ -> false

-- Blocks of two by two, their corners moved by the step.
type block = ((cell, cell), (cell, cell))

def fall (((a, b), (c, d)): block) : block =
  let drop (up, down) = if heavier up down then (down, up) else (up, down)
  let (a, c) = drop (a, c)
  let (b, d) = drop (b, d)
  let (a, d) = if heavier a d && !(heavier b d) then (d, a) else (a, d)
  let (b, c) = if heavier b c && !(heavier a c) then (c, b) else (b, c)
  in ((a, b), (c, d))

def step [h][w] (offset: i64) (grid: [h][w]cell) : [h][w]cell =
  let at i j : cell = if i < 0 || i >= h || j < 0 || j >= w then #rock else grid[i, j]
  let block i j : block = ((at i j, at i (j + 1)), (at (i + 1) j, at (i + 1) (j + 1)))
  in tabulate_2d h w (\i j ->
       let bi = i - (i + offset) % 2
       let bj = j - (j + offset) % 2
       let ((a, b), (c, d)) = fall (block bi bj)
       in match (i - bi, j - bj)
          case (0, 0) -> a
          case (0, _) -> b
          case (_, 0) -> c
          case _ -> d)

entry sand [h][w] (steps: i64) (grid: [h][w]u8) : [h][w]u8 =
  let grid = loop grid = map (map parse) grid for k < steps do step (k % 2) grid
  in map (map show) grid

entry amounts [h][w] (steps: i64) (grid: [h][w]u8) : [4]i64 =
  let grid = loop grid = map (map parse) grid for k < steps do step (k % 2) grid
  let number (c: cell) : i64 = match c case #empty -> 0 case #sand -> 1 case #water -> 2 case #rock -> 3
  in hist (+) 0 4 (flatten grid |> map number) (replicate (h * w) 1)

-- | The pile of Bak, Tang and Wiesenfeld.
entry topple [h][w] (grid: [h][w]i32) : ([h][w]i32, i32) =
  let unstable g = any (any (>= 4i32)) g
  let (grid, rounds) =
    loop (grid, rounds) = (grid, 0) while unstable grid do
      let gives = map (map (>> 2)) grid
      let from i j = if i < 0 || i >= h || j < 0 || j >= w then 0 else gives[i, j]
      in ( tabulate_2d h w (\i j ->
             grid[i, j] - 4 * gives[i, j]
             + from (i - 1) j + from (i + 1) j + from i (j - 1) + from i (j + 1))
         , rounds + 1)
  in (grid, rounds)

-- | Areas that touch, each by its least place.
entry areas [h][w] (grid: [h][w]u8) : ([h][w]i64, i64) =
  let labels = unflatten (iota (h * w)) : [h][w]i64
  let (labels, _) =
    loop (labels, go) = (labels, true) while go do
      let at i j c l =
        if i >= 0 && i < h && j >= 0 && j < w && grid[i, j] == c then i64.min l labels[i, j] else l
      let new = tabulate_2d h w (\i j ->
        let c = grid[i, j]
        in labels[i, j] |> at (i - 1) j c |> at (i + 1) j c |> at i (j - 1) c |> at i (j + 1) c)
      let flat = flatten new
      let new = map (map (\l -> flat[l])) new
      in (new, or (map2 (!=) (flatten new) (flatten labels)))
  in (labels, map2 (\i l -> i64.bool (i == l)) (iota (h * w)) (flatten labels) |> i64.sum)
