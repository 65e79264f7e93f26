-- A name that the module does not have, and a module that does not exist.
-- ==
-- error: error\[E0201\]: .*`cube`

module powers = {
  def square (x: i32) : i32 = x * x
  local def cube (x: i32) : i32 = x * x * x
}

entry volume (x: i32) : i32 = powers.cube x
