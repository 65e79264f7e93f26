-- passes: expand
-- What a thread does with arrays: a loop that makes one of another; one that changes an array in place; branches, of which
-- one gives an array from outside; an operator on rows; and a filter. In a loop whose array grows otherwise from round to
-- round the size is known only then, so the host runs the map.
entry rounds [n] (k: i64) (xs: [n]i64) : [n]i64 =
  map (\x -> let t = loop t = replicate k x for i < 5 do scan (+) i (map (+ t[0]) t) in t[k - 1]) xs

entry in_place [n] (k: i64) (xs: [n]i64) : [n]i64 =
  map (\x -> let t = loop t = replicate k x for i < k do t with [i] = t[i] + t[0] in t[k - 1]) xs

entry chosen [n] [k] (ys: [k]i64) (xs: [n]i64) : [n]i64 =
  map (\x -> let t = if x > 3 then scan (+) x ys else ys in t[0] + t[k - 1]) xs

entry rows [n] (k: i64) (xs: [n]i64) : [n]i64 =
  map (\x -> let t = reduce (map2 (+)) (replicate k 0) (map (\i -> scan (+) x (replicate k i)) (iota x)) in t[k - 1]) xs

entry kept [n] [k] (ys: [k]i64) (xs: [n]i64) : [n]i64 =
  map (\x -> let t = filter (> x) ys in if length t > 0 then t[0] + t[length t - 1] else 0) xs

entry grown [n] (xs: [n]i64) : [n]i64 =
  map (\x -> let t = loop t = [x] while length t < 70 do t ++ t in t[length t - 1]) xs

entry all : ([]i64, []i64, []i64, []i64, []i64, []i64) =
  ( rounds 70 [1, 2], in_place 70 [1, 2], chosen (iota 70) [3, 4], rows 70 [1, 2], kept (iota 70) [1, 3], grown [1, 2])
