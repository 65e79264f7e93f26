-- Names with capital letters are other names.
-- ==
-- error: error\[E0201\]: `Foo` is not defined

def foo (x: i32) : i32 = x
def f (x: i32) : i32 = Foo x
