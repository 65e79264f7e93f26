-- A size that a call computes is no other call's.
-- ==
-- error: E0501.*twice m.*twice n

def twice (n: i64) : i64 = n * 2

entry main (n: i64) (m: i64) : [n * 0]i64 = iota (twice n) |> map2 (+) (iota (twice m)) |> take (n * 0)
