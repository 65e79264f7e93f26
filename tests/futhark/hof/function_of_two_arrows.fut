-- Types of functions with several arrows: to functions of functions, and back.
-- ==
-- entry: main
-- input { 5i32 } output { 36i32 30i32 }
-- input { 0i32 } output { 1i32 0i32 }

-- ==
-- entry: twice_of_twice
-- input { 3i32 } output { 12i32 10i32 }

def transform (t: (i32 -> i32) -> i32 -> i32) (f: i32 -> i32) : i32 -> i32 = t f
def squared (f: i32 -> i32) (x: i32) : i32 = f x * f x
def weighed (f: i32 -> i32) (x: i32) : i32 = x * f x
entry main (x: i32) : (i32, i32) = (transform squared (+ 1) x, transform weighed (+ 1) x)
def twice 'a (f: a -> a) : a -> a = f >-> f
entry twice_of_twice (x: i32) : (i32, i32) = (twice (* 2) x, twice (twice (+ 2)) x - 1)
