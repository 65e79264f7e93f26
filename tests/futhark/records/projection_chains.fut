-- Long chains of projections, after calls, indices and parentheses.
-- ==
-- entry: main
-- input { 5i32 } output { 5i32 6i32 7i32 8i32 }
-- input { -6i32 } output { -6i32 -5i32 -4i32 -3i32 }

-- ==
-- entry: arrays
-- input { [1i32, 2, 3] 1i64 } output { 2i32 4i32 }
-- input { [1i32, 2, 3] 2i64 } output { 3i32 6i32 }

def make (x: i32) = {a = {b = {c = (x, {d = x + 1}), e = [x + 2, x + 3]}}}
entry main (x: i32) : (i32, i32, i32, i32) =
  let r = make x
  in (r.a.b.c.0, (make x).a.b.c.1.d, r.a.b.e[0], ((make x).a).b.e[1])
entry arrays [n] (xs: [n]i32) (i: i64) : (i32, i32) =
  let rs = map (\x -> {x, twice = (x, x + x)}) xs
  in (rs[i].x, rs[i].twice.1)
