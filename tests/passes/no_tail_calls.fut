-- passes: tail-calls
-- No loops, since something is left to do after one of the calls, or the size of an array changes; but `steps` is one.
def fib (n: i64) (so_far: i64) : i64 = if n < 2 then so_far else fib (n - 1) (so_far + fib (n - 2) 1)

def halves [n] (xs: [n]i64) : i64 = if n < 2 then n else halves xs[n / 2:]

def steps (n: i64) (xs: [3]i64) : [3]i64 = if n <= 0 then xs else steps (n - 1) xs

entry main : (i64, i64, [3]i64) = (fib 8 1, halves (iota 10), steps 3 (iota 3))
