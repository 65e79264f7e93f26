-- An argument that lacks what the parameter asks for.
-- ==
-- error: error\[E0205\]: the module lacks the value `start`

module type counter = { type t val start : t }
module start_of (C: counter) = { def it = C.start }
module it = start_of { type t = i32 }
def main : i32 = it.it
