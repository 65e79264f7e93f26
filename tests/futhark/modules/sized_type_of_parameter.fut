-- A parameter's type with a size, under another name in the functor.
-- ==
-- entry: main
-- input { 3i32 } output { 3i32 }

module f (x: {type a
  type b [n]
  val v [n] : [n]a -> b [n]}) = {
  type c [n] = x.b [n]
  def go [n] (q: [n]x.a) : c [n] = x.v q }
module k = f {type a = i32 type b [n] = [n](i32, i32) def v [n] (x: [n]i32) : [n](i32, i32) = map (\y -> (y, y)) x}
entry main (x: i32) : i32 = let ys : [2](i32, i32) = k.go [1, 2] in ys[1].0 + 1
