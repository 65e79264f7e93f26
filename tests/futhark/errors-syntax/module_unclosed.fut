-- A module that does not end.
-- ==
-- error: error\[E0102\]: unexpected

module m = {
  def x = 5i32
