-- Abstract types applied to types that hide sizes or hold functions.
-- ==
-- entry: main
-- input { 3i64 } output { 3i64 4i32 3i64 }

module type boxes = {
  type box 'a
  val mk 'a : a -> box a
  val get 'a : box a -> a
}

module boxes : boxes = {
  type box 'a = (a, i32)
  def mk 'a (x: a) = (x, 1i32)
  def get 'a (x: box a) = x.0
}

type~ some = []i32
type~ box_of_some = boxes.box some
type~ boxes_of_rows = (boxes.box (?[n].[n]i64), boxes.box bool)

def count (x: box_of_some) = length (boxes.get x)
def columns ((x, _): boxes_of_rows) = length (boxes.get x)
def apply (x: boxes.box some) = head (boxes.get x) + 3

entry main (n: i64) =
  ( count (boxes.mk (replicate n 1))
  , apply (boxes.mk (replicate n 1))
  , columns (boxes.mk (iota n), boxes.mk true) )
