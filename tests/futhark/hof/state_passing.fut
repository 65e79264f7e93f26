-- Functions from a state to a value and a state, composed by a function.
-- ==
-- entry: main
-- input { 1i32 } output { 3i32 8i32 }
-- input { 5i32 } output { 15i32 40i32 }

-- ==
-- entry: counted
-- input { 3i32 } output { 6i32 3i32 }

def bind 's 'a 'b (m: s -> (a, s)) (f: a -> s -> (b, s)) : s -> (b, s) =
  \s -> let (a, s') = m s in f a s'
def result 's 'a (a: a) : s -> (a, s) = \s -> (a, s)
def double (s: i32) : (i32, i32) = (s, 2 * s)
entry main (s: i32) : (i32, i32) =
  (double `bind` (\a -> double `bind` (\b s' -> (a + b, 2 * s')))) s
entry counted (n: i32) : (i32, i32) =
  let tick (s: i32) = ((), s + 1)
  let m = tick `bind` (\_ -> tick) `bind` (\_ -> tick) `bind` (\_ -> result (2 * n))
  in m 0
