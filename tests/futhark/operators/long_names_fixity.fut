-- The longest built-in beginning counts: `**`, not `*`; `<<`, not `<`; `|>`, not `|`; `//`, not `/`; `>=`, not `>`.
-- ==
-- entry: main
-- input { 2i32 3i32 } output { 18i32 16i32 11i32 7i32 }
-- input { 1i32 1i32 } output { 1i32 4i32 3i32 3i32 }

-- ==
-- entry: compared
-- input { 4i32 } output { true }
-- input { 5i32 } output { false }

def (***) (a: i32) (b: i32) : i32 = a ** b
def (<<<) (a: i32) (b: i32) : i32 = a * 2 ** b
def (|>|) (a: i32) (b: i32) : i32 = a + b
def (//+) (a: i32) (b: i32) : i32 = a + b
def (>=>) (a: i32) (b: i32) : bool = a >= b
entry main (a: i32) (b: i32) : (i32, i32, i32, i32) =
  (a * b *** 2, 1 + 1 <<< b, a * b |>| a + b, a //+ a + b)
entry compared (x: i32) : bool = 8 >=> x + x && true
