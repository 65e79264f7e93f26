-- `>>` keeps the sign of signed numbers, `>>>` of the modules does not, and unsigned numbers have none.
-- ==
-- entry: main
-- input { -8i32 1i32 } output { -4i32 2147483644i32 }
-- input { 8i32 2i32 } output { 2i32 2i32 }

-- ==
-- entry: bytes
-- input { -1i8 4i8 } output { -1i8 15i8 }
-- input { 0x7fi8 3i8 } output { 15i8 15i8 }

-- ==
-- entry: unsigned
-- input { 0xf0u8 4u8 } output { 15u8 15u8 }

entry main (x: i32) (k: i32) : (i32, i32) = (x >> k, x i32.>>> k)
entry bytes (x: i8) (k: i8) : (i8, i8) = (x >> k, x i8.>>> k)
entry unsigned (x: u8) (k: u8) : (u8, u8) = (x >> k, x u8.>>> k)
