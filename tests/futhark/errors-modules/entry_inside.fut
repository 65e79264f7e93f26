-- An entry point in a module.
-- ==
-- error: E0604.*entry point .f. is inside

module m = { entry f (x: i32) : i32 = x }
def main : bool = true
