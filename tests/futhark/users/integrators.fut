-- Bodies that attract each other: vectors as a module, integrators as parametric modules over any system, energies compared.
-- ==
-- entry: orbit
-- input { 1i32 0.05f64 20i32 } output { [0.0004356114435269268f64, 0.5643885564730734f64] [0.0001325142904420955f64, 0.8674857095579048f64] -0.00045190840861716983f64 }
-- input { 2i32 0.05f64 30i32 } output { [0.0009288807588778151f64, 0.07111924112218483f64] [0.000501882492307304f64, 0.9981175076926957f64] -0.0004999383543911771f64 }
-- input { 3i32 0.1f64 25i32 } output { [0.0018000478061155408f64, -0.8000478061155407f64] [0.0019031379823262861f64, 0.5968620176737136f64] -0.0004999503522058088f64 }
-- input { 3i32 0.1f64 0i32 } output { [0.0f64, 1.0f64] [0.0f64, 0.0f64] -0.0004999500037496877f64 }

module type vspace = {
  type real
  type vector
  val + : vector -> vector -> vector
  val - : vector -> vector -> vector
  val dot : vector -> vector -> real
  val scale : real -> vector -> vector
  val zero : vector
  val sum [n] : [n]vector -> vector
}

module mk_vspace_2d (R: real) : vspace with real = R.t with vector = {x: R.t, y: R.t} = {
  type real = R.t
  type vector = {x: R.t, y: R.t}
  def map (f: real -> real) ({x, y}: vector) : vector = {x = f x, y = f y}
  def map2 (f: real -> real -> real) (a: vector) (b: vector) : vector = {x = f a.x b.x, y = f a.y b.y}
  def (+) = map2 (R.+)
  def (-) = map2 (R.-)
  def dot a b = let {x, y} = map2 (R.*) a b in R.(x + y)
  def scale s = map (s R.*)
  def zero = {x = R.i32 0, y = R.i32 0}
  def sum [n] (vs: [n]vector) : vector = reduce (+) zero vs
}

module v2 = mk_vspace_2d f64
type vec = v2.vector
type body = {position: vec, velocity: vec, mass: f64}

module type system = {
  type state
  type change
  val slope : state -> change
  val move : f64 -> change -> state -> state
  val plus : change -> change -> change
}

module type integrator = (S: system) -> {
  val step : f64 -> S.state -> S.state
}

module euler : integrator = \(S: system) -> {
  def step h (s: S.state) = S.move h (S.slope s) s
}

module midpoint (S: system) = {
  def step h (s: S.state) = S.move h (S.slope (S.move (h / 2) (S.slope s) s)) s
}

module runge_kutta : integrator = \(S: system) -> {
  def step h (s: S.state) =
    let k1 = S.slope s
    let k2 = S.slope (S.move (h / 2) k1 s)
    let k3 = S.slope (S.move (h / 2) k2 s)
    let k4 = S.slope (S.move h k3 s)
    in s |> S.move (h / 6) (S.plus k1 k4) |> S.move (h / 3) (S.plus k2 k3)
}

module bodies (N: {val n : i64}) = {
  type state = [N.n]body
  type change = [N.n](vec, vec)
  def force (b: body) (c: body) : vec =
    let d = c.position v2.- b.position
    let r2 = v2.dot d d + 1e-4
    in v2.scale (c.mass / (r2 * f64.sqrt r2)) d
  def slope (bs: state) : change = map (\b -> (b.velocity, v2.sum (map (force b) bs))) bs
  def move h (ds: change) (bs: state) : state =
    map2 (\b (v, a) -> b with position = v2.(b.position + scale h v) with velocity = v2.(b.velocity + scale h a)) bs ds
  def plus = map2 (\(a: vec, b: vec) (c: vec, d: vec) -> v2.((a + c, b + d)))
}

module two_bodies = {def n = 2i64}
module two = bodies two_bodies
module two_euler = euler two
module two_midpoint = midpoint two
module two_rk = runge_kutta two

def start : [2]body = [{position = {x = 0, y = 0}, velocity = v2.zero, mass = 1},
                       {position = {x = 1, y = 0}, velocity = {x = 0, y = 1}, mass = 0.001}]

def energy [n] (bs: [n]body) : f64 =
  let pot b c = if b.position.x == c.position.x && b.position.y == c.position.y then 0
                else let d = v2.(b.position - c.position) in -b.mass * c.mass / f64.sqrt (v2.dot d d + 1e-4)
  in f64.sum (map (\b -> 0.5 * b.mass * v2.dot b.velocity b.velocity) bs)
     + 0.5 * f64.sum (flatten (map (\b -> map (pot b) bs) bs))

entry orbit (method: i32) (h: f64) (steps: i32) : ([2]f64, [2]f64, f64) =
  let f (s: two.state) : two.state =
    match method case 1 -> two_euler.step h s case 2 -> two_midpoint.step h s case _ -> two_rk.step h s
  let s = iterate steps f (start :> two.state)
  in (sized 2 (map (.position.x) s), sized 2 (map (.position.y) s), energy s)
