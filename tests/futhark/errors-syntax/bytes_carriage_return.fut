-- Lines that end as on Windows.
-- ==
-- error: error\[E0201\]: `aa` is not defined

def f (x: i32) : i32 =
  x + aa
