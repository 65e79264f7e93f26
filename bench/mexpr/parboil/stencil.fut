-- Steps of a stencil of seven points on a grid of three dimensions. The border keeps its values. The grid is flat: the
-- element at x, y, z has the index x + nx * (y + ny * z).
-- ==
-- entry: run
-- input @ data/stencil.in output @ data/stencil.out

entry run [n] (steps: i64) (nx: i64) (ny: i64) (nz: i64) (c0: f32) (c1: f32)
    (start: [n]f32) : []f32 =
  let is_inside i n = i > 0 && i < n - 1
  let step (grid: [nz][ny][nx]f32) : [nz][ny][nx]f32 =
    tabulate_3d nz
                ny
                nx
                (\z y x ->
                   if is_inside x nx && is_inside y ny && is_inside z nz
                   then let around =
                          (grid[z + 1, y, x] + grid[z - 1, y, x])
                          + (grid[z, y + 1, x] + grid[z, y - 1, x])
                          + (grid[z, y, x + 1] + grid[z, y, x - 1])
                        in c1 * around - c0 * grid[z, y, x]
                   else grid[z, y, x])
  let first = unflatten_3d (start :> [nz * ny * nx]f32)
  in flatten_3d (loop grid = first for _i < steps do step grid)
