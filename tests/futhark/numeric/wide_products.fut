-- Upper halves of products, and multiplication with addition.
-- ==
-- entry: unsigned
-- input { 0xffffffffu32 0xffffffffu32 } output { 0xfffffffeu32 1u32 }
-- input { 65536u32 65536u32 } output { 1u32 0u32 }
-- input { 3u32 5u32 } output { 0u32 15u32 }

-- ==
-- entry: signed
-- input { -1i32 1i32 } output { -1i32 -1i32 }
-- input { 65536i32 65536i32 } output { 1i32 0i32 }

-- ==
-- entry: checked
-- input { 65536u32 65535u32 } output { 4294901760u64 }
-- input { 4294967295u32 4294967295u32 } output { 18446744065119617025u64 }

entry unsigned (a: u32) (b: u32) : (u32, u32) = (u32.mul_hi a b, a * b)
entry signed (a: i32) (b: i32) : (i32, i32) = (i32.mul_hi a b, a * b)
entry checked (a: u32) (b: u32) : u64 = u64.u32 (u32.mul_hi a b) << 32 | u64.u32 (a * b)
