-- An abstract type is not what stands behind it.
-- ==
-- error: E0304

module m : {type t val x : t} = {type t = i32 def x : t = 1}

def main : i32 = m.x + 1
