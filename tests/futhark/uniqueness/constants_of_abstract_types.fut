-- Functions give constants whose types are abstract where they stand: nobody there knows that they are arrays.
-- ==
-- entry: main
-- input { 0i32 } output { 0i32 0i32 3i32 7i32 }
-- input { 1i32 } output { 1i32 2i32 3i32 7i32 }

module type number = {
  type t
  val zero : t
  val one : t
  val add : t -> t -> t
  val get : t -> i32
  val up : *t -> *t
}

module digits : number = {
  type t = [2]i32
  def zero : t = [0, 0]
  def one : t = [1, 0]
  def add (x: t) (y: t) : t = map2 (+) x y
  def get (x: t) = x[0]
  def up (x: *t) : *t = x with [0] = 3
}

module complex (M: number) : number = {
  type t = {re: M.t, im: M.t}
  def zero = {re = M.zero, im = M.zero}
  def one = {re = M.one, im = M.zero}
  def part (i: i32) = if i == 0 then M.zero else M.one
  def add (x: t) (y: t) = {re = M.add x.re y.re, im = M.add x.im y.im}
  def get (x: t) = M.get x.re + 0 * M.get (part 1)
  def up (x: *t) : *t = {re = M.up x.re, im = x.im}
}

module numbers = complex (complex digits)

def start (n: i32) : digits.t = if n == 0 then digits.zero else digits.one
def pick (n: i32) = if n == 0 then (digits.zero, n) else (digits.add digits.one digits.one, n)
def state (n: i32) = {x = start n, ys = [digits.one, digits.zero], z = #some digits.one : #some digits.t | #none}
def sum (ns: []i32) =
  let one = if length ns == 0 then numbers.zero else numbers.one
  in reduce numbers.add numbers.zero (map (const one) ns)

entry main (n: i32) =
  ( digits.get (start n)
  , digits.get (pick n).0
  , digits.get (digits.up (copy (start n)))
  , numbers.get (sum [1, 2, 3]) + numbers.get (numbers.up (copy numbers.one)) + digits.get (state n).ys[0] )
