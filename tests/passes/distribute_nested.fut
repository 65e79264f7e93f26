-- passes: inline simplify cse prove simplify dead-code hoist distribute simplify cse dead-code
-- A check of two indices leaves both maps: the outer one asks it for its first and last row.
def part [n] [m] (xss: [n][m]i64) (h: i64) (w: i64) (i: i64) (j: i64) : [h][w]i64 =
  tabulate_2d h w (\y x -> xss[y + i, x + j])
entry main [n] [m] (xss: [n][m]i64) (h: i64) (w: i64) (i: i64) (j: i64) = part xss h w i j
def table : [4][5]i64 = tabulate_2d 4 5 (\y x -> 10 * y + x)
entry fits : [][]i64 = part table 2 3 2 2
entry too_low : [][]i64 = part table 3 3 2 2
entry too_wide : [][]i64 = part table 2 4 2 2
entry nothing : [][]i64 = part table 0 9 9 9
entry empty_rows : [][]i64 = part table 9 0 9 9
