-- Dependent functions in parameters, records and results, with sizes that are expressions.
-- ==
-- entry: main
-- input { 2i64 } output { 4i64 5i64 [0i64, 1, 2, 3] [7i64, 7, 7, 7, 7] }
-- input { 0i64 } output { 0i64 1i64 empty([0]i64) [7i64] }

type^ gen = {double: (n: i64) -> [n * 2]i64, more: (n: i64) -> (k: i64) -> [n + k]i64}

def use (g: {double: (n: i64) -> [n * 2]i64, more: (n: i64) -> (k: i64) -> [n + k]i64}) (n: i64)
    : ([n * 2]i64, [n * 2 + 1]i64) =
  let a = g.double n
  let b = g.more (n * 2) 1
  in (a, b)

entry main (n: i64) : (i64, i64, []i64, []i64) =
  let (a, b) = use {double = \m -> iota (m * 2), more = \m k -> replicate (m + k) 7} n
  in (length a, length b, a, b)
