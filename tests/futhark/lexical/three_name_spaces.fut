-- Values, types and constructors may share a name; a value hides another value only.
-- ==
-- entry: main
-- input { 3i32 } output { 10i32 }
-- input { 0i32 } output { 1i32 }

-- ==
-- entry: module_and_type
-- input { 2i32 } output { 8i32 }

type pair = {pair: i32, other: i32}
def pair (pair: i32) : pair = {pair, other = pair * 2 + 1}
entry main (x: i32) : i32 =
  let pair = pair x
  in pair.pair + pair.other
module number = {
  type number = i32
  def number (x: number) : number = x * 4
}
type number = number.number
entry module_and_type (number: number) : number =
  let n = number
  in n * 4
