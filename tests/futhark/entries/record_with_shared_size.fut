-- The fields of a record argument share a size, also with the result.
-- ==
-- entry: main
-- input { [1i64,2] [[1i32],[2]] } output { [[[1i32],[2]],[[1],[2]]] [1i64,2] }

entry main [n] (r: {p: [n]i64, q: [n][1]i32}) : {a: [n][n][1]i32, b: [n]i64} = {a = replicate n r.q, b = r.p}
