-- passes: expand
-- What threads allocate: as much for each, known before the kernel; at most as much as the last thread needs; as much as
-- their data say, of which the sums are computed first, also where an assertion has to hold; and a small array, which stays
-- in its thread.
entry alike [n] (k: i64) (xs: [n]i64) : [n]i64 =
  map (\x -> let t = scan (+) x (iota k) in t[k / 2] + t[0]) xs

entry growing (n: i64) : [n]i64 = map (\i -> let t = scan (+) i (iota (i + 1)) in t[i / 2] + t[0]) (iota n)

entry of_data [n] (xs: [n]i64) : [n]i64 = map (\x -> let t = scan (+) x (iota (x * x)) in t[x] + t[0]) xs

entry checked [n] [m] (sizes: [m]i64) (xs: [n]i64) : [n]i64 =
  map (\x -> let t = scan (+) x (iota sizes[x]) in t[x] + t[0]) xs

entry small [n] (xs: [n]i64) : [n]i64 = map (\x -> let t = scan (+) x (iota 8) in t[x % 8] + t[0]) xs

entry all : ([]i64, []i64, []i64, []i64, []i64) =
  (alike 70 [1, 2, 3], growing 4, of_data [2, 3], checked [2, 3, 4] [0, 2], small [5, 6])

entry fails : []i64 = checked [2, 3, 4] [0, 3]
