-- Steps of a stencil of seven points on a grid of three dimensions. The border keeps its values. The grid is flat: the
-- element at x, y, z has the index x + nx * (y + ny * z).
-- ==
-- entry: run
-- input @ data/stencil.in output @ data/stencil.out

entry run [n] (steps: i64) (nx: i64) (ny: i64) (nz: i64) (c0: f32) (c1: f32)
    (grid: [n]f32) : [n]f32 =
  let plane = nx * ny
  let is_inside i n = i > 0 && i < n - 1
  let step (old: [n]f32) : [n]f32 =
    tabulate n
             (\i ->
                let x = i % nx
                let y = i / nx % ny
                let z = i / plane
                in if is_inside x nx && is_inside y ny && is_inside z nz
                   then let at d = old[i + d]
                        let around =
                          (at plane + at (-plane))
                          + (at nx + at (-nx))
                          + (at 1 + at (-1))
                        in c1 * around - c0 * old[i]
                   else old[i])
  in loop old = grid for _i < steps do step old
