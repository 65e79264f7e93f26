-- Gravity between n bodies: one leapfrog step over an array of records, and its conserved momentum.
-- ==
-- entry: step
-- input { [0f64, 1f64] [0f64, 0f64] [1f64, 1f64] 0.5f64 }
-- output { [0.25f64, 0.75f64] [0f64, 0f64] }
-- input { [3f64] [4f64] [2f64] 0.1f64 } output { [3f64] [4f64] }
-- input { empty([0]f64) empty([0]f64) empty([0]f64) 0.1f64 } output { empty([0]f64) empty([0]f64) }

-- ==
-- entry: momentum
-- input { [0f64, 1, 4] [0f64, 2, -1] [1f64, 2, 3] 0.25f64 5i32 } output { 0f64 0f64 }

type vector = {x: f64, y: f64}
type body = {position: vector, velocity: vector, mass: f64}

def add (a: vector) (b: vector) : vector = {x = a.x + b.x, y = a.y + b.y}
def scale (k: f64) ({x, y}: vector) : vector = {x = k * x, y = k * y}
def zero : vector = {x = 0, y = 0}

def pull (on: body) (from: body) : vector =
  let d = add from.position (scale (-1) on.position)
  let r2 = d.x * d.x + d.y * d.y
  in if r2 == 0 then zero else scale (from.mass / (r2 * f64.sqrt r2)) d

def advance [n] (dt: f64) (bodies: [n]body) : [n]body =
  let accelerations = map (\b -> reduce add zero (map (pull b) bodies)) bodies
  let move (b: body) (a: vector) =
    let velocity = add b.velocity (scale dt a)
    in b with velocity = velocity with position = add b.position (scale dt velocity)
  in map2 move bodies accelerations

def bodies [n] (xs: [n]f64) (ys: [n]f64) (masses: [n]f64) : [n]body =
  map3 (\x y mass -> {position = {x, y}, velocity = zero, mass}) xs ys masses

entry step [n] (xs: [n]f64) (ys: [n]f64) (masses: [n]f64) (dt: f64) : ([n]f64, [n]f64) =
  bodies xs ys masses |> advance dt |> map (.position) |> map (\p -> (p.x, p.y)) |> unzip

entry momentum [n] (xs: [n]f64) (ys: [n]f64) (masses: [n]f64) (dt: f64) (steps: i32) : (f64, f64) =
  let final = iterate steps (advance dt) (bodies xs ys masses)
  let p = reduce add zero (map (\b -> scale b.mass b.velocity) final)
  in (p.x, p.y)
