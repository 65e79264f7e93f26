-- `while` loops whose conditions look into arrays that the body changes.
-- ==
-- entry: carry
-- input { [9i32, 9, 0] } output { [0i32, 0, 1] }
-- input { [1i32, 2] } output { [2i32, 2] }
-- input { [9i32] } output { [0i32] }

-- ==
-- entry: fixpoint
-- input { [[0i32, 1, 0], [0, 0, 1], [0, 0, 0]] } output { [[0i32, 1, 1], [0, 0, 1], [0, 0, 0]] }

entry carry [n] (digits: *[n]i32) : [n]i32 =
  let (digits, i) = loop (digits, i) = (digits, 0i64) while i < n && digits[i] == 9 do (digits with [i] = 0, i + 1)
  in if i < n then digits with [i] = digits[i] + 1 else digits
entry fixpoint [n] (a: [n][n]i32) : [n][n]i32 =
  let (a, _) =
    loop (a, changed) = (a, true) while changed do
      let b = tabulate_2d n n (\i j ->
        if a[i, j] == 1 || any (\k -> a[i, k] == 1 && a[k, j] == 1) (iota n) then 1 else 0)
      in (b, or (map2 (\x y -> or (map2 (!=) x y)) a b))
  in a
