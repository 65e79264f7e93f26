-- A histogram of the values of a picture, whose counts end at 255.
-- ==
-- entry: run
-- input @ data/histo.in output @ data/histo.out

def saturating (a: i32) (b: i32) : i32 = if a + b > 255 then 255 else a + b

entry run (bins: i64) (picture: []i32) : []i32 =
  hist saturating 0 bins (map i64.i32 picture) (map (const 1) picture)
