-- A name that the module type does not have.
-- ==
-- error: error\[E0201\]: `helper` is not defined

module type counter = { type t val start : t }
module by_one : counter = { type t = i32 def start = 0i32 def helper = 1i32 }
def main : i32 = by_one.helper
