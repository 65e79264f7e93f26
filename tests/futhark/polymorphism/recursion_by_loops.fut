-- Polymorphic loops: repeated application, and a search over any type.
-- ==
-- entry: main
-- input { 5i32 1i32 } output { 32i32 [5i32, 5] 6i32 }
-- input { 0i32 1i32 } output { 1i32 [0i32, 0] 1i32 }

-- ==
-- entry: found
-- input { [4i32, 6, 7] } output { 7i32 true }
-- input { [4i32, 6] } output { -1i32 false }

def times 'a (n: i32) (f: a -> a) (x: a) : a = loop y = x for _i < n do f y
entry main (n: i32) (x: i32) : (i32, [2]i32, i32) =
  (times n (* 2) x, times n (map (+ 1)) [0, 0], (times n (\r -> r with a = r.a + 1) {a = x}).a)
def find 'a (p: a -> bool) (default: a) (xs: []a) : (a, bool) =
  loop (found, ok) = (default, false) for x in xs do if !ok && p x then (x, true) else (found, ok)
entry found (xs: []i32) : (i32, bool) = find (\x -> x % 2 == 1) (-1) xs
