-- How hot a chip gets: each cell of a plate is heated by the power that is spent there, and exchanges heat with its four
-- neighbours and with the air around. Explicit steps of the heat equation, as short as stability asks for.
-- ==
-- entry: hotspot
-- input @ data/hotspot.in output @ data/hotspot.out

-- Conductances to a neighbour in the row, in the column, and to the air (W/K); the capacity of a cell (J/K).
type cell = {along: f32, across: f32, up: f32, capacity: f32}

-- A square of silicon: its side and thickness (m), heat conductivity (W/m K) and capacity (J/m^3 K), cooling (W/m^2 K).
def side : f32 = 0.012
def thickness : f32 = 0.0006
def conductivity : f32 = 140
def heat_capacity : f32 = 1.6e6
def cooling : f32 = 9000
def air : f32 = 300

def divide (n: i64) (m: i64) : cell =
  let (height, width) = (side / f32.i64 n, side / f32.i64 m)
  in { along = conductivity * thickness * height / width
     , across = conductivity * thickness * width / height
     , up = cooling * width * height
     , capacity = heat_capacity * thickness * width * height
     }

-- The heat that is as much as a degree in a cell may change by in one step: no more than half of it flows off.
def step_over_capacity (cell: cell) : f32 = 0.5 / (2 * cell.along + 2 * cell.across + cell.up)

def step [n] [m] (cell: cell) (power: [n][m]f32) (now: [n][m]f32) : [n][m]f32 =
  let factor = step_over_capacity cell
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

-- The temperatures (K) after so many steps, and how long these take (s). `power` is in W.
entry hotspot [n] [m] (steps: i32) (power: [n][m]f32) (temperatures: [n][m]f32) : ([n][m]f32, f32) =
  let cell = divide n m
  let last = loop now = temperatures for _i < steps do step cell power now
  in (last, f32.i32 steps * step_over_capacity cell * cell.capacity)
