-- passes: double-buffer
-- Loops that keep what they allocate: arrays of sizes that vary, two arrays in one block, and the last array beside the
-- next one, perhaps.
def shifted [n] (xs: [n]i64) : [n]i64 = map (\i -> xs[i] + xs[n - 1 - i]) (iota n)

entry grows (k: i64) (xs: []i64) : []i64 = loop ys = xs for i < k do scan (+) i (ys ++ ys)

entry of_one_block [n] (k: i64) (xs: [n]i64) : ([n]i64, [n]i64) =
  loop (a, b) = (xs, xs) for _i < k do
    let c = scan (+) 0 (map2 (+) a b)
    in (c, reverse c)

entry either [n] (k: i64) (xs: [n]i64) : ([n]i64, [n]i64) =
  loop (a, b) = (xs, xs) for i < k do (shifted a, if i % 2 == 0 then a else b)

entry all =
  let xs = [1, 2, 3]
  in (grows 2 xs, of_one_block 3 xs, either 3 xs)
