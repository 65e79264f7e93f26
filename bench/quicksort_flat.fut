-- Quicksort flattened by hand: all parts are split at once, until none has two elements that may differ. Each element
-- knows where its part starts and ends.

def partitioned [n] (xs: [n]i32) (starts: [n]i64) (ends: [n]i64) : (*[n]i32, *[n]i64, *[n]i64) =
  let class = map3 (\x s e -> let pivot = xs[(s + e) / 2] in if x < pivot then 0i8 else if x == pivot then 1 else 2)
                   xs starts ends
  let counts = scan (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (map (\c -> (i64.bool (c == 0), i64.bool (c == 1))) class)
  let before i = if i == 0 then (0, 0) else counts[i - 1]
  let placed i c s e =
    let (less_before, same_before) = before s
    let (less_here, same_here) = before i
    let (less_after, same_after) = before e
    let less = less_after - less_before
    let same = same_after - same_before
    in if c == 0i8 then (s + less_here - less_before, s, s + less)
       else if c == 1 then let at = s + less + same_here - same_before in (at, at, at + 1)
       else (s + less + same + (i - s) - (less_here - less_before) - (same_here - same_before), s + less + same, e)
  let (places, new_starts, new_ends) = unzip3 (map4 placed (indices xs) class starts ends)
  in (scatter (copy xs) places xs, scatter (copy starts) places new_starts, scatter (copy ends) places new_ends)

entry quicksort_flat [n] (xs: [n]i32) : [n]i32 =
  let (sorted, _, _) =
    loop (ys, starts, ends) = (copy xs, replicate n 0, replicate n n)
    while or (map2 (\s e -> e - s > 1) starts ends) do
      partitioned ys starts ends
  in sorted
