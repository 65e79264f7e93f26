-- An exponent without digits.
-- ==
-- error: E0103\]: malformed number `1e`|E0103\]: malformed number `1.5e`

def f (x: f64) : f64 = x + 1.5e
