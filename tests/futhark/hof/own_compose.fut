-- Composition and application defined here, polymorphic in every type.
-- ==
-- entry: main
-- input { 5i32 } output { 11i32 12i32 5f64 }
-- input { 0i32 } output { 1i32 2i32 0f64 }

-- ==
-- entry: thrice_used
-- input { 2i32 } output { 16i32 5i32 }

def compose 'a 'b 'c (f: b -> c) (g: a -> b) (x: a) : c = f (g x)
def apply 'a 'b (f: a -> b) (x: a) : b = f x
def thrice 'a (f: a -> a) : a -> a = compose f (compose f f)
entry main (x: i32) : (i32, i32, f64) =
  (compose (+ 1) (* 2) x, compose (* 2) (+ 1) x, apply (compose f64.i64 i64.i32) x)
entry thrice_used (x: i32) : (i32, i32) = (thrice (* 2) x, thrice (+ 1) x)
