-- Branches, filters and loops of different sizes within a map's function.
-- ==
-- entry: main
-- input { [0i64, 1, 5] } output { [2i64, 1, 31] }
-- input { empty([0]i64) } output { empty([0]i64) }

entry main [k] (ns: [k]i64) : [k]i64 =
  map (\n ->
        let xs = if n == 0 then [1i64, 1] else iota n
        let ys = loop zs = xs for _i < n - 1 do zs ++ [1i64] ++ (if n > 2 then zs else [])
        let p = filter (>= 0) ys
        in length p - (if n > 2 then (length p) - 31 else if n == 0 then 0 else 0)) ns
