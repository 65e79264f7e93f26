-- The beginning of an operator's name gives its precedence.
-- ==
-- entry: sums_and_products
-- input { 2i32 3i32 4i32 } output { 14i32 20i32 24i32 10i32 }
-- input { 1i32 0i32 5i32 } output { 1i32 5i32 0i32 5i32 }

-- ==
-- entry: powers
-- input { 2i32 3i32 } output { 16i32 24i32 }
-- input { 1i32 5i32 } output { 2i32 5i32 }

-- ==
-- entry: comparisons
-- input { 2i32 3i32 } output { true false true }
-- input { 3i32 2i32 } output { false true true }

-- ==
-- entry: pipes
-- input { 3i32 } output { 8i32 7i32 }

def (+.) (a: i32) (b: i32) : i32 = a + b
def (*.) (a: i32) (b: i32) : i32 = a * b
def (**.) (a: i32) (b: i32) : i32 = a ** b
def (<=.) (a: i32) (b: i32) : bool = a <= b
def (&&.) (a: bool) (b: bool) : bool = a && b
def (||.) (a: bool) (b: bool) : bool = a || b
def (|>.) (a: i32) (f: i32 -> i32) : i32 = f a
def (<|.) (f: i32 -> i32) (a: i32) : i32 = f a
entry sums_and_products (a: i32) (b: i32) (c: i32) : (i32, i32, i32, i32) =
  (a +. b *. c, (a +. b) *. c, a *. b *. c, a *. b +. c)
entry powers (a: i32) (b: i32) : (i32, i32) = (2 *. a **. b, b * a **. b)
entry comparisons (a: i32) (b: i32) : (bool, bool, bool) =
  (a +. 1 <=. b, b <=. a &&. a <=. b ||. b <=. a, a <=. b ||. b <=. a)
entry pipes (x: i32) : (i32, i32) = (x |>. (+ 1) |>. (* 2), (+ 1) <|. (* 2) <|. x)
