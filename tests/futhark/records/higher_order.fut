-- Getters and setters as functions: lenses made of sections and lambdas.
-- ==
-- entry: main
-- input { 1i32 2i32 } output { 101i32 2i32 1i32 102i32 }
-- input { 0i32 0i32 } output { 100i32 0i32 0i32 100i32 }

type r = {a: i32, b: i32}
type^ lens = {get: r -> i32, set: i32 -> r -> r}
def modify (l: lens) (f: i32 -> i32) (r: r) : r = l.set (f (l.get r)) r
def a : lens = {get = (.a), set = \x r -> r with a = x}
def b : lens = {get = (.b), set = \x r -> r with b = x}
entry main (x: i32) (y: i32) : (i32, i32, i32, i32) =
  let r : r = {a = x, b = y}
  let s = modify a (+ 100) r
  let t = modify b (+ 100) r
  in (s.a, s.b, t.a, t.b)
