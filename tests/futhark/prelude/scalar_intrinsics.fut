-- Operations on scalars under the names that the module intrinsics gives them.

-- ==
-- entry: arithmetic
-- input { -7i8 2i8 } output { -5i8 -4i8 1i8 -3i8 -1i8 124i8 1i8 -7i8 2i8 2i8 -7i8 }

-- ==
-- entry: bits
-- input { -8i32 2i32 } output { -32i32 -2i32 1073741822i32 0i32 -6i32 -6i32 }

-- ==
-- entry: comparisons
-- input { -1i64 1i64 } output { true false true false false }
-- input { 3i64 3i64 } output { false false true true true }

-- ==
-- entry: floats
-- input { 7.5f32 2f32 } output { 9.5f32 1.5f32 2f32 false 56.25f32 }

-- ==
-- entry: conversions
-- input { -1i8 } output { -1i32 255i32 255f64 -1f64 255u8 true }

-- ==
-- entry: from_floats
-- input { 200.7f16 } output { 127i8 -56i8 200.75f32 }

-- ==
-- entry: opened
-- input { 3i32 } output { 9i32 true 3i8 }

-- ==
-- entry: operators
-- input { 3 } output { 2 4 8 true 6 }

-- ==
-- entry: more
-- input { 2.25f32 -3i16 } output { 1.5f32 true 3i16 2i16 -1i16 -1i16 3.75f32 7.3125f32 }

-- ==
-- entry: as_values
-- input { [1i32, 2, 3] } output { 6i32 [2i32, 3, 4] [1i64, 2, 3] }

entry arithmetic (x: i8) (y: i8) =
  (intrinsics.add8 (x, y),
   intrinsics.sdiv8 (x, y),
   intrinsics.smod8 (x, y),
   intrinsics.squot8 (x, y),
   intrinsics.srem8 (x, y),
   intrinsics.udiv8 (x, y),
   intrinsics.umod8 (x, y),
   intrinsics.smin8 (x, y),
   intrinsics.smax8 (x, y),
   intrinsics.umin8 (x, y),
   intrinsics.umax8 (x, y))

entry bits (x: i32) (y: i32) =
  (intrinsics.shl32 (x, y),
   intrinsics.ashr32 (x, y),
   intrinsics.lshr32 (x, y),
   intrinsics.and32 (x, y),
   intrinsics.or32 (x, y),
   intrinsics.xor32 (x, y))

entry comparisons (x: i64) (y: i64) =
  (intrinsics.slt64 (x, y),
   intrinsics.ult64 (x, y),
   intrinsics.sle64 (x, y),
   intrinsics.ule64 (x, y),
   intrinsics.eq_i64 (x, y))

entry floats (x: f32) (y: f32) =
  (intrinsics.fadd32 (x, y),
   intrinsics.fmod32 (x, y),
   intrinsics.fmin32 (x, y),
   intrinsics.flt32 (x, y),
   intrinsics.fpow32 (x, y))

entry conversions (x: i8) =
  (intrinsics.sext_i8_i32 x,
   intrinsics.zext_i8_i32 x,
   intrinsics.uitofp_i8_f64 x,
   intrinsics.sitofp_i8_f64 x,
   intrinsics.unsign_i8 x,
   intrinsics.itob_i8_bool x)

entry from_floats (x: f16) =
  (intrinsics.fptosi_f16_i8 x,
   intrinsics.fptoui_f16_i8 x,
   intrinsics.fpconv_f16_f32 x)

module hiding = {
  def (+) (a: i32) (b: i32) = a - b
  def operators (x: i32) =
    (x + 1,
     x intrinsics.+ 1,
     1 intrinsics.<< x,
     x intrinsics.== 3,
     reduce (intrinsics.+) 0 [1, 2, x])
}
entry operators = hiding.operators

def scaled (p: (f32, f32)) = intrinsics.hypot32 p
entry more (x: f32) (y: i16) =
  (intrinsics.sqrt32 x,
   intrinsics.isnan32 (x - f32.inf + f32.inf),
   intrinsics.abs16 y,
   intrinsics.complement16 y,
   intrinsics.ssignum16 y,
   intrinsics.smul_hi16 (y, 4),
   scaled (x, 3),
   intrinsics.fma32 (x, x, x))

entry as_values (xs: []i32) =
  (reduce (curry intrinsics.add32) 0 xs,
   map (\x -> intrinsics.add32 (1, x)) xs,
   map intrinsics.sext_i32_i64 xs)

entry opened (x: i32) =
  (intrinsics.(mul32 (x, add32 (x, 0))),
   intrinsics.eq_bool (x == 3, true),
   intrinsics.sext_i32_i8 x)
