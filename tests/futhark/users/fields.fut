-- Partial differential equations on grids of one to three dimensions: heat, waves, relaxation in two colours, upwind transport.
-- ==
-- entry: heat
-- input { 7i32 0.25f64 [0.0f64, 9.0f64, 3.0f64, 1.0f64, 0.0f64, 5.0f64] }
-- output { [0.0f64, 1.42193603515625f64, 2.422607421875f64, 3.10382080078125f64, 3.9061279296875f64, 5.0f64] }
-- input { 0i32 0.25f64 [1.0f64, 2.0f64, 3.0f64] } output { [1.0f64, 2.0f64, 3.0f64] }
-- input { 3i32 0.25f64 [4.0f64] } output { [4.0f64] }
-- input { 3i32 0.25f64 [1.0f64, 5.0f64, 2.0f64] } output { [1.0f64, 1.9375f64, 2.0f64] }
-- input { 3i32 0.2f64 empty([0]f64) } output { empty([0]f64) }

-- ==
-- entry: heat_in_place
-- input { 7i32 0.25f64 [0.0f64, 9.0f64, 3.0f64, 1.0f64, 0.0f64, 5.0f64] }
-- output { [0.0f64, 1.42193603515625f64, 2.422607421875f64, 3.10382080078125f64, 3.9061279296875f64, 5.0f64] }
-- input { 0i32 0.25f64 [1.0f64, 2.0f64, 3.0f64] } output { [1.0f64, 2.0f64, 3.0f64] }
-- input { 3i32 0.25f64 [4.0f64] } output { [4.0f64] }
-- input { 3i32 0.25f64 [1.0f64, 5.0f64, 2.0f64] } output { [1.0f64, 1.9375f64, 2.0f64] }

-- ==
-- entry: cube
-- input { 3i32 [[[9.0f64, 1.0f64], [7.0f64, 4.0f64], [0.0f64, 0.0f64]], [[2.0f64, 9.0f64], [7.0f64, 5.0f64], [5.0f64, 0.0f64]]] }
-- output { [[[5.277777777777778f64, 4.773148148148148f64], [4.430555555555556f64, 3.8101851851851856f64], [2.939814814814815f64, 2.231481481481481f64]], [[5.412037037037037f64, 5.083333333333333f64], [4.699074074074074f64, 4.226851851851852f64], [3.3703703703703702f64, 2.7453703703703702f64]]] }

-- ==
-- entry: wave
-- input { 9i64 6i32 }
-- output { [0.0f64, 0.11388587758245922f64, 0.21043366268104008f64, 0.27494483022233507f64, 0.2975981397433718f64, 0.27494483022233496f64, 0.2104336626810399f64, 0.11388587758245906f64, 0.0f64] }

-- ==
-- entry: relaxed
-- input { 6i64 8i32 }
-- output { [[100.0f64, 100.0f64, 100.0f64, 100.0f64, 100.0f64, 100.0f64], [0.0f64, 44.90733901038766f64, 58.75427515711635f64, 58.584075421094894f64, 45.0123134534806f64, 0.0f64], [0.0f64, 21.634468622505665f64, 31.52568619698286f64, 31.79904136341065f64, 21.46517839282751f64, 0.0f64], [0.0f64, 10.10484928265214f64, 15.892761619761586f64, 15.621225442737341f64, 10.272320522926748f64, 0.0f64], [0.0f64, 4.106033709831536f64, 6.319285556674004f64, 6.485847313888371f64, 4.002878256142139f64, 0.0f64], [0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64]] }

-- ==
-- entry: transport
-- input { 0.5f32 2i32 [1.0f32, 0.0f32, 0.0f32, 0.0f32] } output { [0.25f32, 0.5f32, 0.25f32, 0.0f32] }
-- input { 0.5f32 2i32 empty([0]f32) } output { empty([0]f32) }

entry heat [n] (steps: i32) (a: f64) (u: [n]f64) : [n]f64 =
  if n < 3 then u
  else iterate steps (\(u: [n]f64) ->
         let inner = map3 (\l m r -> m + a * (l - 2 * m + r)) (u[:n - 2] :> [n - 2]f64) (u[1:n - 1] :> [n - 2]f64) (u[2:] :> [n - 2]f64)
         in [u[0]] ++ inner ++ [u[n - 1]] :> [n]f64) u

-- | In place: only the inner points are written.
entry heat_in_place [n] (steps: i32) (a: f64) (u: *[n]f64) : [n]f64 =
  if n < 3 then u
  else loop u for _t < steps do
         let next = map (\i -> u[i] + a * (u[i - 1] - 2 * u[i] + u[i + 1])) (1..<n - 1)
         in u with [1:n - 1] = (next :> [n - 1 - 1]f64)

entry cube [l][m][n] (steps: i32) (g: [l][m][n]f64) : [l][m][n]f64 =
  let clamp i k = i64.max 0 (i64.min (k - 1) i)
  let step (g: [l][m][n]f64) =
    let at i j k = g[clamp i l, clamp j m, clamp k n]
    in tabulate_3d l m n (\i j k ->
         (at (i - 1) j k + at (i + 1) j k + at i (j - 1) k + at i (j + 1) k + at i j (k - 1) + at i j (k + 1)) / 6)
  in iterate steps step g

entry wave (n: i64) (steps: i32) : [n]f64 =
  let u = map (\i -> f64.sinpi (f64.i64 i / f64.i64 (n - 1))) (iota n)
  let (_, u) =
    loop (p, u) = (u, u) for _t < steps do
      (u, tabulate n (\i -> if i == 0 || i == n - 1 then 0
                            else 2 * u[i] - p[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1])))
  in u

entry relaxed (n: i64) (sweeps: i32) : [n][n]f64 =
  let start = tabulate_2d n n (\i _ -> if i == 0 then 100 else 0)
  let half (colour: i64) (g: [n][n]f64) =
    tabulate_2d n n (\i j ->
      if i == 0 || j == 0 || i == n - 1 || j == n - 1 || (i + j) % 2 != colour then g[i, j]
      else (g[i - 1, j] + g[i + 1, j] + g[i, j - 1] + g[i, j + 1]) / 4)
  in iterate sweeps (half 0 >-> half 1) start

entry transport [n] (c: f32) (steps: i32) (u: [n]f32) : [n]f32 =
  iterate steps (\u -> map2 (\a b -> b - c * (b - a)) (rotate (-1) u) u) u
