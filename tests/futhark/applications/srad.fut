-- Speckle reduction on an image: a two-pass stencil with arrays of records between the passes.
-- ==
-- entry: diffuse
-- input { 1i32 0.5f32 [[43u8, 49u8], [36u8, 182u8]] }
-- output { [[1.1837292455495927f32, 1.2462638695501758f32], [1.1920058218734437f32, 1.9667516035020853f32]] }
-- input { 1i32 0.5f32 [[90u8, 75u8, 213u8, 34u8, 44u8], [19u8, 65u8, 151u8, 199u8, 118u8], [168u8, 224u8, 88u8, 146u8, 57u8]] }
-- output { [[1.3991388437278018f32, 1.372990620867744f32, 2.207841257217097f32, 1.2284213174072074f32, 1.210055151234747f32], [1.159927579406335f32, 1.3591885230400942f32, 1.7961245521446911f32, 2.0426033304936646f32, 1.5594754274279579f32], [1.894089419831368f32, 2.284497153839248f32, 1.5388075939531314f32, 1.7118285893278233f32, 1.3580128821798216f32]] }
-- input { 4i32 0.5f32 [[79u8, 216u8, 49u8, 168u8, 127u8, 131u8], [86u8, 80u8, 236u8, 120u8, 206u8, 183u8], [74u8, 238u8, 225u8, 15u8, 196u8, 92u8], [201u8, 27u8, 247u8, 140u8, 207u8, 129u8], [211u8, 241u8, 184u8, 169u8, 41u8, 115u8]] }
-- output { [[1.441601305428729f32, 2.04666413802742f32, 1.5975522098952477f32, 1.7104428017195583f32, 1.8053862389135642f32, 1.7911626893226702f32], [1.409541882241169f32, 1.5993123488685492f32, 2.2096294535002285f32, 1.8400834991629325f32, 1.8837627135926764f32, 1.850702434934484f32], [1.5067043164116671f32, 2.282351420643618f32, 2.2908025002455727f32, 1.5604305812231318f32, 1.82895550820037f32, 1.786094152813344f32], [2.0682615270868405f32, 1.6892049774932967f32, 2.210354157521331f32, 1.854021867742843f32, 1.8402771492250727f32, 1.7259612573076288f32], [2.2409476038233285f32, 2.2271499726466364f32, 2.2148241167849396f32, 1.8738094561349818f32, 1.5479604582171513f32, 1.5477712315386198f32]] }

-- ==
-- entry: moments
-- input { [[43u8, 49u8], [36u8, 182u8]] }
-- output { 77.5f32 3661.25f32 }

-- ==
-- entry: unchanged
-- input { empty([0][3]u8) }
-- output { true }
-- input { [[43u8, 49u8], [36u8, 182u8]] }
-- output { true }
-- input { [[90u8, 75u8, 213u8, 34u8, 44u8], [19u8, 65u8, 151u8, 199u8, 118u8], [168u8, 224u8, 88u8, 146u8, 57u8]] }
-- output { true }
-- input { [[79u8, 216u8, 49u8, 168u8, 127u8, 131u8], [86u8, 80u8, 236u8, 120u8, 206u8, 183u8], [74u8, 238u8, 225u8, 15u8, 196u8, 92u8], [201u8, 27u8, 247u8, 140u8, 207u8, 129u8], [211u8, 241u8, 184u8, 169u8, 41u8, 115u8]] }
-- output { true }

type gradient = {dn: f32, ds: f32, dw: f32, de: f32}

def clamp lo hi x = i64.max lo (i64.min hi x)

def mean_and_variance [h][w] (image: [h][w]f32) : (f32, f32) =
  let ne = f32.i64 (h * w)
  let (sum, sum2) =
    flatten image
    |> map (\x -> (x, x * x))
    |> reduce_comm (\(a, b) (c, d) -> (a + c, b + d)) (0, 0)
  let mean = sum / ne
  in (mean, sum2 / ne - mean * mean)

def srad_step [h][w] (lambda: f32) (image: [h][w]f32) : [h][w]f32 =
  let (mean, variance) = mean_and_variance image
  let q0sqr = variance / (mean * mean)
  let at i j = image[clamp 0 (h - 1) i, clamp 0 (w - 1) j]
  let (grads, c) = unzip <| map unzip <| tabulate_2d h w (\i j ->
    let jc = image[i, j]
    let g: gradient = { dn = at (i - 1) j - jc, ds = at (i + 1) j - jc
                      , dw = at i (j - 1) - jc, de = at i (j + 1) - jc }
    let g2 = (g.dn ** 2 + g.ds ** 2 + g.dw ** 2 + g.de ** 2) / (jc * jc)
    let l = (g.dn + g.ds + g.dw + g.de) / jc
    let num = 0.5 * g2 - 1 / 16 * (l * l)
    let den = 1 + 0.25 * l
    let qsqr = num / (den * den)
    let den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr))
    in (g, 1 / (1 + den) |> f32.max 0 |> f32.min 1))
  let update i j jc ({dn, ds, dw, de}: gradient) =
    let cn = c[i, j]
    let cs = c[clamp 0 (h - 1) (i + 1), j]
    let ce = c[i, clamp 0 (w - 1) (j + 1)]
    in jc + 0.25 * lambda * (cn * dn + cs * ds + cn * dw + ce * de)
  in map3 (\i -> map3 (update i) (iota w)) (iota h) image grads

def expressed (x: u8) = f32.exp (f32.u8 x / 255)
def compressed (x: f32) : u8 = f32.log x * 255 |> f32.round |> f32.max 0 |> f32.min 255 |> u8.f32

entry diffuse [h][w] (iterations: i32) (lambda: f32) (image: [h][w]u8) : [h][w]f32 =
  loop image = map (map expressed) image for _i < iterations do srad_step lambda image

entry moments [h][w] (image: [h][w]u8) : (f32, f32) =
  mean_and_variance (map (map f32.u8) image)

entry unchanged [h][w] (image: [h][w]u8) : bool =
  image |> map (map (compressed <-< expressed)) |> map2 (map2 (==)) image |> map and |> and
