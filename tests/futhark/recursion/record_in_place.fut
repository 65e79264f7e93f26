-- A record is consumed and made anew by every call, its array changed in place.
-- ==
-- entry: main
-- input { 4i64 } output { [4i64, 3, 2, 1] }

def r [m] (n: i64) (st: *{xs: [m]i64, i: i64}) : *{xs: [m]i64, i: i64} =
  if n == 0 then st else r (n - 1) {xs = st.xs with [st.i] = n, i = st.i + 1}
entry main (n: i64) = (r n {xs = replicate n 0, i = 0}).xs
