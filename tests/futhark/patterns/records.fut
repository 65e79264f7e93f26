-- Patterns of records: puns, new names, nested ones, wildcards, ascribed fields.
-- ==
-- entry: lets
-- input { 1i32 2i32 } output { 1i32 2i32 2i32 1i32 }

-- ==
-- entry: parameters
-- input { 3i32 4i32 } output { 34i32 7i32 }

-- ==
-- entry: lambdas
-- input { [1i32, 2] } output { [12i32, 23] }
-- input { empty([0]i32) } output { empty([0]i32) }

type point = {x: i32, y: i32}
entry lets (a: i32) (b: i32) : (i32, i32, i32, i32) =
  let {x, y} = {x = a, y = b}
  let {p = {x = u, y = _}, q = {x = _, y = v : i32}} = {p = {x = y, y = 0}, q = {x = 0, y = x}}
  in (x, y, u, v)
def show ({x, y}: point) : i32 = 10 * x + y
def total {a: i32, b = c: i32} : i32 = a + c
entry parameters (a: i32) (b: i32) : (i32, i32) = (show {y = b, x = a}, total {a, b})
entry lambdas [n] (a: [n]i32) : [n]i32 =
  map (\x -> {x, y = x + 1}) a |> map (\{x = tens, y = ones} -> 10 * tens + ones)
