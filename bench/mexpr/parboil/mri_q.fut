-- The matrix Q of magnetic resonance imaging: for each voxel, a sum over the samples of a trajectory. The result is the
-- real parts, then the imaginary parts.
-- ==
-- entry: run
-- input @ data/mri_q.in output @ data/mri_q.out

entry run [n][m] (kx: [n]f32) (ky: [n]f32) (kz: [n]f32) (real: [n]f32)
    (imaginary: [n]f32) (xs: [m]f32) (ys: [m]f32) (zs: [m]f32) : []f32 =
  let magnitudes = map2 (\r i -> r * r + i * i) real imaginary
  let voxel x y z =
    let sample kx ky kz magnitude =
      let angle = 6.2831853 * (kx * x + ky * y + kz * z)
      in (magnitude * f32.cos angle, magnitude * f32.sin angle)
    in reduce (\(a, b) (c, d) -> (a + c, b + d))
              (0, 0)
              (map4 sample kx ky kz magnitudes)
  let (a, b) = unzip (map3 voxel xs ys zs)
  in a ++ b
