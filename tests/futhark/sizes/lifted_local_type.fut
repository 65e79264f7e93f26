-- A size-lifted abbreviation in parameters, loops and matches.
-- ==
-- entry: main
-- input { [1i32, 2, 3] 2 } output { [1i32, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3] 12i64 }
-- input { empty([0]i32) 3 } output { empty([0]i32) 0i64 }

type~ list = ?[n].[n]i32
type~ two = {l: list, r: list}

def dup (x: list) : list = x ++ x
def mk (x: list) : two = {l = x, r = dup x}

entry main (xs: []i32) (k: i32) : ([]i32, i64) =
  let ys : list = loop ys = xs for _i < k do dup ys
  let t : two = mk ys
  in (t.l, length t.r / 2)
