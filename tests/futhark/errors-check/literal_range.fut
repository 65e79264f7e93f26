-- A literal that does not fit its type.
-- ==
-- error: error\[E0103\]: .*256

entry main (x: u8) : u8 = x + 256
