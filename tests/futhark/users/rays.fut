-- Ray casting: a module of vectors, spheres as records, the nearest hit by a reduction, shading in f32.
-- ==
-- entry: image
-- input { 5i64 6i64 }
-- output { [[0.0f32, 0.0f32, 0.0f32, 0.0f32, 0.0f32, 0.0f32], [0.0f32, 0.0f32, 0.0f32, 0.0f32, 0.42703973838917864f32, 0.0f32], [0.0f32, 0.0f32, 0.1f32, 0.8164124168009974f32, 0.0f32, 0.0f32], [0.46246079574804944f32, 0.4668337973460803f32, 0.470954395714182f32, 0.4749200622160162f32, 0.4788123399390921f32, 0.48270873046801466f32], [0.47327659153829443f32, 0.47539298334403646f32, 0.47747253922710275f32, 0.47952685940434003f32, 0.4815669159217609f32, 0.4836034502310212f32]] }
-- input { 1i64 0i64 } output { empty([1][0]f32) }

-- ==
-- entry: distances
-- input { [0.0f32, 0.5f32, 2.0f32] } output { [4.0f32, 4.133974596215562f32, f32.inf] }
-- input { empty([0]f32) } output { empty([0]f32) }

module vec3 = {
  type t = {x: f32, y: f32, z: f32}
  def v (x: f32) (y: f32) (z: f32) : t = {x, y, z}
  def map2 (f: f32 -> f32 -> f32) (a: t) (b: t) : t = v (f a.x b.x) (f a.y b.y) (f a.z b.z)
  def scale (k: f32) (a: t) : t = v (k * a.x) (k * a.y) (k * a.z)
  def dot (a: t) (b: t) : f32 = a.x * b.x + a.y * b.y + a.z * b.z
  def norm a = f32.sqrt (dot a a)
  def unit a = scale (1 / norm a) a
  local def unused = 5i32
}

def (+.) = vec3.map2 (+)
def (-.) = vec3.map2 (-)

type ray = {from: vec3.t, along: vec3.t}
type sphere = {centre: vec3.t, radius: f32, shade: f32}

-- | The distance to a sphere along a ray, infinite where it is missed.
def hit (r: ray) (s: sphere) : f32 =
  let oc = r.from -. s.centre
  let b = vec3.dot oc r.along
  let c = vec3.dot oc oc - s.radius ** 2
  let d = b * b - c
  in if d < 0 then f32.inf
     else let root = f32.sqrt d
          let (near, far) = (-b - root, -b + root)
          in if near > 1e-4 then near else if far > 1e-4 then far else f32.inf

def nearest [n] (scene: [n]sphere) (r: ray) : (f32, i64) =
  reduce_comm (\(d, i) (e, j) -> if d < e || (d == e && i < j) then (d, i) else (e, j))
              (f32.inf, -1)
              (zip (map (hit r) scene) (iota n))

def light = vec3.unit (vec3.v 1 1 (-1))

def shade [n] (scene: [n]sphere) (r: ray) : f32 =
  match nearest scene r
  case (_, -1) -> 0
  case (d, i) ->
    let p = r.from +. vec3.scale d r.along
    let normal = vec3.unit (p -. scene[i].centre)
    let shadow = (nearest scene {from = p, along = light}).1 >= 0
    in if shadow then 0.1 * scene[i].shade
       else scene[i].shade * f32.max 0.1 (vec3.dot normal light)

def scene : []sphere =
  [ {centre = vec3.v 0 0 5, radius = 1, shade = 1}
  , {centre = vec3.v 1 1 3, radius = 0.5, shade = 0.5}
  , {centre = {x = 0, y = -101, z = 5}, radius = 100, shade = 0.8}
  ]

entry image (h: i64) (w: i64) : [h][w]f32 =
  let pixel i j =
    let x = (f32.i64 j + 0.5) / f32.i64 w * 2 - 1
    let y = 1 - (f32.i64 i + 0.5) / f32.i64 h * 2
    in shade scene {from = vec3.v 0 0 0, along = vec3.unit {x, y, z = 1}}
  in tabulate_2d h w pixel

entry distances (xs: []f32) : []f32 =
  map (\x -> (nearest scene {from = vec3.v x 0 0, along = vec3.v 0 0 1}).0) xs
