-- One name for two payloads.
-- ==
-- error: error\[E0204\]: .*`a`

def f (p: #p i32 i32) : i32 = match p case #p a a -> a
