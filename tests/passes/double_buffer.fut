-- passes: double-buffer
-- Loops that make their next array in a fresh block. Three blocks where the first array is the caller's or used later,
-- two where it is the loop's to write; more for a loop that carries the array of the round before. Inner loops hand
-- blocks on, branches yield the block that they have not taken.
def shifted [n] (xs: [n]i64) : [n]i64 = map (\i -> xs[i] + xs[n - 1 - i]) (iota n)

entry from_outside [n] (k: i64) (xs: [n]i64) : [n]i64 = loop xs for _i < k do shifted xs

entry from_inside [n] (k: i64) (xs: [n]i64) : [n]i64 = loop ys = scan (+) 0 xs for _i < k do shifted ys

entry used_later [n] (k: i64) (xs: [n]i64) : (i64, i64) =
  let ys = scan (+) 0 xs
  let zs = loop ys for _i < k do shifted ys
  in (i64.sum ys, i64.sum zs)

def used_inside [n] (k: i64) (xs: [n]i64) : [n]i64 =
  let ys = scan (+) 0 xs
  in loop zs = ys for _i < k do map2 (+) ys (shifted zs)

entry consumed [n] (k: i64) (xs: *[n]i64) : [n]i64 = loop xs for _i < k do shifted xs

entry inner_goes_on [n] (k: i64) (xs: [n]i64) : [n]i64 = loop ys = xs for i < k do loop ys for _j < i do shifted ys

-- Here the outer loop keeps the last array until the inner one is done.
entry inner_beside [n] (k: i64) (xs: [n]i64) : ([n]i64, i64) =
  loop (ys, s) = (xs, 0) for i < k do
    let zs = loop ys for _j < i do shifted ys
    in (zs, s + ys[0] * zs[0])

entry inner_begins [n] (k: i64) (xs: [n]i64) : [n]i64 =
  loop ys = xs for i < k do loop zs = scan (+) 0 ys for _j < i do shifted zs

entry branches [n] (k: i64) (xs: [n]i64) : [n]i64 =
  loop ys = xs for i < k do if i % 2 == 0 then shifted ys else if i % 3 == 0 then ys else scan (+) 0 ys

def two [n] (k: i64) (xs: [n]i64) : ([n]i64, [n]i64) =
  loop (a, b) = (xs, xs) for _i < k do (shifted (map2 (+) a b), shifted (map2 (-) a b))

def updated [n] (k: i64) (xs: [n]i64) : [n]i64 =
  loop ys = xs for i < k do
    loop zs = scan (+) 0 ys for j < n - 1 do zs with [j + 1] = zs[j] - i

def until [n] (m: [n][n]i64) : [n][n]i64 =
  loop m while m[0, n - 1] < 100 do tabulate_2d n n (\i j -> m[i, j] + m[j, i] + 1)

entry wave [n] (k: i64) (xs: [n]i64) : [n]i64 =
  (loop (last, now) = (xs, map (+ 1) xs) for _i < k do (now, map2 (-) (shifted now) last)).1

-- The sizes of the two arrays are the same by a check.
entry checked [n] (k: i64) (power: [n]i64) (start: [n]i64) : [n]i64 =
  loop now = start for _i < k do map2 (+) power (shifted now)

entry all =
  let xs = [1, 2, 3, 4, 5]
  in ( from_outside 3 xs, from_inside 3 xs, used_later 3 xs, used_inside 3 xs, consumed 2 (copy xs), inner_goes_on 3 xs
     , inner_beside 5 xs
     , inner_begins 3 xs, branches 5 xs, two 3 xs, updated 3 xs, until [[1, 2], [3, 4]], wave 4 xs, checked 3 xs xs)
