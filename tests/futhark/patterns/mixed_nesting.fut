-- Tuples in records in tuples.
-- ==
-- entry: main
-- input { 1i32 2i32 3f64 } output { 6f64 true }
-- input { 0i32 0i32 0f64 } output { 0f64 false }

-- ==
-- entry: updated
-- input { 4i32 } output { 5i32 4i32 }

type t = {pair: (i32, {deep: f64}), flag: bool}
def make (a: i32) (b: i32) (c: f64) : ((i32, t), ()) = ((a, {pair = (b, {deep = c}), flag = b > a}), ())
entry main (a: i32) (b: i32) (c: f64) : (f64, bool) =
  let ((x, {flag, pair = (y, {deep = z})}), ()) = make a b c
  in (f64.i32 (x + y) + z, flag)
entry updated (a: i32) : (i32, i32) =
  let {r = (s, {t = u})} = {r = (a, {t = a})} with r.0 = a + 1
  in (s, u)
