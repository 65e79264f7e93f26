-- How hot a chip gets: each cell of a plate is heated by the power that is spent there, and exchanges heat with its
-- four neighbours and with the air around. Explicit steps of the heat equation, as short as stability asks for.
-- ==
-- entry: hotspot
-- input @ data/hotspot.in output @ data/hotspot.out

-- What a cell conducts to a neighbour in the row, to one in the column, and to the air (W/K).
type cell = {along: f32, across: f32, up: f32}

-- A square of silicon: its side and thickness (m), conductivity (W/m K), cooling (W/m^2 K), and the air around (C).
def side : f32 = 0.012
def thickness : f32 = 0.0006
def conductivity : f32 = 140
def cooling : f32 = 9000
def air : f32 = 25

def divide (n: i64) (m: i64) : cell =
  let (height, width) = (side / f32.i64 n, side / f32.i64 m)
  in { along = conductivity * thickness * height / width
     , across = conductivity * thickness * width / height
     , up = cooling * width * height
     }

def step [n] [m] (cell: cell) (power: [n][m]f32) (now: [n][m]f32) : [n][m]f32 =
  -- The time of a step over the capacity of a cell: in one step, a cell gives no more than half of its heat away.
  let factor = 0.5 / (2 * cell.along + 2 * cell.across + cell.up)
  let heat i j =
    let here = now[i, j]
    -- Nothing flows over the edge.
    let north = if i == 0 then here else now[i - 1, j]
    let south = if i == n - 1 then here else now[i + 1, j]
    let west = if j == 0 then here else now[i, j - 1]
    let east = if j == m - 1 then here else now[i, j + 1]
    let flow = cell.across * (north + south - 2 * here) + cell.along * (west + east - 2 * here) + cell.up * (air - here)
    in here + factor * (power[i, j] + flow)
  in tabulate_2d n m heat

-- The temperatures (C) after so many steps. `power` is in W.
entry hotspot [n] [m] (steps: i32) (power: [n][m]f32) (temperatures: [n][m]f32) : [n][m]f32 =
  loop now = temperatures for _i < steps do step (divide n m) power now
