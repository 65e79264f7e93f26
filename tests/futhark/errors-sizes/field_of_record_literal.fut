-- A size that is a field of a record written in place is shown as such.
-- ==
-- error: E0501.*expected size \{k = n\}\.k, found n
def f (r: {k: i64}) (ys: [r.k]i32) : [r.k]i32 = ys

entry main (n: i64) = f {k = n} (replicate n 1)
