-- Geometry in the plane and in space: areas, hulls, points in polygons, closest pairs, rotations by quaternions.
-- ==
-- entry: double_area
-- input { [0i64, 10i64, 10i64, 5i64, 0i64] [0i64, 0i64, 10i64, 4i64, 10i64] } output { 140i64 }

-- ==
-- entry: on_hull
-- input { [0i64, 5i64, -16i64, -14i64, 17i64, 12i64, -18i64, 7i64, -16i64, -15i64, 7i64, 16i64, -6i64, 20i64, -17i64, 17i64, -17i64, -18i64, -12i64, 6i64] [-11i64, -17i64, 14i64, 3i64, -17i64, -7i64, -15i64, 6i64, -5i64, 15i64, -17i64, -13i64, 20i64, 17i64, 16i64, 5i64, -6i64, 15i64, -2i64, -11i64] }
-- output { [false, true, false, false, true, false, true, false, false, false, false, false, true, true, true, false, false, true, false, false] }
-- input { [0i64, 2i64, 2i64, 0i64, 1i64] [0i64, 0i64, 2i64, 2i64, 1i64] }
-- output { [true, true, true, true, false] }

-- ==
-- entry: inside
-- input { [0.0f64, 10.0f64, 10.0f64, 5.0f64, 0.0f64] [0.0f64, 0.0f64, 10.0f64, 4.0f64, 10.0f64] [1.0f64, 5.0f64, 9.0f64, -1.0f64, 5.0f64] [1.0f64, 5.0f64, 8.0f64, 3.0f64, 3.9f64] }
-- output { [true, false, true, false, true] }

-- ==
-- entry: closest
-- input { [0.0f64, 5.0f64, 3.0f64, 9.0f64] [0.0f64, 5.0f64, 4.0f64, 9.0f64] }
-- output { 2.23606797749979f64 1i64 2i64 }
-- input { [1.0f64] [1.0f64] } output { f64.inf 1i64 1i64 }

-- ==
-- entry: turned
-- input { [[1.0f64, 0.0f64, 0.0f64], [1.0f64, 2.0f64, 3.0f64]] [1.0f64, 1.0f64, 0.0f64] 1.25f64 }
-- output { [[0.6576611811976344f64, 0.34233881880236566f64, -0.6710334595880696f64], [3.3554391975665743f64, -0.3554391975665745f64, 1.617000546773876f64]] }
-- input { empty([0][3]f64) [1.0f64, 1.0f64, 0.0f64] 1.25f64 } output { empty([0][3]f64) }

-- ==
-- entry: bounds
-- input { [3.0f32, -1.0f32, 2.0f32] } output { -1.0f32 3.0f32 }

type point 't = {x: t, y: t}
type segment 't = {a: point t, b: point t}

def points 't [n] (xs: [n]t) (ys: [n]t) : [n](point t) = map2 (\x y -> {x, y}) xs ys
def next 't [n] (ps: [n]t) : [n]t = rotate 1 ps

def cross (o: point i64) (a: point i64) (b: point i64) : i64 =
  (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

entry double_area [n] (xs: [n]i64) (ys: [n]i64) : i64 =
  let ps = points xs ys
  in map2 (\p q -> p.x * q.y - q.x * p.y) ps (next ps) |> i64.sum |> i64.abs

-- | Corners of the hull: points with all others strictly on one side of some line through them (gift wrapping).
entry on_hull [n] (xs: [n]i64) (ys: [n]i64) : [n]bool =
  let ps = points xs ys
  let less i j = let (p, q) = (ps[i], ps[j]) in p.x < q.x || (p.x == q.x && (p.y < q.y || (p.y == q.y && i < j)))
  let start = loop s = 0 for i in 1..<n do if less i s then i else s
  let square p q = let (dx, dy) = (p.x - q.x, p.y - q.y): (i64, i64) in dx * dx + dy * dy
  let outer o i j =
    if ps[i] == ps[o] then j else if ps[j] == ps[o] then i
    else let c = cross ps[o] ps[i] ps[j]
         in if c < 0 || (c == 0 && (square ps[j] ps[o] > square ps[i] ps[o]))
            then j else i
  let wrap (marks: *[n]bool, at: i64) : (*[n]bool, i64) =
    (marks with [at] = true, loop best = at for j < n do outer at best j)
  let (marks, at) = wrap (replicate n false, start)
  let (marks, _) = loop (marks, at) while !marks[at] do wrap (marks, at)
  in marks

def within [n] (polygon: [n](segment f64)) (p: point f64) : bool =
  polygon
  |> map (\{a, b} ->
            (a.y > p.y) != (b.y > p.y)
            && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
  |> reduce (!=) false

entry inside [n][m] (xs: [n]f64) (ys: [n]f64) (us: [m]f64) (vs: [m]f64) : [m]bool =
  let corners = points xs ys
  let sides = map2 (\a b -> {a, b}) corners (next corners)
  in map (within sides) (points us vs)

entry closest [n] (xs: [n]f64) (ys: [n]f64) : (f64, i64, i64) =
  let ps = points xs ys
  let pairs = flatten (tabulate_2d n n (\i j ->
    if i < j then (f64.hypot (ps[i].x - ps[j].x) (ps[i].y - ps[j].y), i, j) else (f64.inf, n, n)))
  in reduce (\a b -> if a.0 < b.0 || (a.0 == b.0 && (a.1 < b.1 || a.1 == b.1 && a.2 <= b.2)) then a else b)
            (f64.inf, n, n) pairs

module quaternion = {
  type t = {w: f64, v: [3]f64}
  def cross (a: [3]f64) (b: [3]f64) : [3]f64 =
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
  def dot (a: [3]f64) (b: [3]f64) : f64 = f64.sum (map2 (*) a b)
  def mul (p: t) (q: t) : t =
    { w = p.w * q.w - dot p.v q.v
    , v = map3 (\a b c -> p.w * a + q.w * b + c) q.v p.v (cross p.v q.v) }
  def conj (p: t) : t = p with v = map (0 -) p.v
  def about (axis: [3]f64) (angle: f64) : t =
    let k = f64.sin (angle / 2) / f64.sqrt (dot axis axis)
    in {w = f64.cos (angle / 2), v = map (k *) axis}
  def rotate (q: t) (x: [3]f64) : [3]f64 = (q `mul` {w = 0, v = x} `mul` conj q).v
}

entry turned [n] (ps: [n][3]f64) (axis: [3]f64) (angle: f64) : [n][3]f64 =
  map (quaternion.rotate (quaternion.about axis angle)) ps

entry bounds [n] (xs: [n]f32) : (f32, f32) =
  reduce (\(a, b) (c, d) -> (f32.min a c, f32.max b d)) (f32.highest, f32.lowest) (zip xs xs)
