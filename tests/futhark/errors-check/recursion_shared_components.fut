-- That both results are one array is known only from the call at the bottom.
-- ==
-- error: error\[E0404\]|error\[E0401\]

def both (i: i64) (n: i64) : ([]i32, []i32) =
  if i == 0 then let xs = replicate n 0 in (xs, xs) else both (i - 1) n

def write (i: i64) (n: i64) : i32 =
  let (xs, ys) = both i n
  let xs' = xs with [0] = 1
  in xs'[0] + ys[0]

entry main (n: i64) : i32 = write 3 n
