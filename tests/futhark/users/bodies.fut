-- Gravity among bodies, with leap steps; energy and centre of mass; a map nest in a loop.
-- ==
-- entry: simulate
-- input { 20i32 0.01f64 [[0.0f64, 0.0f64, 0.0f64], [1.0f64, 0.0f64, 0.0f64], [0.0f64, 2.0f64, 0.0f64], [1.0f64, 1.0f64, 1.0f64]] [5.0f64, 1.0f64, 1.0f64, 0.5f64] [[0.0f64, 0.0f64, 0.0f64], [0.0f64, 2.0f64, 0.0f64], [1.0f64, 0.0f64, 0.0f64], [0.0f64, 0.0f64, 1.0f64]] }
-- output { [[0.022833247230847023f64, 0.009881703661036294f64, 0.0020363110473170538f64], [0.8940759861454021f64, 0.3942881128590281f64, 0.004239577134399378f64], [0.2032330658549275f64, 1.9673222805980675f64, 0.0021396723999591973f64], [0.9770494236908707f64, 0.9779621764754458f64, 1.1668783904581124f64]] [[0.21808519458675818f64, 0.10759680638938626f64, 0.0196229658133045f64], [-1.0111942477260283f64, 1.8799423210332353f64, 0.04275565882032287f64], [1.0279174318703679f64, -0.3163152742805501f64, 0.021001868978508885f64], [-0.21429831415626122f64, -0.20322215739923324f64, 0.6762552862692915f64]] }
-- input { 20i32 0.01f64 empty([0][3]f64) empty([0]f64) empty([0][3]f64) }
-- output { empty([0][3]f64) empty([0][3]f64) }

-- ==
-- entry: centre
-- input { [[0.0f64, 0.0f64, 0.0f64], [1.0f64, 0.0f64, 0.0f64], [0.0f64, 2.0f64, 0.0f64], [1.0f64, 1.0f64, 1.0f64]] [5.0f64, 1.0f64, 1.0f64, 0.5f64] }
-- output { [0.2f64, 0.3333333333333333f64, 0.06666666666666667f64] }

-- ==
-- entry: energy
-- input { [[0.0f64, 0.0f64, 0.0f64], [1.0f64, 0.0f64, 0.0f64], [0.0f64, 2.0f64, 0.0f64], [1.0f64, 1.0f64, 1.0f64]] [5.0f64, 1.0f64, 1.0f64, 0.5f64] [[0.0f64, 0.0f64, 0.0f64], [0.0f64, 2.0f64, 0.0f64], [1.0f64, 0.0f64, 0.0f64], [0.0f64, 0.0f64, 1.0f64]] }
-- output { -7.250677910895332f64 }

type vec = [3]f64
type body = {position: vec, velocity: vec, mass: f64}

def vmap2 (f: f64 -> f64 -> f64) (a: vec) (b: vec) : vec = map2 f a b
def dot (a: vec) (b: vec) : f64 = f64.sum (vmap2 (*) a b)
def zero : vec = replicate 3 0
def softening : f64 = 0.01

def pull (on: body) (by: body) : vec =
  let d = vmap2 (-) by.position on.position
  let r2 = dot d d + softening
  in map (* (by.mass / (r2 * f64.sqrt r2))) d

def advance (h: f64) (b: body) (a: vec) : body =
  let velocity = vmap2 (\v x -> v + h * x) b.velocity a
  in b with velocity = velocity
       with position = vmap2 (\p v -> p + h * v) b.position velocity

def step [n] (h: f64) (bodies: [n]body) : [n]body =
  let accelerations = map (\b -> map (pull b) bodies |> reduce (vmap2 (+)) zero) bodies
  in map2 (advance h) bodies accelerations

def pack [n] (ps: [n]vec) (ms: [n]f64) (vs: [n]vec) : [n]body =
  map3 (\position velocity mass -> {position, velocity, mass}) ps vs ms

entry simulate [n] (steps: i32) (h: f64) (ps: [n][3]f64) (ms: [n]f64) (vs: [n][3]f64) : ([n][3]f64, [n][3]f64) =
  pack ps ms vs |> iterate steps (step h) |> map (\b -> (b.position, b.velocity)) |> unzip

entry centre [n] (ps: [n][3]f64) (ms: [n]f64) : [3]f64 =
  let total = f64.sum ms
  in transpose (map2 (\p m -> map (* (m / total)) p) ps ms) |> map f64.sum

entry energy [n] (ps: [n][3]f64) (ms: [n]f64) (vs: [n][3]f64) : f64 =
  let bodies = pack ps ms vs
  let kinetic = f64.sum (map (\b -> b.mass * dot b.velocity b.velocity / 2) bodies)
  let potential =
    loop e = 0 for i < n do
      loop e for j in i + 1..<n do
        let d = vmap2 (-) bodies[i].position bodies[j].position
        in e - bodies[i].mass * bodies[j].mass / f64.sqrt (dot d d + softening)
  in kinetic + potential
