-- Names that begin with an underscore or consist of several; the lone one is a wildcard.
-- ==
-- entry: names
-- input { 1i32 } output { 1i32 2i32 3i32 6i32 }

-- ==
-- entry: wildcards
-- input { 1i32 2i32 } output { 3i32 7i32 }
-- input { 0i32 0i32 } output { 0i32 7i32 }

def _f (_x: i32) : i32 = _x + 1
def _c : i32 = 3
entry names (_x: i32) : (i32, i32, i32, i32) =
  let _1 = _x
  let _2_ = _f _1
  in (_1, _2_, _c, _1 + _2_ + _c)
entry wildcards (a: i32) (b: i32) : (i32, i32) =
  let _ = a * b
  let g _ (_, x) _ = x
  in (a + b, g a (b, 7) (a, b))
