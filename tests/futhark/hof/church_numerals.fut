-- Numbers as functions that iterate.
-- ==
-- entry: main
-- input { 1i32 } output { 4i32 7i32 64i32 }
-- input { 0i32 } output { 3i32 6i32 0i32 }

def three 'a (f: a -> a) (x: a) : a = f (f (f x))
def add (m: (i32 -> i32) -> i32 -> i32) (n: (i32 -> i32) -> i32 -> i32) : (i32 -> i32) -> i32 -> i32 =
  \f x -> m f (n f x)
def mul (m: (i32 -> i32) -> i32 -> i32) (n: (i32 -> i32) -> i32 -> i32) : (i32 -> i32) -> i32 -> i32 =
  \f -> m (n f)
def two (f: i32 -> i32) (x: i32) : i32 = f (f x)
entry main (x: i32) : (i32, i32, i32) =
  (three (+ 1) x, add three three (+ 1) x, mul two three (* 2) x)
