-- One parametric module for all types of numbers.
-- ==
-- input { [1, 2, 3] } output { 14 14u8 14.0 14f16 }

module squares (N: numeric) = {
  def square (x: N.t) : N.t = x N.* x
  def sum [n] (xs: [n]N.t) : N.t = N.sum (map square xs)
}

module of_i32 = squares i32
module of_u8 = squares u8
module of_f64 = squares f64
module of_f16 = squares f16

def main (xs: []i32) : (i32, u8, f64, f16) =
  (of_i32.sum xs, of_u8.sum (map u8.i32 xs), of_f64.sum (map f64.i32 xs), of_f16.sum (map f16.i32 xs))
