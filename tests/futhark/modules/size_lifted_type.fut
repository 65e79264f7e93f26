-- `type~` hides arrays of sizes that nothing outside knows.
-- ==
-- input { 4i64 } output { 10 }
-- input { 0i64 } output { 0 }

module type list = {
  type~ t
  val upto : i64 -> t
  val append : t -> i32 -> t
  val sum : t -> i32
}

module arrays : list = {
  type~ t = []i32
  def upto (n: i64) : t = map i32.i64 (iota n)
  def append (xs: t) (x: i32) : t = xs ++ [x]
  def sum (xs: t) : i32 = reduce (+) 0 xs
}

def main (n: i64) : i32 = arrays.sum (arrays.append (arrays.upto n) (i32.i64 n))
