-- An operator that the module lacks.
-- ==
-- error: E0205.*the module lacks the value `\+`

module m : { type t val + : t -> t -> t } = { type t = i32 }
def main : bool = true
