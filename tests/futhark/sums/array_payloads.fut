-- Constructors with arrays of different sizes as payloads, whose sizes are parameters.
-- ==
-- entry: main
-- input { 0i32 [1i32, 2, 3] [10i32, 20] } output { 6i32 }
-- input { 1i32 [1i32, 2, 3] [10i32, 20] } output { 30i32 }
-- input { 2i32 [1i32, 2, 3] [10i32, 20] } output { 36i32 }
-- input { 2i32 empty([0]i32) [5i32] } output { 5i32 }

type t [n] [m] = #first [n]i32 | #second [m]i32 | #both [n]i32 [m]i32
def make [n] [m] (k: i32) (a: [n]i32) (b: [m]i32) : t [n] [m] =
  match k case 0 -> #first a case 1 -> #second b case _ -> #both a b
def total [n] [m] (t: t [n] [m]) : i32 =
  match t
  case #first a -> i32.sum a
  case #second b -> i32.sum b
  case #both a b -> i32.sum a + i32.sum b
entry main [n] [m] (k: i32) (a: [n]i32) (b: [m]i32) : i32 = total (make k a b)
