-- | Orders, and orders made of orders.
module type order = {
  type t
  val <= : t -> t -> bool
}

module type bits = {
  include order
  val num_bits : i32
  val get_bit : i32 -> t -> i32
}

module signed_bits (I: integral) : bits with t = I.t = {
  type t = I.t
  def (<=) = (I.<=)
  def num_bits = I.num_bits
  def get_bit b x = let k = I.get_bit b x in if b == I.num_bits - 1 then 1 - k else k
}

module float_bits (F: float) : bits with t = F.t = {
  type t = F.t
  def (<=) = (F.<=)
  def num_bits = F.num_bits
  def get_bit b x =
    let negative = F.get_bit (F.num_bits - 1) x == 1
    let k = F.get_bit b x
    in if negative || b == F.num_bits - 1 then 1 - k else k
}

module descending (O: order) = { open O def (<=) (x: t) (y: t) = y O.<= x }

module pair_order (A: order) (B: order) : order with t = (A.t, B.t) = {
  type t = (A.t, B.t)
  def (a, b) <= (c, d) : bool = a A.<= c && (!(c A.<= a) || b B.<= d)
}

module i32_order : order with t = i32 = i32
module u8_order : order with t = u8 = u8
