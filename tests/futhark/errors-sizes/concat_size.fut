-- Two arrays end to end have the sum of both sizes.
-- ==
-- error: E0501.*n

entry main [n] (xs: [n]i64) : [n]i64 = xs ++ xs
