-- An abstract type of an imported file stays abstract.
-- ==
-- error: E0304

import "lib/opaque"

entry main : i32 = x + 1
