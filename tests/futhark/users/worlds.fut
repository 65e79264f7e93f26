-- Cellular worlds: a parametric module over the rule of a cell and its neighbourhood; life, wires, falling sand; an ant as a loop.
-- ==
-- entry: life
-- input { 0i32 [[false, true, false, false, false, false], [false, false, true, false, false, false], [true, true, true, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false]] }
-- output { [[false, true, false, false, false, false], [false, false, true, false, false, false], [true, true, true, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false]] 0i32 }
-- input { 1i32 [[false, true, false, false, false, false], [false, false, true, false, false, false], [true, true, true, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false]] }
-- output { [[false, false, false, false, false, false], [true, false, true, false, false, false], [false, true, true, false, false, false], [false, true, false, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false]] 1i32 }
-- input { 10i32 [[false, true, false, false, false, false], [false, false, true, false, false, false], [true, true, true, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false]] }
-- output { [[false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, false, false, true, false], [false, false, true, false, true, false], [false, false, false, true, true, false]] 10i32 }

-- ==
-- entry: wire
-- input { 1i32 [[116u8, 72u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 32u8, 32u8], [32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 46u8, 32u8], [32u8, 32u8, 46u8, 46u8, 46u8, 32u8, 32u8, 32u8, 46u8, 32u8], [46u8, 46u8, 32u8, 46u8, 32u8, 32u8, 46u8, 46u8, 32u8, 46u8]] }
-- output { [[46u8, 116u8, 72u8, 46u8, 46u8, 46u8, 46u8, 46u8, 32u8, 32u8], [32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 46u8, 32u8], [32u8, 32u8, 46u8, 46u8, 46u8, 32u8, 32u8, 32u8, 46u8, 32u8], [46u8, 46u8, 32u8, 46u8, 32u8, 32u8, 46u8, 46u8, 32u8, 46u8]] }
-- input { 7i32 [[116u8, 72u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 32u8, 32u8], [32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 46u8, 32u8], [32u8, 32u8, 46u8, 46u8, 46u8, 32u8, 32u8, 32u8, 46u8, 32u8], [46u8, 46u8, 32u8, 46u8, 32u8, 32u8, 46u8, 46u8, 32u8, 46u8]] }
-- output { [[46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 116u8, 32u8, 32u8], [32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 72u8, 32u8], [32u8, 32u8, 46u8, 46u8, 46u8, 32u8, 32u8, 32u8, 46u8, 32u8], [46u8, 46u8, 32u8, 46u8, 32u8, 32u8, 46u8, 46u8, 32u8, 46u8]] }
-- input { 13i32 [[116u8, 72u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 32u8, 32u8], [32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 46u8, 32u8], [32u8, 32u8, 46u8, 46u8, 46u8, 32u8, 32u8, 32u8, 46u8, 32u8], [46u8, 46u8, 32u8, 46u8, 32u8, 32u8, 46u8, 46u8, 32u8, 46u8]] }
-- output { [[46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 32u8, 32u8], [32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 46u8, 32u8], [32u8, 32u8, 46u8, 46u8, 46u8, 32u8, 32u8, 32u8, 46u8, 32u8], [46u8, 46u8, 32u8, 46u8, 32u8, 32u8, 46u8, 46u8, 32u8, 46u8]] }

-- ==
-- entry: ant
-- input { 7i64 60i32 }
-- output { [[0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32], [0i32, 1i32, 0i32, 1i32, 1i32, 1i32, 0i32], [1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32], [1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32], [0i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32]] }
-- input { 1i64 3i32 } output { [[1i32]] }

module type rule = {
  type cell
  -- | What is outside.
  type edge = #torus | #dead cell
  val edge : edge
  val next : (old: cell) -> (neighbours: [8]cell) -> cell
}

module type world = {
  type cell
  type state [h][w]
  val start [h][w] : [h][w]cell -> state [h][w]
  val step [h][w] : state [h][w] -> state [h][w]
  val cells [h][w] : state [h][w] -> [h][w]cell
  val age [h][w] : state [h][w] -> i32
}

module mk_world (R: rule) : world with cell = R.cell = {
  type cell = R.cell
  type state [h][w] = {cells: [h][w]cell, age: i32}
  def around : [8](i64, i64) = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
  def start cells = {cells, age = 0i32}
  def cells [h][w] (s: state [h][w]) = s.cells
  def age [h][w] (s: state [h][w]) = s.age
  def step [h][w] ({cells, age}: state [h][w]) : state [h][w] =
    let at i j =
      match R.edge
      case #torus -> cells[i % h, j % w]
      case #dead c -> if i < 0 || j < 0 || i >= h || j >= w then c else cells[i, j]
    in {cells = tabulate_2d h w (\i j -> R.next cells[i, j] (map (\(di, dj) -> at (i + di) (j + dj)) around)),
        age = age + 1}
}

module conway = mk_world {
  type cell = bool
  type edge = #torus | #dead cell
  def edge : edge = #torus
  def next (old: bool) (ns: [8]bool) : bool =
    match i32.sum (map i32.bool ns) case 3 -> true case 2 -> old case _ -> false
}

module wires = mk_world {
  type cell = #empty | #wire | #head | #tail
  type edge = #torus | #dead cell
  def edge : edge = #dead #empty
  def next (old: cell) (ns: [8]cell) : cell =
    match old
    case #empty -> #empty
    case #head -> #tail
    case #tail -> #wire
    case #wire -> let k = length (filter (== #head) ns) in if k == 1 || k == 2 then #head else #wire
}

entry life [h][w] (k: i32) (g: [h][w]bool) : ([h][w]bool, i32) =
  let s = iterate k conway.step (conway.start g)
  in (conway.cells s, conway.age s)

entry wire [h][w] (k: i32) (g: [h][w]u8) : [h][w]u8 =
  let read c : wires.cell = match c case 'H' -> #head case 't' -> #tail case '.' -> #wire case _ -> #empty
  let show (c: wires.cell) : u8 = match c case #head -> 'H' case #tail -> 't' case #wire -> '.' case #empty -> ' '
  in g |> map (map read) |> wires.start |> iterate k wires.step |> wires.cells |> map (map show)

type direction = #north | #east | #south | #west
def right (d: direction) : direction =
  match d case #north -> #east case #east -> #south case #south -> #west case #west -> #north
def ahead (d: direction) (x: i64, y: i64) : (i64, i64) =
  match d case #north -> (x, y - 1) case #east -> (x + 1, y) case #south -> (x, y + 1) case #west -> (x - 1, y)

entry ant (n: i64) (steps: i32) : [n][n]i32 =
  let world = replicate n (replicate n 0)
  let (world, _, _) =
    loop (world, p, d: direction) = (world, (n / 2, n / 2), #north) for _i < steps do
      let (x, y) = p
      let d = if world[y, x] == 0 then right d else right (right (right d))
      let (x', y') = ahead d p
      in (world with [y, x] = 1 - world[y, x], (x' % n, y' % n), d)
  in world
