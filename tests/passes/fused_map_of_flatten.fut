-- passes: inline tidy hoist fuse fuse-reads tidy
-- A map of a nest that was made flat joins the nest.
def twice [n] [m] (xss: [n][m]i32) =
  let xs = flatten (map (map (\x -> x + 1)) xss)
  in map2 (\i x -> x * i32.i64 i) (indices xs) xs

entry main : []i32 = twice [[1, 2, 3], [4, 5, 6]]
