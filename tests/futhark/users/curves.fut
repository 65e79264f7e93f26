-- Space-filling and dragon curves: arrays that double in a loop, scans of turns as matrices, Hilbert and Morton orders.
-- ==
-- entry: dragon_path
-- input { 0i32 } output { [[0i32, 0i32], [1i32, 0i32]] }
-- input { 1i32 } output { [[0i32, 0i32], [1i32, 0i32], [1i32, 1i32]] }
-- input { 4i32 }
-- output { [[0i32, 0i32], [1i32, 0i32], [1i32, 1i32], [0i32, 1i32], [0i32, 2i32], [-1i32, 2i32], [-1i32, 1i32], [-2i32, 1i32], [-2i32, 2i32], [-3i32, 2i32], [-3i32, 1i32], [-2i32, 1i32], [-2i32, 0i32], [-3i32, 0i32], [-3i32, -1i32], [-4i32, -1i32], [-4i32, 0i32]] }

-- ==
-- entry: turn
-- input { 5u32 } output { true }
-- input { 3u32 } output { false }
-- input { 12u32 } output { false }

-- ==
-- entry: turns_agree
-- input { 6i32 } output { true }
-- input { 0i32 } output { true }

-- ==
-- entry: orders
-- input { 2i32 } output { [[0u32,1],[2u32,3]] [[0i32,3],[1i32,2]] }
-- input { 4i32 }
-- output { [[0u32,1,4,5],[2u32,3,6,7],[8u32,9,12,13],[10u32,11,14,15]] [[0i32,1,14,15],[3i32,2,13,12],[4i32,7,8,11],[5i32,6,9,10]] }

-- ==
-- entry: continuous
-- input { 8i32 } output { true }
-- input { 2i32 } output { true }

def dragon (n: i32) : []bool =
  loop turns = [] for _i < n do
    turns ++ [true] ++ reverse (map not turns)

-- | Walks from turns: directions by a scan, places by another.
def walk [k] (turns: [k]bool) : [k + 2](i32, i32) =
  let directions = [0] ++ scan (\a b -> (a + b) & 3) 0 (map (\t -> if t then 1 else 3) turns)
  let steps = map (\d -> match d case 0 -> (1, 0) case 1 -> (0, 1) case 2 -> (-1, 0) case _ -> (0, -1)) directions
  in [(0, 0)] ++ scan (\(x, y) (x', y') -> (x + x', y + y')) (0, 0) steps :> [k + 2](i32, i32)

entry dragon_path (n: i32) : [][2]i32 = map (\(x, y) -> [x, y]) (walk (dragon n))

entry turn (k: u32) : bool = ((k & -k) << 1 & k) == 0

entry turns_agree (n: i32) : bool =
  let ts = dragon n
  in and (map2 (\i t -> turn (u32.i64 i + 1) == t) (indices ts) ts)

def morton (x: u32) (y: u32) : u32 =
  let spread x =
    let x = (x | x << 8) & 0x00FF00FF
    let x = (x | x << 4) & 0x0F0F0F0F
    let x = (x | x << 2) & 0x33333333
    in (x | x << 1) & 0x55555555
  in spread x | spread y << 1

-- | The distance along the curve of Hilbert in a square of side n.
def hilbert (n: i32) (x: i32) (y: i32) : i32 =
  let (d, _, _, _) =
    loop (d, x, y, s) = (0, x, y, n / 2) while s > 0 do
      let rx = i32.bool (x & s > 0)
      let ry = i32.bool (y & s > 0)
      let d = d + s * s * ((3 * rx) ^ ry)
      let (x, y) = if ry == 1 then (x, y) else
                   let (x, y) = if rx == 1 then (n - 1 - x, n - 1 - y) else (x, y)
                   in (y, x)
      in (d, x, y, s / 2)
  in d

entry orders (n: i32) : ([][]u32, [][]i32) =
  let m = i64.i32 n
  let at 't (f: i64 -> i64 -> t) = tabulate_2d m m (\y x -> f x y)
  in (at (\x y -> morton (u32.i64 x) (u32.i64 y)), at (\x y -> hilbert n (i32.i64 x) (i32.i64 y)))

-- | Neighbours on the curve are neighbours in the square.
entry continuous (n: i32) : bool =
  let m = i64.i32 n
  let points = tabulate_2d m m (\y x -> (x, y)) |> flatten
  let path = scatter (replicate (m * m) (0, 0)) (map (\(x, y) -> i64.i32 (hilbert n (i32.i64 x) (i32.i64 y))) points) points
  let near (x, y) (x', y') = i64.abs (x - x') + i64.abs (y - y') == 1
  in all (uncurry near) (zip (init path) (tail path :> [m * m - 1](i64, i64)))
