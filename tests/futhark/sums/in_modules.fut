-- A sum as an abstract type of a module, and as a parameter of one.
-- ==
-- entry: main
-- input { 7i32 } output { 7i32 8i32 }
-- input { -7i32 } output { 0i32 1i32 }

-- ==
-- entry: functor
-- input { 3i32 } output { 30i32 }
-- input { 0i32 } output { -1i32 }

module option : {
  type t 'a
  val some 'a : a -> t a
  val none 'a : () -> t a
  val get 'a : a -> t a -> a
  val map 'a 'b : (a -> b) -> t a -> t b
} = {
  type t 'a = #some a | #none
  def some 'a (x: a) : t a = #some x
  def none 'a () : t a = #none
  def get 'a (d: a) (o: t a) : a = match o case #some x -> x case #none -> d
  def map 'a 'b (f: a -> b) (o: t a) : t b = match o case #some x -> #some (f x) case #none -> #none
}
entry main (x: i32) : (i32, i32) =
  let o = if x > 0 then option.some x else option.none ()
  in (option.get 0 o, option.get 1 (option.map (+ 1) o))
module type choice = { type t val make : i32 -> t val value : t -> i32 }
module times (c: choice) = { def run (x: i32) : i32 = c.value (c.make x) }
module tens = times {
  type t = #some i32 | #none
  def make (x: i32) : t = if x > 0 then #some x else #none
  def value (t: t) : i32 = match t case #some x -> 10 * x case #none -> -1
}
entry functor (x: i32) : i32 = tens.run x
