-- Compositions in both directions, chains of them, and of functions of several types.
-- ==
-- entry: main
-- input { 3i32 } output { 8i32 7i32 64i32 }
-- input { -1i32 } output { 0i32 -1i32 0i32 }

-- ==
-- entry: types
-- input { 3i32 } output { 1.5f64 true }
-- input { -8i32 } output { -4f64 false }

-- ==
-- entry: many
-- input { 1i32 } output { 31i32 }

def inc (x: i32) : i32 = x + 1
def double (x: i32) : i32 = x * 2
def square (x: i32) : i32 = x * x
entry main (x: i32) : (i32, i32, i32) =
  ((inc >-> double) x, (inc <-< double) x, (inc >-> double >-> square) x)
entry types (x: i32) : (f64, bool) =
  ((f64.i32 >-> (/ 2)) x, (f64.i32 >-> (/ 2) >-> (> 0)) x)
entry many (x: i32) : i32 =
  let step = double >-> inc
  in (step >-> step >-> step >-> step) x
