-- Inputs of the programs of this folder, from a fixed seed.
-- ==
-- entry: check
-- input { 5i64 } output { true }

-- The number of a place in one of several streams: SplitMix64.
def bits (stream: u64) (i: i64) : u64 =
  let x = (u64.i64 i + stream << 40) * 0x9e3779b97f4a7c15
  let x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9
  let x = (x ^ x >> 27) * 0x94d049bb133111eb
  in x ^ x >> 31

def number (stream: u64) (i: i64) : f64 =
  f64.u64 (bits stream i >> 11) / 9007199254740992

def vector (stream: u64) (n: i64) : [n]f32 =
  tabulate n (\i -> f32.f64 (2 * number stream i - 1))

-- Values of a picture, which are near the middle of the bins: sums of 8 numbers. `spread` is 1 for values in all bins.
entry histo (bins: i64) (points: i64) (spread: f64) : []i32 =
  tabulate points
           (\i ->
              let sum = loop sum = 0 for k < 8 do sum + number 1 (8 * i + k)
              in i32.f64 (f64.i64 bins * (0.5 + spread * (sum / 8 - 0.5))))

entry sgemm (n: i64) (m: i64) (k: i64) : ([n][k]f32, [k][m]f32, [n][m]f32) =
  (unflatten (vector 1 (n * k)),
   unflatten (vector 2 (k * m)),
   unflatten (vector 3 (n * m)))

entry mri_q (samples: i64) (side: i64)
    : ([]f32, []f32, []f32, []f32, []f32, []f32, []f32, []f32) =
  let voxels = side * side * side
  let place i = f32.i64 i / f32.i64 side - 0.5
  in (vector 1 samples,
      vector 2 samples,
      vector 3 samples,
      vector 4 samples,
      vector 5 samples,
      tabulate voxels (\i -> place (i % side)),
      tabulate voxels (\i -> place (i / side % side)),
      tabulate voxels (\i -> place (i / side / side)))

entry stencil (nx: i64) (ny: i64) (nz: i64) : []f32 = vector 1 (nx * ny * nz)

entry tpacf (points: i64) (sets: i64) : ([]f64, []f64, [][]f64, [][]f64) =
  let ascension i = 360 * number 1 i
  let declination i = f64.asin (2 * number 2 i - 1) * 180 / f64.pi
  in (tabulate points ascension,
      tabulate points declination,
      tabulate_2d sets points (\k i -> ascension (points * (k + 1) + i)),
      tabulate_2d sets points (\k i -> declination (points * (k + 1) + i)))

-- A cavity with a lid, and balls of solid cells in it.
entry lbm (nx: i64) (ny: i64) (nz: i64) : ([]u8, []f32) =
  let cells = nx * ny * nz
  let kind c =
    let (x, y, z) = (c % nx, c / nx % ny, c / nx / ny)
    let is_border =
      x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1
    let from_middle i = let d = i % 30 - 15 in d * d
    in if is_border || from_middle x + from_middle y + from_middle z < 64
       then 1
       else if z == nz - 2
       then 2
       else 0
  let density i =
    let q = i % 19
    let weight: f64 = if q == 0 then 1 / 3 else if q < 7 then 1 / 18 else 1 / 36
    in f32.f64 (weight * (0.9 + 0.2 * number 1 i))
  in (tabulate cells kind, tabulate (19 * cells) density)

entry check (n: i64) : bool =
  all (\i -> i >= 0 && i < 10) (histo 10 n 1)
  && all (< 3) (lbm n n n).0
  && length (tpacf n n).2 == n
  && length (mri_q n n).5 == n * n * n
  && length (stencil n n n) == n * n * n
  && length (sgemm n n n).0 == n
