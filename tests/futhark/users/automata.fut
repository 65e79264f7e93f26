-- Cellular automata: life on a torus with rotations and with bits, elementary rules, a sand pile.
-- ==
-- entry: life
-- input { 4i32 [[0u8, 1u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8, 0u8], [1u8, 1u8, 1u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 1u8, 1u8]] }
-- output { [[0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [1u8, 0u8, 1u8, 1u8, 0u8, 1u8], [1u8, 0u8, 1u8, 1u8, 0u8, 1u8], [1u8, 1u8, 0u8, 0u8, 0u8, 1u8]] }
-- input { 9i32 [[0u8, 1u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8, 0u8], [1u8, 1u8, 1u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 1u8, 1u8]] }
-- output { [[1u8, 1u8, 1u8, 1u8, 1u8, 1u8], [0u8, 0u8, 0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 1u8, 1u8, 0u8], [1u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 1u8, 0u8, 0u8]] }
-- input { 0i32 [[0u8, 1u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8, 0u8], [1u8, 1u8, 1u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 1u8, 1u8]] }
-- output { [[0u8, 1u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8, 0u8], [1u8, 1u8, 1u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 1u8, 1u8]] }

-- ==
-- entry: life_bits
-- input { 1i32 [0u32, 2u32, 2u32, 2u32, 0u32, 0u32] } output { [0u32, 0u32, 7u32, 0u32, 0u32, 0u32] }
-- input { 4i32 [2u32, 4u32, 7u32, 0u32, 0u32, 0u32, 0u32] }
-- output { [0u32, 4u32, 8u32, 14u32, 0u32, 0u32, 0u32] }

-- ==
-- entry: rule
-- input { 110u8 8i64 [false, false, false, false, false, false, false, false, false, true, false] }
-- output { [[false, false, false, false, false, false, false, false, false, true, false], [false, false, false, false, false, false, false, false, true, true, false], [false, false, false, false, false, false, false, true, true, true, false], [false, false, false, false, false, false, true, true, false, true, false], [false, false, false, false, false, true, true, true, true, true, false], [false, false, false, false, true, true, false, false, false, true, false], [false, false, false, true, true, true, false, false, true, true, false], [false, false, true, true, false, true, false, true, true, true, false], [false, true, true, true, true, true, true, true, false, true, false]] }
-- input { 90u8 0i64 [false, false, false, false, false, false, false, false, false, true, false] }
-- output { [[false, false, false, false, false, false, false, false, false, true, false]] }
-- input { 30u8 5i64 [false, false, false, false, false, false, false, false, false, true, false] }
-- output { [[false, false, false, false, false, false, false, false, false, true, false], [false, false, false, false, false, false, false, false, true, true, true], [true, false, false, false, false, false, false, true, true, false, false], [true, true, false, false, false, false, true, true, false, true, true], [false, false, true, false, false, true, true, false, false, true, false], [false, true, true, true, true, true, false, true, true, true, true]] }

-- ==
-- entry: sand_pile
-- input { [[4i32]] } output { [[0i32]] 1i32 }
-- input { [[0i32, 0i32, 0i32], [0i32, 5i32, 0i32], [0i32, 0i32, 0i32]] }
-- output { [[0i32, 1i32, 0i32], [1i32, 1i32, 1i32], [0i32, 1i32, 0i32]] 1i32 }
-- input { [[3i32, 3i32], [3i32, 4i32]] } output { [[1i32, 1i32], [1i32, 2i32]] 3i32 }

def neighbourhood 'a [h][w] (f: a -> a -> a) (g: [h][w]a) : [h][w]a =
  let across = map (\row -> map3 (\a b c -> f a (f b c)) (rotate (-1) row) row (rotate 1 row)) g
  in map3 (map3 (\a b c -> f a (f b c))) (rotate (-1) across) across (rotate 1 across)

def next (alive: u8) (sum: u8) : u8 =
  match (alive, sum - alive)
  case (_, 3) -> 1
  case (1, 2) -> 1
  case _ -> 0

entry life [h][w] (steps: i32) (g: [h][w]u8) : [h][w]u8 =
  iterate steps (\g -> map2 (map2 next) g (neighbourhood (+) g)) g

-- | A row of 32 cells in each number; counts are added bit by bit.
entry life_bits [h] (steps: i32) (g: [h]u32) : [h]u32 =
  let left (x: u32) = (x << 1) | (x >> 31)
  let right (x: u32) = (x >> 1) | (x << 31)
  let add (low, high, more) x : (u32, u32, u32) =
    let c = low & x
    in (low ^ x, high ^ c, more | (high & c))
  let step g =
    map3 (\up here down ->
            let around = [left up, up, right up, left here, right here, left down, down, right down]
            let (low, high, more) = foldl add (0, 0, 0) around
            in high & !more & (low | here))
         (rotate (-1) g) g (rotate 1 g)
  in iterate steps step g

entry rule [w] (number: u8) (steps: i64) (start: [w]bool) : [steps + 1][w]bool =
  let cell a b c = u8.get_bit (4 * i32.bool a + 2 * i32.bool b + i32.bool c) number == 1
  let rows = replicate (steps + 1) start
  in loop rows for t < steps do
       let row = rows[t]
       in rows with [t + 1] = map3 cell (rotate (-1) row) (copy row) (rotate 1 row)

-- | Piles of four and more fall to their neighbours (and off the table) until none does.
entry sand_pile [n] (piles: [n][n]i32) : ([n][n]i32, i32) =
  let at (g: [n][n]i32) i j = if i < 0 || i >= n || j < 0 || j >= n then 0 else g[i, j] / 4
  let topple g =
    tabulate_2d n n (\i j -> g[i, j] % 4 + at g (i - 1) j + at g (i + 1) j + at g i (j - 1) + at g i (j + 1))
  in loop (g, t) = (piles, 0) while any (any (>= 4)) g do (topple g, t + 1)
