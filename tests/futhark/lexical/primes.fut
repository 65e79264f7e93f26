-- Names with primes, which stay apart from characters.
-- ==
-- entry: names
-- input { 1i32 } output { 1i32 2i32 3i32 4i32 }
-- input { -1i32 } output { -1i32 0i32 1i32 2i32 }

-- ==
-- entry: functions
-- input { 3i32 } output { 4i32 5i32 97i32 }

-- ==
-- entry: types
-- input { 2i32 } output { 2i32 3i32 }

entry names (x: i32) : (i32, i32, i32, i32) =
  let x' = x + 1
  let x'' = x' + 1
  let x'y' = x'' + 1
  in (x, x', x'', x'y')
def f' (x: i32) = x + 1
def f'' x' = f' (f' x')
entry functions (a': i32) : (i32, i32, i32) = (f' a', f'' a', 'a')
type t' = {x': i32, x: i32}
entry types (x: i32) : (i32, i32) =
  let r : t' = {x, x' = x + 1}
  in (r.x, r.x')
