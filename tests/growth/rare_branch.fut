-- sizes: 8
-- A branch that is hardly ever taken holds most of the work, and none of it depends on the loop. Whoever computes it
-- outside of the loop does it once; whoever computes it outside of the branch does it where it never was.
entry main (n: i64) : i64 =
  let square = \i -> i64.sum (map (\j -> (i * j) % 7) (iota n))
  in loop sum = 0 for i < n do
       if sum < 0
       then i64.sum (map (\k -> i64.sum (map (square >-> (+ k)) (iota n))) (iota n))
       else sum + i
