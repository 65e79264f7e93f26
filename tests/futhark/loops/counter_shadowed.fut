-- The counter is the loop's own: names outside stay, and it may be hidden in the body.
-- ==
-- entry: main
-- input { 3i32 } output { 6i32 100i32 }
-- input { 0i32 } output { 0i32 100i32 }

-- ==
-- entry: bound
-- input { 3i32 } output { 8i32 }
-- input { 0i32 } output { 0i32 }

entry main (n: i32) : (i32, i32) =
  let i = 100
  let s = loop s = 0 for i < n do (let i = i * 2 in s + i)
  in (s, i)
-- The bound is evaluated once, before the first turn.
entry bound (n: i32) : i32 =
  loop n = n for _i < n do if n == 3 then 2 else if n == 2 then 4 else 2 * n
