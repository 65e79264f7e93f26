-- A flow around obstacles by the lattice Boltzmann method in two dimensions with nine velocities (D2Q9) and relaxation
-- to equilibrium at one rate (Bhatnagar, Gross and Krook). The plane is periodic; obstacles throw back what meets them.
-- ==
-- entry: flow
-- input @ data/lattice_boltzmann.in output @ data/lattice_boltzmann.out

-- The velocities, what part of a resting fluid has them, and where the opposite ones are.
def dys : [9]i64 = [0, 0, 0, 1, -1, 1, -1, 1, -1]
def dxs : [9]i64 = [0, 1, -1, 0, 0, 1, -1, -1, 1]
def weights : [9]f32 = [4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36]
def opposites : [9]i64 = [0, 2, 1, 4, 3, 6, 5, 8, 7]

type densities = [9]f32

def momentum (parts: densities) (velocities: [9]i64) : f32 =
  f32.sum (map2 (\part v -> part * f32.i64 v) parts velocities)

def equilibrium (density: f32) (vy: f32) (vx: f32) : densities =
  let still = 1 - 1.5 * (vy * vy + vx * vx)
  let part weight dy dx =
    let v = f32.i64 dy * vy + f32.i64 dx * vx
    in weight * density * (still + 3 * v + 4.5 * v * v)
  in map3 part weights dys dxs

def collide (rate: f32) (parts: densities) : densities =
  let density = f32.sum parts
  let (vy, vx) = (momentum parts dys / density, momentum parts dxs / density)
  in map2 (\part rest -> part + rate * (rest - part)) parts (equilibrium density vy vx)

-- `i + d` on a ring of n, where d is -1, 0 or 1.
def around (n: i64) (i: i64) (d: i64) : i64 =
  let j = i + d
  in if j < 0 then j + n else if j >= n then j - n else j

-- What comes to a place from its neighbours, or back from those that are obstacles.
def arriving [h] [w] (solid: [h][w]bool) (cells: [h][w]densities) (y: i64) (x: i64) : densities =
  let from v dy dx opposite =
    let (y', x') = (around h y (-dy), around w x (-dx))
    in if solid[y', x'] then cells[y, x, opposite] else cells[y', x', v]
  in map4 from (iota 9) dys dxs opposites

def step [h] [w] (rate: f32) (solid: [h][w]bool) (cells: [h][w]densities) : [h][w]densities =
  tabulate_2d h w (\y x -> if solid[y, x] then cells[y, x] else collide rate (arriving solid cells y x))

-- After so many steps. The rate is between 0 and 2: the lower, the more viscous.
entry flow [h] [w] (steps: i32) (rate: f32) (solid: [h][w]bool) (cells: [h][w][9]f32) : [h][w][9]f32 =
  loop cells for _i < steps do step rate solid cells
