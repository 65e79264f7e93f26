-- Only a comment that begins with exactly `-- |` is documentation, and documentation may stand anywhere.
-- ==
-- entry: main
-- input { 3i32 } output { 10i32 }

--| Not documentation.
--  | Nor this | or that.
-- | The documentation of `double`.
-- | Twice.
def double (x: i32) =
  -- | Before a local binding.
  let y = x + x
  -- | And before its body.
  in y

module m = {
  -- | Alone in a module.
}

module type mt = {
  -- | Of a specification.
  val f : i32 -> i32
  -- | After all of them.
}

entry main (x: i32) : i32 = -- | Behind an equals sign.
  double
    -- | Before an argument.
    x + -- | After an operator.
  (match x
   -- | Before a case.
   case 3 -> 4
   -- | Before the last case.
   case _ -> 0)

-- | At the end.
