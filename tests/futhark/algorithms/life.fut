-- Conway's Game of Life on a torus, by rotations and by index arithmetic.
-- ==
-- entry: by_rotation by_index
-- input { [[false, false, false, false, false], [false, false, true, false, false], [false, false, true, false, false], [false, false, true, false, false], [false, false, false, false, false]] 1i32 }
-- output { [[false, false, false, false, false], [false, false, false, false, false], [false, true, true, true, false], [false, false, false, false, false], [false, false, false, false, false]] }
-- input { [[false, false, false, false], [false, true, true, false], [false, true, true, false], [false, false, false, false]] 7i32 }
-- output { [[false, false, false, false], [false, true, true, false], [false, true, true, false], [false, false, false, false]] }
-- input { [[true, false, true], [false, true, false], [true, true, true]] 0i32 }
-- output { [[true, false, true], [false, true, false], [true, true, true]] }
-- input { [[true]] 1i32 } output { [[false]] }
-- input { [[false, true, false, false, false, false], [false, false, true, false, false, false], [true, true, true, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false]] 4i32 }
-- output { [[false, false, false, false, false, false], [false, false, true, false, false, false], [false, false, false, true, false, false], [false, true, true, true, false, false], [false, false, false, false, false, false]] }

def rule (alive: bool) (neighbours: i32) : bool = neighbours == 3 || alive && neighbours == 2

def step_rotating [h][w] (board: [h][w]bool) : [h][w]bool =
  let ones = map (map i32.bool) board
  let across = map (\row -> map3 (\a b c -> a + b + c) (rotate (-1) row) row (rotate 1 row)) ones
  let all_nine = map3 (map3 (\a b c -> a + b + c)) (rotate (-1) across) across (rotate 1 across)
  in map3 (map3 (\alive nine one -> rule alive (nine - one))) board all_nine ones

def step_indexing [h][w] (board: [h][w]bool) : [h][w]bool =
  let at i j = i32.bool board[i % h, j % w]
  let neighbours i j =
    loop total = 0 for (di, dj) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] do
      total + at (i + di) (j + dj)
  in tabulate_2d h w (\i j -> rule board[i, j] (neighbours i j))

entry by_rotation [h][w] (board: [h][w]bool) (steps: i32) : [h][w]bool =
  iterate steps step_rotating board

entry by_index [h][w] (board: [h][w]bool) (steps: i32) : [h][w]bool =
  iterate steps step_indexing board
