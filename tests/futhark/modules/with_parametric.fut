-- `with` refines a type with parameters and sizes.
-- ==
-- entry: main
-- input { [1i32, 2] } output { [1i32, 2] [true, true] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]bool) }

module type box = { type box [n] 'a val wrap [n] 'a 'b : [n]a -> b -> box [n] (a, b) }

module b : box with box [n] 'a = {content: [n]a} = {
  type box [n] 'a = {content: [n]a}
  def wrap [n] 'a 'b (xs: [n]a) (y: b) = {content = map (\x -> (x, y)) xs}
}

entry main [n] (xs: [n]i32) : ([n]i32, [n]bool) =
  let r = b.wrap xs true
  in unzip r.content
