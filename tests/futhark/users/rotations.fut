-- Quaternions and affine maps of space in nested modules; a scene of nested transformations as an array of parents.
-- ==
-- entry: turned
-- input { [1f64,2,2] 0.7f64 [[1.0f64, 0.0f64, 0.0f64], [0.0f64, 1.0f64, -1.0f64]] }
-- output { [[0.7909708331417675f64, 0.4817357498730187f64, -0.3772211664439025f64], [-0.8589569163169213f64, 0.9795814163637188f64, -0.550102958205258f64]] }
-- input { [1f64,2,2] 0.7f64 empty([0][3]f64) } output { empty([0][3]f64) }

-- ==
-- entry: arm
-- input { 1i64 0.5f64 } output { [[1.0f64, 0.0f64, 0.0f64]] }
-- input { 5i64 0.5f64 }
-- output { [[1.0f64, 0.0f64, 0.0f64], [1.8775825618903728f64, 0.479425538604203f64, 0.0f64], [2.4178848677585125f64, 1.3208965234120995f64, 0.0f64], [2.4886220694262153f64, 2.318391510016154f64, 0.0f64], [2.0724752328790728f64, 3.2276889368418358f64, 0.0f64]] }

-- ==
-- entry: zoomed
-- input { 3f64 } output { [12.0f64, -6.0f64, 1.0f64] }

module space (R: real) = {
  type real = R.t
  def zero = R.i32 0
  def one = R.i32 1

  module vec3 = {
    type t = {x: real, y: real, z: real}
    def (+) (a: t) (b: t) : t = R.({x = a.x + b.x, y = a.y + b.y, z = a.z + b.z})
    def scale (s: real) (a: t) : t = R.({x = s * a.x, y = s * a.y, z = s * a.z})
    def dot (a: t) (b: t) = R.(a.x * b.x + a.y * b.y + a.z * b.z)
    def norm a = R.sqrt (dot a a)
    def cross (a: t) (b: t) : t =
      R.({x = a.y * b.z - a.z * b.y, y = a.z * b.x - a.x * b.z, z = a.x * b.y - a.y * b.x})
  }

  module quaternion = {
    open vec3
    type q = {re: real, im: t}
    def (*) (p: q) (q: q) : q =
      {re = p.re R.* q.re R.- dot p.im q.im,
       im = scale p.re q.im + scale q.re p.im + cross p.im q.im}
    def conj (p: q) : q = p with im = scale (R.neg one) p.im
    def turn (axis: t) (angle: real) : q =
      let half = R.(angle / i32 2)
      in {re = R.cos half, im = scale (R.sin half R./ norm axis) axis}
    def apply (p: q) (v: t) : t = (p * {re = zero, im = v} * conj p).im
  }

  module affine = {
    type t = {turn: quaternion.q, move: vec3.t, zoom: real}
    def apply (a: t) (v: vec3.t) : vec3.t = vec3.(scale a.zoom (quaternion.apply a.turn v) + a.move)
    def after (a: t) (b: t) : t =
      {turn = quaternion.(a.turn * b.turn), move = apply a b.move, zoom = a.zoom R.* b.zoom}
    def id : t = {turn = {re = one, im = {x = zero, y = zero, z = zero}}, move = {x = zero, y = zero, z = zero}, zoom = one}
  }
}

module s64 = space f64
open s64
type point = vec3.t
def point (x: f64) (y: f64) (z: f64) : point = {x, y, z}
def list (p: point) : [3]f64 = [p.x, p.y, p.z]
def read (x: [3]f64) : point = point x[0] x[1] x[2]

entry turned [n] (axis: [3]f64) (angle: f64) (ps: [n][3]f64) : [n][3]f64 =
  map (read >-> quaternion.(apply (turn (read axis) angle)) >-> list) ps

-- | Every node's transformation in the world, from its parent's; parents come before.
def world [n] (parents: [n]i64) (locals: [n]affine.t) : [n]affine.t =
  let (out, _) =
    loop (as, ps) = (locals, parents) while any (>= 0) ps do
      (map2 (\a p -> if p < 0 then a else affine.after as[p] a) as ps,
       map (\p -> if p < 0 then p else ps[p]) ps)
  in out

entry arm (n: i64) (angle: f64) : [n][3]f64 =
  let joint = affine.id with turn = quaternion.turn (point 0 0 1) angle with move.x = 1
  in world (map (+ -1) (iota n)) (rep joint) |> map (\a -> list a.move)

entry zoomed (x: f64) : [3]f64 =
  let a = {turn = quaternion.turn (point 1 0 0) (f64.pi / 2), move = point 0 0 1, zoom = 2}
  in list (affine.(apply (after a (after a id))) (point x 1 0))
