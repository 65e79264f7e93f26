-- What f16 can hold: 11 bits, up to 65504, and what becomes of the rest.
-- ==
-- entry: main
-- input { 2048f16 1f16 } output { 2048f16 2050f16 true }
-- input { 1024f16 1f16 } output { 1025f16 1026f16 false }

-- ==
-- entry: next_to_the_middle
-- input { 1.00048828125000000000000001f16 } output { 1.0009765625f16 1.0009765625f16 1f16 1f16 }
-- input { 1.00048828124999999999999999f16 } output { 1f16 1.0009765625f16 1f16 1f16 }

-- ==
-- entry: limits
-- input { 65504f16 } output { true f16.inf 65504f32 }
-- input { 1f16 } output { false 2f16 1f32 }
-- input { 0.5f16 } output { false 1f16 0.5f32 }

-- ==
-- entry: small
-- input { 0.0001f16 } output { true }
-- input { 0.5f16 } output { false }
-- input { 0f16 } output { true }

-- ==
-- entry: sums
-- input { [0.5f16, 0.25, 4] } output { 4.75f16 0.5f16 }
-- input { empty([0]f16) } output { 0f16 1f16 }

entry main (a: f16) (b: f16) : (f16, f16, bool) = (a + b, a + (b + b), a + b == a)
entry limits (x: f16) : (bool, f16, f32) = (f16.isinf (x + x), x + x, f32.f16 x)
entry small (x: f16) : bool = x / 4096 == 0
entry sums (xs: []f16) : (f16, f16) = (f16.sum xs, f16.product xs)
entry next_to_the_middle (x: f16) : (f16, f16, f16, f16) =
  (x, 1.00048828125000000000000001f16, 1.00048828124999999999999999f16, 1.00048828125f16)
