-- Modules over floats: the type of the bits comes with them.
-- ==
-- input { 1.0 } output { 4.0 1065353216u32 15360u16 4607182418800017408u64 }

module show (F: float) = {
  def bits (x: F.t) : F.int_t = F.to_bits x
  def next (x: F.t) : F.t = F.ldexp x (F.get_bit (F.num_bits i32.- 3) x i32.+ 1)
}

module d = show f64
module s = show f32
module h = show f16

def main (x: f64) : (f64, u32, u16, u64) = (d.next x, s.bits (f32.f64 x), h.bits (f16.f64 x), d.bits x)
