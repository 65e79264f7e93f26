-- A function in a record that is a value of a module is applied by its path, also in an inner module, in a record in the record, through an
-- opened module, curried, and as the operand of a pipe.
-- ==
-- entry: main
-- input { 1 } output { 3 11 6 2 3 }

-- ==
-- entry: mapped
-- input { [1, 2] } output { [3, 4] }

module m = {
  def r = {f = \(x: i32) -> x + 2, deep = {g = \(x: i32) (y: i32) -> 10 * x + y}}
  module inner = { def r = {f = \(x: i32) -> x + 5} }
}

entry main (x: i32) : (i32, i32, i32, i32, i32) =
  let add = m.r.deep.g x
  in (m.r.f x, m.r.deep.g x 1, m.inner.r.f x, add 2 - 10, x |> m.r.f)

entry mapped (xs: []i32) : []i32 = map m.r.f xs
