-- Bodies under gravity, with vectors over any real type from a module of records.
-- ==
-- entry: simulate
-- input { 3i32 empty([0][7]f64) }
-- output { empty([0]f64) empty([0]f64) empty([0]f64) }
-- input { 2i32 [[0.0f64, 0.0f64, 0.0f64, 1.0f64, 1.0f64, 2.0f64, 3.0f64]] }
-- output { [0.1f64] [0.2f64] [0.30000000000000004f64] }
-- input { 5i32 [[-1.25f64, 1.25f64, 1.0f64, 3.0f64, 1.0f64, 0.0f64, 0.75f64], [0.5f64, -1.25f64, -0.5f64, 3.0f64, -1.0f64, -1.0f64, -1.0f64], [0.25f64, 0.5f64, 1.5f64, 4.0f64, 0.25f64, 0.5f64, -0.75f64], [-1.5f64, 0.5f64, 1.5f64, 1.0f64, 0.0f64, -0.25f64, 1.0f64], [1.75f64, 0.75f64, 0.0f64, 2.0f64, 1.0f64, -0.25f64, 0.0f64], [-0.5f64, -0.25f64, 0.75f64, 1.0f64, 0.0f64, -0.75f64, 0.75f64]] }
-- output { [-0.9482781665751941f64, 0.24396761315186255f64, 0.26394547137515434f64, -1.3891319634866601f64, 1.9488865007800866f64, -0.4514912633041355f64] [1.1739491247113765f64, -1.4628275900853627f64, 0.6196453527500139f64, 0.5210580569245679f64, 0.6696060016805152f64, -0.34721607516369657f64] [1.2129084547573656f64, -0.7191287988526711f64, 1.2705415890938647f64, 1.6645084350424026f64, 0.024881983718051025f64, 0.9722222734319521f64] }

-- ==
-- entry: invariants
-- input { 3i32 empty([0][7]f64) }
-- output { [0.0f64, 0.0f64, 0.0f64] }
-- input { 2i32 [[0.0f64, 0.0f64, 0.0f64, 1.0f64, 1.0f64, 2.0f64, 3.0f64]] }
-- output { [7.0f64, 3.7416573867739413f64, 0.0f64] }
-- input { 5i32 [[-1.25f64, 1.25f64, 1.0f64, 3.0f64, 1.0f64, 0.0f64, 0.75f64], [0.5f64, -1.25f64, -0.5f64, 3.0f64, -1.0f64, -1.0f64, -1.0f64], [0.25f64, 0.5f64, 1.5f64, 4.0f64, 0.25f64, 0.5f64, -0.75f64], [-1.5f64, 0.5f64, 1.5f64, 1.0f64, 0.0f64, -0.25f64, 1.0f64], [1.75f64, 0.75f64, 0.0f64, 2.0f64, 1.0f64, -0.25f64, 0.0f64], [-0.5f64, -0.25f64, 0.75f64, 1.0f64, 0.0f64, -0.75f64, 0.75f64]] }
-- output { [11.873739947893934f64, 4.387482193696062f64, -10.625f64] }

module type vector3 = {
  type scalar
  type vector = {x: scalar, y: scalar, z: scalar}
  val + : vector -> vector -> vector
  val - : vector -> vector -> vector
  val dot : vector -> vector -> scalar
  val scale : scalar -> vector -> vector
  val cross : vector -> vector -> vector
  val norm : vector -> scalar
  val zero : vector
}

module mk_vector3 (T: real) : vector3 with scalar = T.t = {
  type scalar = T.t
  type vector = {x: scalar, y: scalar, z: scalar}
  local def lift2 (f: scalar -> scalar -> scalar) (a: vector) (b: vector) : vector =
    {x = f a.x b.x, y = f a.y b.y, z = f a.z b.z}
  def (+) = lift2 (T.+)
  def (-) = lift2 (T.-)
  def dot (a: vector) (b: vector) = T.(a.x * b.x + a.y * b.y + a.z * b.z)
  def scale k ({x, y, z}: vector) = T.({x = k * x, y = k * y, z = k * z})
  def cross (a: vector) (b: vector) : vector =
    T.({x = a.y * b.z - a.z * b.y,
        y = a.z * b.x - a.x * b.z,
        z = a.x * b.y - a.y * b.x})
  def norm v = T.sqrt (dot v v)
  def zero = let o = T.i64 0 in {x = o, y = o, z = o}
}

module v3 = mk_vector3 f64
type vec = v3.vector
type body = {position: vec, mass: f64, velocity: vec}

def accel (epsilon: f64) (at: vec) (other: body) : vec =
  let r = other.position v3.- at
  let rsqr = v3.dot r r + epsilon * epsilon
  let inv = 1 / f64.sqrt rsqr
  in v3.scale (other.mass * inv * inv * inv) r

def step [n] (epsilon: f64) (dt: f64) (bodies: [n]body) : [n]body =
  let force (b: body) = map (accel epsilon b.position) bodies |> reduce_comm (v3.+) v3.zero
  let move (b: body) (a: vec) : body =
    let velocity = b.velocity v3.+ v3.scale dt a
    in b with velocity = velocity with position = (b.position v3.+ v3.scale dt velocity)
  in map2 move bodies (map force bodies)

def energy [n] (bodies: [n]body) : f64 =
  map (\b -> 0.5 * b.mass * v3.dot b.velocity b.velocity) bodies |> f64.sum

def momentum [n] (bodies: [n]body) : vec =
  map (\b -> v3.scale b.mass b.velocity) bodies |> reduce (v3.+) v3.zero

def spin [n] (bodies: [n]body) : vec =
  reduce (v3.+) v3.zero
  <| map (\b -> v3.scale b.mass (v3.cross b.position b.velocity)) bodies

def to_bodies [n] (rows: [n][7]f64) : [n]body =
  map (\r -> {position = {x = r[0], y = r[1], z = r[2]}, mass = r[3],
              velocity = {x = r[4], y = r[5], z = r[6]}}) rows

entry simulate [n] (steps: i32) (rows: [n][7]f64) : ([n]f64, [n]f64, [n]f64) =
  let final = iterate steps (step 0.1 0.05) (to_bodies rows)
  in unzip3 (map (.position) final |> map (\{x, y, z} -> (x, y, z)))

entry invariants [n] (steps: i32) (rows: [n][7]f64) : [3]f64 =
  let final = iterate steps (step 0.1 0.05) (to_bodies rows)
  in [energy final, v3.norm (momentum final), (spin final).z]
