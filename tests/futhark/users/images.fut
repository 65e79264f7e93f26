-- Pictures: scaling, turning, flipping, crops, mosaics, packing of colours, error diffusion.
-- ==
-- entry: scaled
-- input { [[0.0f32, 2.0f32], [4.0f32, 6.0f32]] 3i64 3i64 }
-- output { [[0.0f32, 1.0f32, 2.0f32], [2.0f32, 3.0f32, 4.0f32], [4.0f32, 5.0f32, 6.0f32]] }
-- input { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, 5.0f32, 9.0f32]] 4i64 5i64 }
-- output { [[1.0f32, 1.5f32, 2.0f32, 2.5f32, 3.0f32], [2.0f32, 2.5f32, 3.0f32, 4.0f32, 5.0f32], [3.0f32, 3.5f32, 4.0f32, 5.5f32, 7.0f32], [4.0f32, 4.5f32, 5.0f32, 7.0f32, 9.0f32]] }
-- input { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, 5.0f32, 9.0f32]] 1i64 1i64 } output { [[1.0f32]] }

-- ==
-- entry: turned
-- input { [[3i32, 4i32, 1i32, 6i32, 7i32, 2i32], [1i32, 1i32, 0i32, 6i32, 8i32, 4i32], [0i32, 3i32, 8i32, 8i32, 5i32, 4i32], [2i32, 1i32, 4i32, 3i32, 0i32, 4i32], [4i32, 3i32, 2i32, 4i32, 4i32, 5i32]] }
-- output { [[4i32, 2i32, 0i32, 1i32, 3i32], [3i32, 1i32, 3i32, 1i32, 4i32], [2i32, 4i32, 8i32, 0i32, 1i32], [4i32, 3i32, 8i32, 6i32, 6i32], [4i32, 0i32, 5i32, 8i32, 7i32], [5i32, 4i32, 4i32, 4i32, 2i32]] }
-- input { empty([0][3]i32) } output { empty([3][0]i32) }

-- ==
-- entry: around
-- input { [[3i32, 4i32, 1i32, 6i32, 7i32, 2i32], [1i32, 1i32, 0i32, 6i32, 8i32, 4i32], [0i32, 3i32, 8i32, 8i32, 5i32, 4i32], [2i32, 1i32, 4i32, 3i32, 0i32, 4i32], [4i32, 3i32, 2i32, 4i32, 4i32, 5i32]] }
-- output { [[3i32, 4i32, 1i32, 6i32, 7i32, 2i32], [1i32, 1i32, 0i32, 6i32, 8i32, 4i32], [0i32, 3i32, 8i32, 8i32, 5i32, 4i32], [2i32, 1i32, 4i32, 3i32, 0i32, 4i32], [4i32, 3i32, 2i32, 4i32, 4i32, 5i32]] }

-- ==
-- entry: half_turn
-- input { [[3i32, 4i32, 1i32, 6i32, 7i32, 2i32], [1i32, 1i32, 0i32, 6i32, 8i32, 4i32], [0i32, 3i32, 8i32, 8i32, 5i32, 4i32], [2i32, 1i32, 4i32, 3i32, 0i32, 4i32], [4i32, 3i32, 2i32, 4i32, 4i32, 5i32]] }
-- output { [[5i32, 4i32, 4i32, 2i32, 3i32, 4i32], [4i32, 0i32, 3i32, 4i32, 1i32, 2i32], [4i32, 5i32, 8i32, 8i32, 3i32, 0i32], [4i32, 8i32, 6i32, 0i32, 1i32, 1i32], [2i32, 7i32, 6i32, 1i32, 4i32, 3i32]] }

-- ==
-- entry: mirrored
-- input { [[3i32, 4i32, 1i32, 6i32, 7i32, 2i32], [1i32, 1i32, 0i32, 6i32, 8i32, 4i32], [0i32, 3i32, 8i32, 8i32, 5i32, 4i32], [2i32, 1i32, 4i32, 3i32, 0i32, 4i32], [4i32, 3i32, 2i32, 4i32, 4i32, 5i32]] }
-- output { [[3i32, 4i32, 1i32, 6i32, 7i32, 2i32, 2i32, 7i32, 6i32, 1i32, 4i32, 3i32], [1i32, 1i32, 0i32, 6i32, 8i32, 4i32, 4i32, 8i32, 6i32, 0i32, 1i32, 1i32], [0i32, 3i32, 8i32, 8i32, 5i32, 4i32, 4i32, 5i32, 8i32, 8i32, 3i32, 0i32], [2i32, 1i32, 4i32, 3i32, 0i32, 4i32, 4i32, 0i32, 3i32, 4i32, 1i32, 2i32], [4i32, 3i32, 2i32, 4i32, 4i32, 5i32, 5i32, 4i32, 4i32, 2i32, 3i32, 4i32]] }

-- ==
-- entry: thumbnail
-- input { [[3i32, 4i32, 1i32, 6i32, 7i32, 2i32], [1i32, 1i32, 0i32, 6i32, 8i32, 4i32], [0i32, 3i32, 8i32, 8i32, 5i32, 4i32], [2i32, 1i32, 4i32, 3i32, 0i32, 4i32], [4i32, 3i32, 2i32, 4i32, 4i32, 5i32]] }
-- output { [[3i32, 1i32, 7i32], [0i32, 8i32, 5i32], [4i32, 2i32, 4i32]] }

-- ==
-- entry: tiled
-- input { [[1i32, 2i32], [3i32, 4i32]] 2i64 3i64 }
-- output { [[1i32, 2i32, 1i32, 2i32, 1i32, 2i32], [3i32, 4i32, 3i32, 4i32, 3i32, 4i32], [1i32, 2i32, 1i32, 2i32, 1i32, 2i32], [3i32, 4i32, 3i32, 4i32, 3i32, 4i32]] }

-- ==
-- entry: paste
-- input { [[0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32]] [[1i32, 2i32], [3i32, 4i32]] 1i64 2i64 }
-- output { [[0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 1i32, 2i32], [0i32, 0i32, 3i32, 4i32]] }
-- input { [[0i32, 0i32], [0i32, 0i32]] [[1i32, 2i32], [3i32, 4i32]] 1i64 0i64 } error: 

-- ==
-- entry: grey
-- input { [16711680u32, 65280u32, 1193046u32] } output { [5000268u32, 9803157u32, 2960685u32] }

-- ==
-- entry: dithered
-- input { [[0.25f32, 0.5f32], [0.75f32, 0.5f32]] } output { [[false, true], [true, false]] }

type image [h][w] = [h][w]f32

entry scaled [h][w] (a: image [h][w]) (h': i64) (w': i64) : image [h'][w'] =
  let at y x =
    let (y0, x0) = (i64.f32 (f32.floor y), i64.f32 (f32.floor x))
    let (y1, x1) = (i64.min (h - 1) (y0 + 1), i64.min (w - 1) (x0 + 1))
    let (fy, fx) = (y - f32.i64 y0, x - f32.i64 x0)
    in f32.lerp (f32.lerp a[y0, x0] a[y0, x1] fx) (f32.lerp a[y1, x0] a[y1, x1] fx) fy
  let factor n n' = f32.i64 (n - 1) / f32.i64 (i64.max 1 (n' - 1))
  in tabulate_2d h' w' (\i j -> at (f32.i64 i * factor h h') (f32.i64 j * factor w w'))

def turn 'a [h][w] : [h][w]a -> [w][h]a = reverse >-> transpose
def flip_h 'a [h][w] (a: [h][w]a) : [h][w]a = map reverse a

entry turned [h][w] (a: [h][w]i32) : [w][h]i32 = turn a
entry around [h][w] (a: [h][w]i32) : [h][w]i32 = a |> turn |> turn |> turn |> turn
entry half_turn [h][w] (a: [h][w]i32) : [h][w]i32 = a[::-1, ::-1]
entry mirrored [h][w] (a: [h][w]i32) : [h][w + w]i32 = map2 (++) a (flip_h a)
entry thumbnail [h][w] (a: [h][w]i32) : [][]i32 = a[::2, ::2]
entry tiled [h][w] (a: [h][w]i32) (m: i64) (n: i64) : [m * h][n * w]i32 =
  replicate m (map (\row -> replicate n row |> flatten) a) |> flatten

-- | Writes a picture into another one at a place; the rest stays.
entry paste [h][w][k][l] (a: *[h][w]i32) (b: [k][l]i32) (i: i64) (j: i64) : [h][w]i32 =
  a with [i:i + k, j:j + l] = (b :> [i + k - i][j + l - j]i32)

def pack (r: u8) (g: u8) (b: u8) : u32 = u32.u8 r << 16 | u32.u8 g << 8 | u32.u8 b
def unpack (c: u32) : (u8, u8, u8) = (u8.u32 (c >> 16), u8.u32 (c >> 8), u8.u32 c)

entry grey [n] (colours: [n]u32) : [n]u32 =
  let luma (r, g, b) = u8.i32 ((299 * i32.u8 r + 587 * i32.u8 g + 114 * i32.u8 b) / 1000)
  in map (unpack >-> luma >-> \y -> pack y y y) colours

-- | Floyd and Steinberg: the error of each pixel goes to those not yet seen.
entry dithered [h][w] (a: *[h][w]f32) : [h][w]bool =
  let out = replicate h (replicate w false)
  let (_, out) =
    loop (a, out) for k < h * w do
      let (i, j) = (k / w, k % w)
      let on = a[i, j] >= 0.5
      let e = a[i, j] - f32.bool on
      let give (b: *[h][w]f32) (di, dj, part) : *[h][w]f32 =
        let (y, x) = (i + di, j + dj)
        in if y < h && x >= 0 && x < w then b with [y, x] = b[y, x] + e * part / 16 else b
      let a = give a (0, 1, 7)
      let a = give a (1, -1, 3)
      let a = give a (1, 0, 5)
      let a = give a (1, 1, 1)
      in (a, out with [i, j] = on)
  in out
