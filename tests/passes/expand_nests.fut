-- passes: inline tidy flatten-all simplify dead-code expand
-- In a nest of two maps the threads are the pairs of their indices, and each has its part of one block. A sum of rows in a
-- row has buffers for each row of its threads.
entry table (n: i64) (m: i64) (k: i64) : [n][m]i64 =
  map (\i -> map (\j -> let t = scan (+) i (map (* j) (iota k)) in t[k / 2] + loop s = 0 for l < k do s + t[l]) (iota m)) (iota n)

entry all : [2][3]i64 = table 2 3 70
