-- Records as variables of loops, updated by `with`.
-- ==
-- entry: main
-- input { [3i32, 9, 2] } output { 2i32 9i32 14i32 }
-- input { [5i32] } output { 5i32 5i32 5i32 }

-- ==
-- entry: power_of_two
-- input { 10i32 } output { 16i32 4i32 }
-- input { 1i32 } output { 1i32 0i32 }

entry main (xs: []i32) : (i32, i32, i32) =
  let r = loop r = {low = xs[0], high = xs[0], sum = 0} for x in xs do
            r with low = i32.min r.low x with high = i32.max r.high x with sum = r.sum + x
  in (r.low, r.high, r.sum)
entry power_of_two (n: i32) : (i32, i32) =
  let r = loop {p, log} = {p = 1, log = 0} while p < n do {log = log + 1, p = 2 * p}
  in (r.p, r.log)
