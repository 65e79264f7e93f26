-- The abstract types of two modules of one module type are two types; the same module's are one.
-- ==
-- input { 5 } output { 5 10 }

module type box = { type t val in_box : i32 -> t val out_of : t -> i32 }
module plain : box = { type t = i32 def in_box (x: i32) = x def out_of (x: i32) = x }
module twice : box = { type t = i32 def in_box (x: i32) = 2 * x def out_of (x: i32) = x }
module same = twice

def main (x: i32) = (plain.out_of (plain.in_box x), same.out_of (twice.in_box x))
