-- Functions whose result size depends on a named parameter, as arguments.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 1, 2] [2i64, 1, 0] }
-- input { 0i64 } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: chosen
-- input { 2i64 7i32 } output { [7i32, 7] 14i32 }
-- input { 0i64 7i32 } output { empty([0]i32) 0i32 }

def call (f: (n: i64) -> [n]i64) (n: i64) : [n]i64 = f n
entry main (n: i64) : ([n]i64, [n]i64) = (call iota n, call (\m -> reverse (iota m)) n)
def filled (m: i64) (y: i32) : [m]i32 = map (const y) (iota m)
def fill 'a (f: (n: i64) -> a -> [n]a) (n: i64) (x: a) : [n]a = f n x
entry chosen (n: i64) (x: i32) : ([n]i32, i32) =
  (fill replicate n x, i32.sum (fill filled n x))
