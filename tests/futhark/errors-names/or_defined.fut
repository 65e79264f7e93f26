-- `||` cannot be defined, at top level or inside.
-- ==
-- error: error\[E0204\]: `\|\|` cannot be redefined

def f (x: bool) : bool =
  let (||) (a: bool) (b: bool) = b
  in true || x
