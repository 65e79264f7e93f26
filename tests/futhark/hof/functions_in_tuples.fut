-- Functions in tuples, as arguments and as results.
-- ==
-- entry: main
-- input { 5i32 } output { 6i32 10i32 }
-- input { -5i32 } output { -4i32 -10i32 }

-- ==
-- entry: swapped
-- input { 3i32 } output { 9i32 4i32 true }

-- ==
-- entry: several_types
-- input { 3i32 } output { 4i32 1.5f64 }

def run (f: i32 -> i32, g: i32 -> i32) (x: i32) : (i32, i32) = (f x, g x)
entry main (x: i32) : (i32, i32) = run ((+ 1), (* 2)) x
def swap 'a 'b (a: a, b: b) : (b, a) = (b, a)
def swap_functions (p: (i32 -> i32, i32 -> i32)) : (i32 -> i32, i32 -> i32) = (p.1, p.0)
entry swapped (x: i32) : (i32, i32, bool) =
  let (a, b) = run (swap_functions ((+ 1), (** 2))) x
  let (c, _) = swap (1i32, true)
  in (a, b, c)
entry several_types (x: i32) : (i32, f64) =
  let fs = ((+ 1), \y -> f64.i32 y / 2)
  in (fs.0 x, fs.1 x)
