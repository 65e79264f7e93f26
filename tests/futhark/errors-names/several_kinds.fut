-- A value, a type and a module that nothing defines.
-- ==
-- error: error\[E0201\]: `aa`(.|\n)*E0202\]: .*`bb`(.|\n)*E0203\]: .*`cc`

def f (x: i32) : i32 = x + aa
def g (x: bb) : i32 = 5
def h (x: i32) : i32 = cc.x + x
