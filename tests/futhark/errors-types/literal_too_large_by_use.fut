-- The type of the literal comes from another place.
-- ==
-- error: error\[E0103\]: .*300

def f (x: u8) : u8 =
  let y = 300
  in x + y
