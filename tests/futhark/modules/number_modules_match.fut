-- The number modules have all that their module types say. A copy of one is checked as a whole.
-- ==
-- input { } output { true }

module m1 : integral with t = i8 = { open i8 }
module m2 : integral with t = i16 = { open i16 }
module m3 : integral with t = i32 = { open i32 }
module m4 : integral with t = i64 = { open i64 }
module m5 : integral with t = u8 = { open u8 }
module m6 : integral with t = u16 = { open u16 }
module m7 : integral with t = u32 = { open u32 }
module m8 : integral with t = u64 = { open u64 }
module m9 : float with t = f16 with int_t = u16 = { open f16 }
module m10 : float with t = f32 with int_t = u32 = { open f32 }
module m11 : float with t = f64 with int_t = u64 = { open f64 }
module m12 : from_prim with t = bool = { open bool }
module m13 : real with t = f32 = { open f32 }
module m14 : numeric with t = u8 = { open u8 }

def main : bool = m12.i32 1 && m1.(i32 300 == i32 44) && m9.(num_bits) == 16 && m11.(pi < i32 4)
