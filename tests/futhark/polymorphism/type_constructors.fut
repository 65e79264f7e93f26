-- Types with type and size parameters, nested in each other, and functions over them.
-- ==
-- entry: main
-- input { 1i32 true } output { 1i32 true 1i32 }
-- input { -1i32 false } output { -1i32 false -1i32 }

-- ==
-- entry: sized
-- input { [1i32, 2] [[1f64], [2]] } output { [1i32, 2] 2i64 [1f64, 2] }
-- input { empty([0]i32) empty([0][1]f64) } output { empty([0]i32) 0i64 empty([0]f64) }

type pair 'a 'b = (a, b)
type twice 'a = pair a a
type tree 'a = {left: twice a, right: pair a bool}
def leftmost 'a (t: tree a) : a = t.left.0
entry main (x: i32) (b: bool) : (i32, bool, i32) =
  let t : tree i32 = {left = (x, x), right = (x, b)}
  in (leftmost t, t.right.1, (leftmost {left = (t, t), right = (t, b)}).right.0)
type table [n] 'k 'v = [n](k, v)
def keys [n] 'k 'v (t: table [n] k v) : [n]k = map (.0) t
entry sized [n] (ks: [n]i32) (vs: [n][1]f64) : ([n]i32, i64, [n]f64) =
  let t : table [n] i32 ([1]f64) = zip ks vs
  in (keys t, length t, map (\(_, v) -> v[0]) t)
