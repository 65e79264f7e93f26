-- Lattices in physics: spins in two colours with hashed random numbers, a gas on nine directions, percolation by labels.
-- ==
-- entry: ising
-- input { 6i64 7u32 4i32 2.5f32 }
-- output { [[1i8, 1i8, 1i8, 1i8, -1i8, -1i8], [-1i8, 1i8, 1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, -1i8, 1i8, -1i8]] }
-- input { 5i64 9u32 0i32 1f32 }
-- output { [[1i8, 1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, 1i8, 1i8]] }

-- ==
-- entry: gas
-- input { 5i64 4i64 12i32 } output { 21f64 21f64 true }

-- ==
-- entry: percolates
-- input { [[true,false,true],[true,true,false],[false,true,true]] } output { true 5i64 }
-- input { [[true,false],[false,true]] } output { false 1i64 }
-- input { [[true]] } output { true 1i64 }

def hash (x: u32) : u32 =
  let mul x = ((x >> 16) ^ x) * 0x45d9f3b
  in mul (mul x) |> \x -> (x >> 16) ^ x

type spin = i8

def energy [n] (g: [n][n]spin) (i: i64) (j: i64) : i32 =
  let s = i32.i8 g[i, j]
  in 2 * s * i32.sum (map i32.i8 [g[(i - 1) % n, j], g[(i + 1) % n, j], g[i, (j - 1) % n], g[i, (j + 1) % n]])

def sweep [n] (seed: u32) (temperature: f32) (t: i32) (g: [n][n]spin) : [n][n]spin =
  loop g for parity < 2i32 do
    let random i j = f32.u32 (hash (seed + hash (u32.i32 (t * 2 + parity) + hash (u32.i64 (i * n + j))))) / 2 ** 32
    let flip i j s =
      if (i + j) % 2 != i64.i32 parity then s else
      let e = energy g i j
      in if e <= 0 || random i j < f32.exp (-f32.i32 e / temperature) then -s else s
    in map2 (\i row -> map2 (\j s -> flip i j s) (iota n) row) (iota n) g

entry ising (n: i64) (seed: u32) (steps: i32) (temperature: f32) : [n][n]spin =
  let g = replicate n (replicate n 1)
  in loop g for t < steps do sweep seed temperature t g

-- | Directions: rest, east, north, west, south, and between them.
type cell = [9]f64
def ex : [9]i64 = [0, 1, 0, -1, 0, 1, -1, -1, 1]
def ey : [9]i64 = [0, 0, 1, 0, -1, 1, 1, -1, -1]
def weights : [9]f64 = [4 / 9] ++ replicate 4 (1 / 9) ++ replicate 4 (1 / 36) :> [9]f64
def opposite : [9]i64 = [0, 3, 4, 1, 2, 7, 8, 5, 6]

def macro (f: cell) : {rho: f64, ux: f64, uy: f64} =
  let rho = f64.sum f
  let along e = f64.sum (map2 (\x k -> x * f64.i64 k) f e) / rho
  in {rho, ux = along ex, uy = along ey}

def equilibrium {rho: f64, ux: f64, uy: f64} : cell =
  map3 (\w x y -> let eu = f64.i64 x * ux + f64.i64 y * uy
                  in w * rho * (1 + 3 * eu + 4.5 * eu * eu - 1.5 * (ux * ux + uy * uy)))
       weights ex ey

def gas_step [h][w] (solid: [h][w]bool) (omega: f64) (g: [h][w]cell) : [h][w]cell =
  let collided =
    map2 (map2 (\s f -> if s then map (\k -> f[k]) opposite
                        else map2 (\a b -> a + omega * (b - a)) f (equilibrium (macro f)))) solid g
  in tabulate_2d h w (\i j -> map3 (\k x y -> collided[(i - y) % h, (j - x) % w, k]) (iota 9) ex ey)

entry gas (h: i64) (w: i64) (steps: i32) : (f64, f64, bool) =
  let solid = tabulate_2d h w (\i _ -> i == 0)
  let start = tabulate_2d h w (\i j -> equilibrium {rho = 1 + f64.bool (i == 2 && j == 1), ux = 0.05, uy = 0})
  let end = iterate steps (gas_step solid 1.2) start
  let mass g = f64.sum (map (\(f: cell) -> f64.sum f) (flatten g))
  in (mass start, mass end, all (all (> 0)) (flatten end))

-- | Does water find a way from top to bottom?
entry percolates [h][w] (open_: [h][w]bool) : (bool, i64) =
  let start = tabulate_2d h w (\i j -> i == 0 && open_[i, j])
  let (wet, _, rounds) =
    loop (wet, more, rounds) = (start, true, 0i64) while more do
      let at i j = i >= 0 && j >= 0 && i < h && j < w && wet[i, j]
      let next = tabulate_2d h w (\i j -> open_[i, j] && (wet[i, j] || at (i - 1) j || at (i + 1) j || at i (j - 1) || at i (j + 1)))
      in (next, next != wet, rounds + 1)
  in (h > 0 && or wet[h - 1], rounds)
