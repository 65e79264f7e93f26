-- Cellular automata by one functor: cells as booleans, as sums, as records.
-- ==
-- entry: life
-- input { 3i32 [[true]] }
-- output { [[false]] }
-- input { 0i32 [[true, false]] }
-- output { [[true, false]] }
-- input { 4i32 [[false, true, true, true, false, true], [false, false, false, false, false, true], [false, false, true, true, false, false], [false, true, true, false, true, false], [false, false, true, true, true, true]] }
-- output { [[false, false, false, true, true, false], [false, false, true, true, false, false], [false, false, false, false, false, false], [false, false, true, true, false, false], [false, false, true, false, true, false]] }
-- input { 7i32 [[true, true, false, false, true, true, false, false], [false, true, false, false, false, false, true, false], [true, false, false, true, false, false, true, true], [true, false, false, true, true, true, true, false], [false, false, true, false, false, false, false, false], [false, true, true, false, false, false, false, true], [false, false, false, false, false, false, true, false], [true, true, false, false, true, true, true, false]] }
-- output { [[false, false, false, false, true, true, false, false], [false, false, false, true, false, false, false, false], [false, false, false, false, false, false, false, false], [false, false, false, false, false, false, true, false], [false, false, false, false, false, true, true, true], [false, false, false, false, false, false, true, false], [false, false, false, true, true, false, false, true], [false, false, false, true, true, true, false, false]] }

-- ==
-- entry: brains
-- input { 3i32 [[true]] }
-- output { [[46u8]] }
-- input { 0i32 [[true, false]] }
-- output { [[35u8, 46u8]] }
-- input { 4i32 [[false, true, true, true, false, true], [false, false, false, false, false, true], [false, false, true, true, false, false], [false, true, true, false, true, false], [false, false, true, true, true, true]] }
-- output { [[46u8, 46u8, 46u8, 46u8, 46u8, 46u8], [46u8, 43u8, 46u8, 46u8, 46u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 46u8]] }
-- input { 7i32 [[true, true, false, false, true, true, false, false], [false, true, false, false, false, false, true, false], [true, false, false, true, false, false, true, true], [true, false, false, true, true, true, true, false], [false, false, true, false, false, false, false, false], [false, true, true, false, false, false, false, true], [false, false, false, false, false, false, true, false], [true, true, false, false, true, true, true, false]] }
-- output { [[46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8], [46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8], [43u8, 46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 35u8], [46u8, 46u8, 46u8, 46u8, 46u8, 46u8, 43u8, 46u8]] }

-- ==
-- entry: ages
-- input { 3i32 [[true]] }
-- output { [[2i32]] }
-- input { 0i32 [[true, false]] }
-- output { [[0i32, 0i32]] }
-- input { 4i32 [[false, true, true, true, false, true], [false, false, false, false, false, true], [false, false, true, true, false, false], [false, true, true, false, true, false], [false, false, true, true, true, true]] }
-- output { [[4i32, 1i32, 3i32, 1i32, 0i32, 1i32], [2i32, 2i32, 1i32, 2i32, 1i32, 1i32], [4i32, 2i32, 2i32, 1i32, 1i32, 1i32], [4i32, 1i32, 1i32, 2i32, 3i32, 1i32], [4i32, 4i32, 1i32, 3i32, 0i32, 0i32]] }
-- input { 7i32 [[true, true, false, false, true, true, false, false], [false, true, false, false, false, false, true, false], [true, false, false, true, false, false, true, true], [true, false, false, true, true, true, true, false], [false, false, true, false, false, false, false, false], [false, true, true, false, false, false, false, true], [false, false, false, false, false, false, true, false], [true, true, false, false, true, true, true, false]] }
-- output { [[2i32, 2i32, 2i32, 7i32, 1i32, 0i32, 3i32, 0i32], [2i32, 2i32, 0i32, 0i32, 3i32, 3i32, 1i32, 7i32], [5i32, 1i32, 0i32, 5i32, 7i32, 2i32, 2i32, 6i32], [5i32, 5i32, 5i32, 5i32, 5i32, 5i32, 0i32, 7i32], [5i32, 7i32, 5i32, 7i32, 5i32, 1i32, 1i32, 2i32], [0i32, 5i32, 1i32, 2i32, 0i32, 1i32, 3i32, 2i32], [1i32, 7i32, 1i32, 0i32, 0i32, 4i32, 1i32, 0i32], [5i32, 4i32, 4i32, 1i32, 4i32, 0i32, 0i32, 4i32]] }

-- ==
-- entry: population
-- input { 3i64 [[true]] }
-- output { [1i64, 0i64, 0i64, 0i64] }
-- input { 0i64 [[true, false]] }
-- output { [1i64] }
-- input { 4i64 [[false, true, true, true, false, true], [false, false, false, false, false, true], [false, false, true, true, false, false], [false, true, true, false, true, false], [false, false, true, true, true, true]] }
-- output { [14i64, 11i64, 13i64, 7i64, 8i64] }
-- input { 7i64 [[true, true, false, false, true, true, false, false], [false, true, false, false, false, false, true, false], [true, false, false, true, false, false, true, true], [true, false, false, true, true, true, true, false], [false, false, true, false, false, false, false, false], [false, true, true, false, false, false, false, true], [false, false, false, false, false, false, true, false], [true, true, false, false, true, true, true, false]] }
-- output { [25i64, 31i64, 18i64, 20i64, 22i64, 18i64, 13i64, 14i64] }

module type rule = {
  type cell
  val init : bool -> cell
  val alive : cell -> bool
  val next : cell -> i32 -> cell
}

module mk_life (R: rule) = {
  def sum_of_neighbours [h][w] (board: [h][w]R.cell) : [h][w]i32 =
    let ones = map (map (R.alive >-> i32.bool)) board
    let rows = map3 (map3 (\a b c -> a + b + c)) (map (rotate (-1)) ones) ones (map (rotate 1) ones)
    in map4 (map4 (\a b c self -> a + b + c - self)) (rotate (-1) rows) rows (rotate 1 rows) ones

  def step [h][w] (board: [h][w]R.cell) : [h][w]R.cell =
    map2 (map2 R.next) board (sum_of_neighbours board)

  def run [h][w] (n: i32) (board: [h][w]bool) : [h][w]R.cell =
    board |> map (map R.init) |> iterate n step

  def census [h][w] (board: [h][w]R.cell) : i64 =
    board |> map (map (R.alive >-> i64.bool) >-> i64.sum) |> i64.sum
}

module conway = mk_life {
  type cell = bool
  def init = id : bool -> bool
  def alive = id : bool -> bool
  def next c n = n == 3i32 || (c && n == 2)
}

-- Cells die slowly.
module brain = mk_life {
  type cell = #on | #dying | #off
  def init b : cell = if b then #on else #off
  def alive (c: cell) = match c case #on -> true case _ -> false
  def next (c: cell) (n: i32) : cell =
    match (c, n)
    case (#on, _) -> #dying
    case (#dying, _) -> #off
    case (#off, 2) -> #on
    case (#off, _) -> #off
}

-- Cells know how old they are.
module aged = mk_life {
  type cell = {age: i32, life: bool}
  def init life : cell = {age = 0, life}
  def alive (c: cell) = c.life
  def next (c: cell) n : cell =
    let life = n == 3 || c.life && n == 2
    in if life == c.life then c with age = c.age + 1 else {age = 0, life}
}

entry life [h][w] (n: i32) (board: [h][w]bool) = conway.run n board

entry brains [h][w] (n: i32) (board: [h][w]bool) : [h][w]u8 =
  brain.run n board
  |> map (map (\c -> match c case #on -> '#' case #dying -> '+' case #off -> '.'))

entry ages [h][w] (n: i32) (board: [h][w]bool) : [h][w]i32 = map (map (.age)) (aged.run n board)

entry population [h][w] (n: i64) (board: [h][w]bool) : [n + 1]i64 =
  (0...n) |> map (\k -> conway.census (conway.run (i32.i64 k) board))
