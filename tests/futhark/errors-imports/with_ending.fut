-- The path has no ending.
-- ==
-- error: E0206

import "lib/base.fut"

entry main : i32 = inner
