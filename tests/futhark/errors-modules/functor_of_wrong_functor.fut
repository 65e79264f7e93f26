-- A functor that asks for less may stand for one that gets more, not the other way round.
-- ==
-- error: E0205

module type small = {val f : i32}
module type large = {val f : i32 val g : i32}
module h (f: (x: small) -> small) = f {def f = 1i32}
module bad = h (\(x: large) : small -> {def f = x.g})
