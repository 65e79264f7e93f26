-- A simulation whose state leaves and enters entry points as opaque values.
-- ==
-- entry: all_at_once
-- input { 3i32 empty([0]f64) empty([0]f64) empty([0]f64) }
-- output { 0i64 0.0f64 0.0f64 empty([0]f64) }
-- input { 5i32 [5.0f64] [0.0f64] [0.0f64] }
-- output { 0i64 0.0f64 0.0f64 [5.0f64] }
-- input { 40i32 [1.0f64, 5.0f64, 9.5f64, 3.0f64] [1.0f64, -2.0f64, 3.5f64, 8.0f64] [1.0f64, 2.5f64, 0.0f64, 4.0f64] }
-- output { 3i64 133.5f64 4.466666666666667f64 [9.0f64, 5.0f64, 9.5f64, 3.0f64] }

-- ==
-- entry: positions
-- script input { run 4i32 0.5f64 (create 0.0f64 10.0f64 [1.0f64, 9.0f64] [1.0f64, 2.0f64] [1.0f64, 3.0f64]) }
-- output { [3.0f64, 7.0f64] }
-- script input { with_kind (create 0.0f64 10.0f64 [1.0f64] [1.0f64] [1.0f64]) 0i64 false }
-- output { [1.0f64] }

-- ==
-- entry: count
-- script input { summarise (with_kind (create 0.0f64 10.0f64 [1.0f64, 2.0f64] [1.0f64, 0.0f64] [1.0f64, 1.0f64]) 0i64 false) }
-- output { 1i64 }

-- ==
-- entry: energy
-- script input { summarise (with_kind (create 0.0f64 10.0f64 [1.0f64, 2.0f64] [2.0f64, 0.0f64] [1.0f64, 1.0f64]) 0i64 true) }
-- output { 10.0f64 }

-- ==
-- entry: time
-- script input { step 0.5f64 (step 0.25f64 (create 0.0f64 1.0f64 (empty([0]f64)) (empty([0]f64)) (empty([0]f64)))) }
-- output { 0.75f64 }

type kind = #light | #heavy f64 | #fixed
type particle = {x: f64, v: f64, kind: kind}
type world [n] = {time: f64, particles: [n]particle, bounds: (f64, f64)}
type summary = {count: i64, energy: f64, centre: f64}

def mass (p: particle) : f64 =
  match p.kind
  case #light -> 1
  case #heavy m -> m
  case #fixed -> f64.inf

def advance (dt: f64) (lo: f64, hi: f64) (p: particle) : particle =
  match p.kind
  case #fixed -> p
  case _ ->
    let x = p.x + dt * p.v
    in if x < lo then p with x = 2 * lo - x with v = -p.v
       else if x > hi then p with x = 2 * hi - x with v = -p.v
       else p with x = x

entry create [n] (lo: f64) (hi: f64) (xs: [n]f64) (vs: [n]f64) (masses: [n]f64) : world [n] =
  let kind m : kind = if m == 1 then #light else if m > 0 then #heavy m else #fixed
  in { time = 0, bounds = (lo, hi)
     , particles = map3 (\x v m -> {x, v, kind = kind m}) xs vs masses }

entry step [n] (dt: f64) (w: *world [n]) : *world [n] =
  let moved = map (advance dt w.bounds) w.particles
  in {time = w.time + dt, particles = moved, bounds = w.bounds}

entry run [n] (steps: i32) (dt: f64) (w: world [n]) : world [n] =
  iterate steps (\w -> step dt (copy w)) w

entry positions [n] (w: world [n]) : [n]f64 = map (.x) w.particles

entry summarise [n] (w: world [n]) : summary =
  let movable = filter (\p -> match p.kind case #fixed -> false case _ -> true) w.particles
  let total = map mass movable |> f64.sum
  in { count = length movable
     , energy = map (\p -> mass p * p.v * p.v / 2) movable |> f64.sum
     , centre = if total == 0 then 0 else (map (\p -> mass p * p.x) movable |> f64.sum) / total }

entry with_kind [n] (w: world [n]) (i: i64) (heavy: bool) : world [n] =
  w with particles = (copy w.particles with [i].kind = if heavy then #heavy 5 else #fixed)

entry count (s: summary) = s.count
entry energy (s: summary) = s.energy
entry time [n] (w: world [n]) : f64 = w.time

entry all_at_once [n] (steps: i32) (xs: [n]f64) (vs: [n]f64) (masses: [n]f64) : (i64, f64, f64, [n]f64) =
  let w = run steps 0.25 (create 0 10 xs vs masses)
  let s = summarise w
  in (s.count, s.energy, s.centre, positions w)
