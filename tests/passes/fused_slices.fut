-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- Slices of cheap elements: computed where they are read, though that is twice.
def differences [n] (xs: [n]i64) =
  let ys = map (\x -> x * 3) xs
  in map2 (-) (drop 1 ys) (take (n - 1) ys)
entry main : []i64 = differences (iota 8)
