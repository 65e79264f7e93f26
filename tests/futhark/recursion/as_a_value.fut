-- Recursive functions given to other functions, in part and as operators.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4] } output { [1i32, 2, 6, 24] 2i32 [2i32, 4, 8, 16] }
-- input { empty([0]i32) } output { empty([0]i32) 0i32 empty([0]i32) }

def fact (n: i32) : i32 = if n <= 1 then 1 else n * fact (n - 1)
def gcd (a: i32) (b: i32) : i32 = if b == 0 then a else gcd b (a % b)
def pow (b: i32) (n: i32) : i32 = if n == 0 then 1 else b * pow b (n - 1)

entry main [n] (xs: [n]i32) : ([n]i32, i32, [n]i32) =
  (map fact xs, xs |> map (* 2) |> reduce gcd 0, map (pow 2) xs)
