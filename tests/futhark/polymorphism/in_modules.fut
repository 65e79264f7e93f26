-- Polymorphic members of modules, abstract types with parameters, and functors at two types.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { 1i32 3i64 [3i32, 2, 1] }
-- input { [7i32] } output { 7i32 1i64 [7i32] }

-- ==
-- entry: two_types
-- input { 3i32 2.5f64 } output { 6i32 5f64 }

module list : {
  type t [n] 'a
  val from [n] 'a : [n]a -> t [n] a
  val to [n] 'a : t [n] a -> [n]a
  val head [n] 'a : t [n] a -> a
  val size [n] 'a : t [n] a -> i64
} = {
  type t [n] 'a = {backwards: [n]a}
  def from [n] 'a (xs: [n]a) : t [n] a = {backwards = reverse xs}
  def to [n] 'a (l: t [n] a) : [n]a = l.backwards
  def head [n] 'a (l: t [n] a) : a = l.backwards[n - 1]
  def size [n] 'a (_: t [n] a) : i64 = n
}
entry main [n] (xs: [n]i32) : (i32, i64, [n]i32) =
  let l = list.from xs
  in (list.head l, list.size l, list.to l)
module type number = { type t val + : t -> t -> t }
module double (n: number) = { def run (x: n.t) : n.t = x n.+ x }
module di = double i32
module df = double f64
entry two_types (a: i32) (b: f64) : (i32, f64) = (di.run a, df.run b)
