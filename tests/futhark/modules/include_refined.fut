-- `include` of refined module types, several at once.
-- ==
-- input { 7 } output { 7 true }

module type reads = { type t type u val read : t -> u }
module type writes = { type w val write : w -> i32 }
module type both = { include reads with t = i32 with u = bool include writes with w = i32 }

module m : both = {
  type t = i32
  type u = bool
  type w = i32
  def read (x: i32) = x > 0
  def write (x: i32) = x
}

def main (x: i32) : (i32, bool) = (m.write x, m.read x)
