-- | The file's own documentation.
-- ==
-- entry: main
-- input { 2i32 } output { 12i32 }
-- input { 0i32 } output { 10i32 }

-- | A documented constant
-- of two lines.
def ten : i32 = 10
-- | A documented type.
type number = i32
-- | A documented module.
module m = {
  -- | A documented value inside.
  def add (a: number) (b: number) : number = a + b
}
-- | A documented module type.
module type s = {
  -- | A documented specification.
  val add : number -> number -> number
}
-- | A documented entry point, with an ordinary comment after it.
-- Still the same.
entry main (x: number) : number = m.add x ten
