-- passes: expand-interleaved
-- Threads that walk over their arrays in step have these interleaved; those that jump about in theirs have them apart. Of
-- sizes that vary, the largest is what each has. What a filter keeps goes where the thread's data say.
entry in_step [n] (k: i64) (xs: [n]i64) : [n]i64 =
  map (\x -> let t = scan (+) x (iota k) in i64.sum (map (\i -> t[i] * t[k - 1 - i]) (iota k))) xs

entry apart [n] (k: i64) (xs: [n]i64) : [n]i64 =
  map (\x -> let t = replicate k x
             let (t, _) = loop (t, at) = (t, x) for _i < 2 * k do
                            let next = t[(at + 1) % k] + at
                            let new = t[(at * at) % k] + 1
                            in (t with [at % k] = new, next)
             in t[x % k]) xs

entry largest [n] (xs: [n]i64) : [n]i64 = map (\x -> let t = scan (+) x (iota (x * x)) in i64.sum (map (* t[0]) t)) xs

entry all : ([]i64, []i64, []i64) = (in_step 70 [1, 2, 3], apart 70 [1, 2], largest [2, 3])
