-- A type with a parameter does not stand for one with a size.
-- ==
-- error: E0205

module m : {type t 'a} = {type t [n] = [n]i32}
