-- A state that goes in and out in turns, as a program with a window would do it.
-- ==
-- entry: init
-- input { 2i64 } output { 0i8 [0.0, 1.0] [1.0, -1.0] 0i32 }

-- ==
-- entry: step
-- input { 0.5 0i8 [0.0, 1.0] [1.0, -1.0] 0i32 } output { 0i8 [0.5, 0.5] [1.0, -1.0] 1i32 }
-- input { 0.5 1i8 [0.0, 1.0] [1.0, -1.0] 4i32 } output { 1i8 [0.0, 1.0] [1.0, -1.0] 4i32 }

-- ==
-- entry: key
-- input { 32i32 0i8 [0.0, 1.0] [1.0, -1.0] 3i32 } output { 1i8 [0.0, 1.0] [1.0, -1.0] 3i32 }
-- input { 32i32 1i8 [0.0, 1.0] [1.0, -1.0] 3i32 } output { 0i8 [0.0, 1.0] [1.0, -1.0] 3i32 }
-- input { 33i32 1i8 [0.0, 1.0] [1.0, -1.0] 3i32 } output { 1i8 [0.0, 1.0] [1.0, -1.0] 3i32 }

type particle = {at: f64, speed: f64}
type state [n] = {mode: #paused | #moving, particles: [n]particle, time: i32}

-- #moving is 0, #paused 1.
entry init (n: i64) : state [n] =
  let particle i = {at = f64.i64 i, speed = if i % 2 == 0 then 1.0 else -1.0}
  in {mode = #moving, particles = tabulate n particle, time = 0}

entry step [n] (dt: f64) (s: state [n]) : state [n] =
  match s.mode
  case #paused -> s
  case #moving ->
    s with particles = map (\p -> p with at = p.at + dt * p.speed) s.particles
      with time = s.time + 1

entry key [n] (code: i32) (s: state [n]) : state [n] =
  if code != 32 then s
  else match s.mode
       case #paused -> s with mode = #moving
       case #moving -> s with mode = #paused
