-- The result's module type hides what the body makes.
-- ==
-- error: E0201.*`inner`

module f (P: {}) : { val x : i32 } = { def inner = 1i32 def x = inner }
module m = f {}
def main : i32 = m.inner
