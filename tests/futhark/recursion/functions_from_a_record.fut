-- The functions of a record are given to a recursive function.
-- ==
-- entry: main
-- input { 4i64 } output { 10i64 24i64 }

def r (f: i64 -> i64 -> i64) (e: i64) (n: i64) : i64 = if n == 0 then e else f n (r f e (n - 1))
def rr (fs: {a: i64 -> i64 -> i64, b: i64 -> i64 -> i64}) (n: i64) = (r fs.a 0 n, r fs.b 1 n)
entry main (n: i64) = rr {a = (+), b = (*)} n
