-- Steps of heat flow on a plane: each inner point becomes the mean of itself and its four neighbours.

def step [n] [m] (grid: [n][m]f32) : [n][m]f32 =
  tabulate_2d n m (\i j ->
    if i == 0 || j == 0 || i == n - 1 || j == m - 1
    then grid[i, j]
    else 0.2 * (grid[i, j] + grid[i - 1, j] + grid[i + 1, j] + grid[i, j - 1] + grid[i, j + 1]))

entry stencil [n] [m] (steps: i32) (grid: [n][m]f32) : [n][m]f32 =
  loop grid for _i < steps do step grid
