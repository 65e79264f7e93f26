-- Three files import each other in a circle, on paths that differ.
-- ==
-- error: E0207

import "lib/first"

entry main : i32 = a
