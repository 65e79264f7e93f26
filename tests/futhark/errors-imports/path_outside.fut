-- A path that leads to nothing.
-- ==
-- error: E0206

import "lib/../nowhere/third"

entry main : i32 = 1
