-- A small ray tracer: shapes as sums with records inside, materials, reflections by a loop, in a fixed scene.
-- ==
-- entry: render
-- input { 6i64 8i64 3i32 }
-- output { [[0.7164723037486298f64, 0.7325611662836417f64, 0.7455204635477183f64, 0.7528690105455684f64, 0.7528690105455684f64, 0.7455204635477183f64, 0.7325611662836417f64, 0.7164723037486298f64], [0.6384531819423563f64, 0.650331476566862f64, 0.6601899589474018f64, 0.6659067664381589f64, 0.6659067664381589f64, 0.6601899589474018f64, 0.650331476566862f64, 0.6384531819423563f64], [0.5478090835058198f64, 0.5522538527636972f64, 0.5560130306237484f64, 0.4938350225318407f64, 0.5582247357723069f64, 0.12f64, 0.5522538527636972f64, 0.5478090835058198f64], [0.2828344058124622f64, 0.9f64, 0.9f64, 0.21212580435934664f64, 0.21212580435934664f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64], [0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64], [0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64]] }
-- input { 4i64 4i64 0i32 }
-- output { [[0.7062787782136442f64, 0.7305774764188375f64, 0.7305774764188375f64, 0.7062787782136442f64], [0.5746370046257827f64, 0.5853482176569782f64, 0.5853482176569782f64, 0.5746370046257827f64], [0.2828344058124622f64, 0.06f64, 0.06f64, 0.2828344058124622f64], [0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64, 0.2828344058124622f64]] }
-- input { 0i64 3i64 0i32 } output { empty([0][3]f64) }

-- ==
-- entry: hits
-- input { 10i64 } output { [4i64, 1i64, 50i64, 5i64] }

type vec = {x: f64, y: f64, z: f64}
def vec (x, y, z) : vec = {x, y, z}
def (a: vec) <+> (b: vec) = vec (a.x + b.x, a.y + b.y, a.z + b.z)
def (a: vec) <-> (b: vec) = vec (a.x - b.x, a.y - b.y, a.z - b.z)
def (s: f64) *> (a: vec) = vec (s * a.x, s * a.y, s * a.z)
def (a: vec) <.> (b: vec) : f64 = a.x * b.x + a.y * b.y + a.z * b.z
def unit (a: vec) : vec = (1 / f64.sqrt (a <.> a)) *> a

type material = #matte f64 | #mirror {tint: f64, loss: f64} | #light f64
type shape =
    #sphere {centre: vec, radius: f64} material
  | #plane {normal: vec, offset: f64} material
  | #box vec vec material

type ray = {from: vec, towards: vec}
type hit = #miss | #hit {t: f64, normal: vec, material: material}

def at (r: ray) (t: f64) : vec = r.from <+> t *> r.towards

def intersect (r: ray) (s: shape) : hit =
  match s
  case #sphere {centre, radius} material ->
    let oc = r.from <-> centre
    let b = oc <.> r.towards
    let d = b * b - (oc <.> oc) + radius * radius
    in if d < 0 then #miss
       else let t = -b - f64.sqrt d
            in if t > 1e-6 then #hit {t, normal = unit (at r t <-> centre), material} else #miss
  case #plane {normal, offset} material ->
    let k = normal <.> r.towards
    let t = (offset - (normal <.> r.from)) / k
    in if k == 0 || t <= 1e-6 then #miss else #hit {t, normal, material}
  case #box lo hi material ->
    let side (a: f64) (b: f64) (o: f64) (d: f64) =
      let (t0, t1) = ((a - o) / d, (b - o) / d)
      in if t0 < t1 then (t0, t1) else (t1, t0)
    let (x0, x1) = side lo.x hi.x r.from.x r.towards.x
    let (y0, y1) = side lo.y hi.y r.from.y r.towards.y
    let (z0, z1) = side lo.z hi.z r.from.z r.towards.z
    let t = f64.max x0 (f64.max y0 z0)
    let t' = f64.min x1 (f64.min y1 z1)
    in if t > t' || t <= 1e-6 then #miss
       else let normal = if t == x0 then vec (-f64.sgn r.towards.x, 0, 0)
                         else if t == y0 then vec (0, -f64.sgn r.towards.y, 0)
                         else vec (0, 0, -f64.sgn r.towards.z)
            in #hit {t, normal, material}

def nearest (a: hit) (b: hit) : hit =
  match (a, b)
  case (#miss, _) -> b
  case (_, #miss) -> a
  case (#hit h, #hit k) -> if h.t <= k.t then a else b

def scene : [4]shape =
  [#sphere {centre = vec (0, 0, 5), radius = 1} (#mirror {tint = 0.8, loss = 0.05}),
   #sphere {centre = vec (2, 0.5, 4), radius = 0.5} (#matte 0.6),
   #plane {normal = vec (0, 1, 0), offset = -1} (#matte 0.3),
   #box (vec (-3, -1, 4)) (vec (-1.5, 0.5, 6)) (#light 0.9)]

def sun : vec = unit (vec (1, 2, -1.5))

def trace [n] (shapes: [n]shape) (bounces: i32) (r: ray) : f64 =
  let see r = reduce nearest #miss (map (intersect r) shapes)
  let (_, _, shade, _) =
    loop (r, weight, shade, left) = (r, 1, 0, bounces) while left >= 0 do
      match see r
      case #miss -> (r, weight, shade + weight * (0.5 + 0.5 * f64.max 0 r.towards.y), -1)
      case #hit {t, normal, material = #matte k} ->
        let p = at r t
        let dark = match see {from = p <+> 1e-4 *> normal, towards = sun} case #miss -> false case _ -> true
        in (r, weight, shade + weight * k * (0.2 + (if dark then 0 else f64.max 0 (normal <.> sun))), -1)
      case #hit {t = _, normal = _, material = #light k} -> (r, weight, shade + weight * k, -1)
      case #hit {t, normal, material = #mirror {tint, loss}} ->
        let d = r.towards <-> (2 * (normal <.> r.towards)) *> normal
        in ({from = at r t, towards = d}, weight * (tint - loss), shade, left - 1)
  in shade

entry render (h: i64) (w: i64) (bounces: i32) : [h][w]f64 =
  tabulate_2d h w (\i j ->
    let x = (f64.i64 (2 * j + 1) / f64.i64 w - 1) * 0.8123
    let y = (1 - f64.i64 (2 * i + 1) / f64.i64 h) * 0.7071
    in trace scene bounces {from = vec (0.013, 0.1, -1), towards = unit (vec (x, y, 1))})

entry hits (h: i64) : [4]i64 =
  let rays = tabulate_2d h h (\i j -> {from = vec (0, 0, 0), towards = unit (vec ((f64.i64 j + 0.5) / f64.i64 h * 2 - 1, (f64.i64 i + 0.5) / f64.i64 h * 2 - 1, 1))}) |> flatten
  in map (\s -> i64.sum (map (\r -> match intersect r s case #hit _ -> 1 case #miss -> 0) rays)) scene
