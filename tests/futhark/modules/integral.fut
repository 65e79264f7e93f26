-- Modules over the integers.
-- ==
-- input { 44 } output { 3 3 3 3i64 3 3u16 1 }


module count (I: integral) = {
  def f (x: I.t) : i32 =
    let (n, _) = loop (n, x) = (0, x) while I.(x != i32 0) do (n + I.get_bit 0 x, I.(x >>> i32 1))
    in n
}

module a = count i8
module b = count i16
module c = count i32
module d = count i64
module e = count u8
module f = count u16

def main (x: i32) : (i32, i32, i32, i64, i32, u16, i32) =
  (a.f (i8.i32 x), b.f (i16.i32 x), c.f x, i64.i32 (d.f (i64.i32 x)), e.f (u8.i32 x), u16.i32 (f.f (u16.i32 x)),
   if a.f (-1) == 8 then 1 else 0)
