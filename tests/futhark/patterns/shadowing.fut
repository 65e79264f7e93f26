-- Names bound by inner patterns hide the outer ones, only inside.
-- ==
-- entry: main
-- input { 1i32 2i32 } output { 3i32 1i32 7i32 2i32 }
-- input { 5i32 0i32 } output { 5i32 5i32 13i32 0i32 }

-- ==
-- entry: swapped
-- input { 1i32 2i32 } output { 2i32 1i32 }

entry main (a: i32) (b: i32) : (i32, i32, i32, i32) =
  let c = (let (a, b) = (b, a) in a + b)
  let d = (\{a, b = _} -> a) {a, b}
  let e = match (a, 3) case (b, a) -> 2 * b + a
  in (c, d, e + (if b == 2 then 2 else 0), b)
entry swapped (a: i32) (b: i32) : (i32, i32) =
  let (a, b) = (b, a)
  in (a, b)
