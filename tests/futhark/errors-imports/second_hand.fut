-- What a file imports is not handed on by it.
-- ==
-- error: E0201

module m = import "lib/uses"

entry main : i32 = m.inner
