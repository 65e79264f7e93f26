-- A recursive function over a stack of operations, with a sum as its state.
-- ==
-- entry: main
-- input { [1i32, 2, -1] } output { 3i32 true }
-- input { [1i32, -1] } output { 0i32 false }
-- input { [2i32, 3, -2, 4, -1] } output { 10i32 true }
-- input { empty([0]i32) } output { 0i32 true }

type state = #ok i64 ([8]i32) | #bad

def step (s: state) (op: i32) : state =
  match s
  case #bad -> #bad
  case #ok n st ->
    if op >= 0 then #ok (n + 1) (copy st with [n] = op)
    else if n < 2 then #bad
    else let r = if op == -1 then st[n - 2] + st[n - 1] else st[n - 2] * st[n - 1]
         in #ok (n - 1) (copy st with [n - 2] = r)

def go (i: i64) (ops: []i32) (s: state) : state =
  if i == length ops then s else go (i + 1) ops (step s ops[i])

entry main (ops: []i32) : (i32, bool) =
  match go 0 ops (#ok 0 (replicate 8 0))
  case #ok n st -> (if n == 0 then 0 else st[n - 1], true)
  case #bad -> (0, false)
