-- The rows of an array are not each as long as the number beside them says.
-- ==
-- error: E0501

entry main : []i64 = map2 (\(k: i64) (zs: [k]i32) -> length zs) [1, 1] [[1], [2]]
