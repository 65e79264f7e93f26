-- Names of operators over the whole alphabet, defined in both ways.
-- ==
-- entry: values
-- input { 7i32 3i32 } output { 73i32 10i32 4i32 21i32 37i32 }
-- input { 0i32 0i32 } output { 0i32 0i32 0i32 0i32 0i32 }

-- ==
-- entry: symbols
-- input { 6i32 2i32 } output { 8i32 4i32 12i32 3i32 0i32 true }
-- input { 2i32 6i32 } output { 8i32 -4i32 12i32 0i32 2i32 false }

def (<|>) (a: i32) (b: i32) : i32 = 10 * a + b
def (+.+) (a: i32) (b: i32) : i32 = a + b
def a -^- b = a - b : i32
def a *=* b = a * b : i32
def (>.<) (a: i32) (b: i32) : i32 = 10 * b + a
entry values (a: i32) (b: i32) : (i32, i32, i32, i32, i32) = (a <|> b, a +.+ b, a -^- b, a *=* b, a >.< b)
def (+>) (a: i32) (b: i32) : i32 = a + b
def (-|) (a: i32) (b: i32) : i32 = a - b
def (**.) (a: i32) (b: i32) : i32 = a * b
def (/^/) (a: i32) (b: i32) : i32 = a / b
def (%%%) (a: i32) (b: i32) : i32 = a % b
def (>=>) (a: i32) (b: i32) : bool = a >= b
entry symbols (a: i32) (b: i32) : (i32, i32, i32, i32, i32, bool) =
  (a +> b, a -| b, a **. b, a /^/ b, a %%% b, a >=> b)
