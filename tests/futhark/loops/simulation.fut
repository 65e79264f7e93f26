-- Loops around traversals, as simulations are written.
-- ==
-- entry: life
-- input { [[false, true, false], [false, true, false], [false, true, false]] 1 } output { [[true, true, true], [true, true, true], [true, true, true]] }
-- input { [[false, true], [true, true]] 0 } output { [[false, true], [true, true]] }

-- ==
-- entry: rule
-- input { 90u8 7i64 3 } output { [[48u8, 48, 48, 49, 48, 48, 48], [48, 48, 49, 48, 49, 48, 48], [48, 49, 48, 48, 48, 49, 48], [49, 48, 49, 48, 49, 48, 49]] }
-- input { 90u8 1i64 0 } output { [[49u8]] }

-- ==
-- entry: orbit
-- input { 4 } output { [1.0, 0.0, -1.0, 0.0, 1.0] [0.0, 1.0, 0.0, -1.0, 0.0] }
-- input { 0 } output { [1.0] [0.0] }

-- ==
-- entry: closure
-- input { [[false, true, false, false], [false, false, true, false], [false, false, false, false], [false, false, false, true]] }
-- output { [[false, true, true, false], [false, false, true, false], [false, false, false, false], [false, false, false, true]] 2 }
-- input { [[false]] } output { [[false]] 1 }

-- ==
-- entry: balance
-- input { [8, 0, 0, 0] } output { [2, 2, 2, 2] 2 }
-- input { [3] } output { [3] 0 }
-- input { empty([0]i32) } output { empty([0]i32) 0 }

-- | Conway's game on a torus.
entry life [n] [m] (world: [n][m]bool) (steps: i32) =
  let step [n] [m] (world: [n][m]bool) =
    let counts = map (map i32.bool) world
    let sideways = map (\row -> map3 (\a b c -> a + b + c) (rotate (-1) row) row (rotate 1 row)) counts
    let around = map3 (map3 (\a b c -> a + b + c)) (rotate (-1) sideways) sideways (rotate 1 sideways)
    in map2 (map2 (\total alive -> total == 3 || total == 4 && alive)) around world
  in loop world for _i < steps do step world

-- | All the states of one of the elementary automata, as text.
entry rule (number: u8) (width: i64) (steps: i32) : [][width]u8 =
  let first = tabulate width (\i -> u8.bool (i == width / 2))
  let (states, _) =
    loop (states, state) = ([first], first) for _i < steps do
      let at i = if i < 0 || i >= width then 0 else state[i]
      let next = tabulate width (\i -> number >> (4 * at (i - 1) + 2 * at i + at (i + 1)) & 1)
      in (states ++ [next], next)
  in map (map (+ '0')) states

-- | Quarter turns of a point, all of them recorded.
entry orbit (steps: i32) =
  let (path, _) = loop (path, (x, y)) = ([(1f64, 0f64)], (1, 0)) for _i < steps do
    let (x, y) = (0 - y, x)
    in (path ++ [(x, y)], (x, y))
  in unzip path

-- | The transitive closure of a relation, and how many rounds found something or were the last.
entry closure [n] (edges: [n][n]bool) =
  let join a b = map (\row -> map (\column -> or (map2 (&&) row column)) (transpose b)) a
  let (edges, _, rounds) =
    loop (edges, changed, rounds) = (edges, true, 0i32) while changed do
      let more = map2 (map2 (||)) edges (join edges edges)
      let changed = or (flatten (map2 (map2 (!=)) edges more))
      in (more, changed, rounds + 1)
  in (edges, rounds)

-- | Neighbours at growing distance share evenly.
entry balance [n] (xs: [n]i32) =
  let (xs, _, rounds) =
    loop (xs, distance, rounds) = (xs, 1i64, 0i32) while distance < n do
      (map (\i -> (xs[i] + xs[i64.u64 (u64.i64 i ^ u64.i64 distance) % n]) / 2) (indices xs), distance * 2, rounds + 1)
  in (xs, rounds)
