-- An accumulator has no fields.
-- ==
-- error: no field

def f [n] (acc: intrinsics.acc ([n]i32)) = acc.array
