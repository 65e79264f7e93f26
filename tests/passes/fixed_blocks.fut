-- passes: fixed-blocks merge-blocks
-- Blocks that branches and loops, loops in loops and in branches among them, hand on as they got them have one name;
-- then `doubled` is made in place. Blocks of which it depends on the way which one comes out keep their own.
def bubbled [n] (xs: *[n]i64) : *[n]i64 =
  loop xs for i < n do
    loop xs for j < n - 1 - i do
      if xs[j] <= xs[j + 1] then xs
      else let (a, b) = (xs[j], xs[j + 1])
           in (xs with [j] = b) with [j + 1] = a

entry doubled : []i64 = map (* 2) (bubbled (scan (+) 0 [3, -2, 4, -5]))

entry other (c: bool) (k: i64) (xs: []i64) : []i64 =
  loop ys = scan (+) 0 xs for i < k do if c then ys else scan (+) i ys

entry ways : ([]i64, []i64) = (other true 2 [1, 2], other false 2 [1, 2])
