-- Types that say what they may be applied to.
-- ==
-- entry: main
-- input { [1i32, 2i32] } output { 4i32 3i64 [1i32, 2i32] }

type^ two '^a = (a, a)
type~ list = []i32
type~ listed '~a = (a, i64)
type grid [n] 'a = [n][2]a
type plain 'a = {it: a}

def both (fs: two (i32 -> i32)) (x: i32) : i32 = fs.1 (fs.0 x)
def size (xs: listed list) : i64 = xs.1 + length xs.0
def row [n] (g: grid [n] i32) : plain ([2]i32) = {it = g[0]}
entry main (xs: []i32) : (i32, i64, []i32) =
  (both ((+ 1), (* 2)) 1, size (xs, 1), (row [[xs[0], xs[1]]]).it)
