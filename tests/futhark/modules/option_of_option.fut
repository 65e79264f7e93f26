-- An abstract option type of itself, chosen by `if`.
-- ==
-- entry: main
-- input { 3i32 } output { 1i32 }

module opt : {type opt 'a val some 'a : a -> opt a val none 'a : opt a val get 'a : a -> opt a -> a} = {
  type opt 'a = #some a | #none
  def some 'a (x: a) : opt a = #some x
  def none 'a : opt a = #none
  def get 'a (d: a) (o: opt a) = match o case #some x -> x case #none -> d
}
entry main (x: i32) = opt.get 0 (opt.get (opt.some 1) (if x == 3 then opt.none else opt.some (opt.some 5)))
