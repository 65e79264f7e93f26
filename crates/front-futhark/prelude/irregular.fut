-- | Rows of different sizes, and derivatives.

-- Room for `need` elements, of which `used` are taken; `filler` is an element for the rest.
local def with_room 'a [n] (xs: *[n]a) (used: i64) (need: i64) (filler: a) : *[]a =
  let room = replicate (i64.max need (2 * n)) filler
  in room with [0:used] = xs[0:used]

-- | The function, whose rows may differ in size, on every element: the sizes of the rows; for each element of them
-- whether it starts a row; the offset of each row; the rows, end to end; the function's other results.
def flatmap 'a 'b 'c [n] (f: a -> ?[k].([k]b, c)) (xs: [n]a)
    : ?[m].([n]i64, [m]bool, [n]i64, [m]b, [n]c) =
  let (rows, data, _) =
    loop (rows, data, used) = ([], [], 0i64)
    for i < n do
      let (row, extra) = f xs[i]
      let k = length row
      let rows = if i == 0 then replicate n (k, extra) else rows
      let data = if used + k <= length data then data else with_room data used (used + k) row[0]
      in (rows with [i] = (k, extra), data with [used:used + k] = row, used + k)
  let (sizes, extras) = unzip (rows :> [n](i64, c))
  let ends = scan (+) 0 sizes
  let m = if n == 0 then 0 else ends[n - 1]
  let offsets = map2 (-) ends sizes
  let starts = map2 (\size offset -> if size == 0 then -1 else offset) sizes offsets
  in (sizes, scatter (replicate m false) starts (replicate n true), offsets, data[0:m], extras)

-- | As `flatmap`, of a function without other results.
def flatmap' 'a 'b [n] (f: a -> ?[k].[k]b) (xs: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b) =
  let (sizes, flags, offsets, data, _) = flatmap (\x -> (f x, false)) xs
  in (sizes, flags, offsets, data)

-- Derivatives

-- | The derivative of `f` at `x` in the direction `dx`.
#[native(derivative)]
def jvp 'a 'b (f: a -> b) (x: a) (dx: a) : b = ???

-- | The value of `f` at `x`, and its derivative in the direction `dx`.
#[native(derivative)]
def jvp2 'a 'b (f: a -> b) (x: a) (dx: a) : (b, b) = ???

-- | How the argument `x` of `f` weighs in its result, of which each part weighs as `dy` says.
#[native(derivative)]
def vjp 'a 'b (f: a -> b) (x: a) (dy: b) : a = ???

-- | The value of `f` at `x`, and how `x` weighs in it.
#[native(derivative)]
def vjp2 'a 'b (f: a -> b) (x: a) (dy: b) : (b, a) = ???

-- | As `jvp`, in many directions.
#[native(derivative)]
def jmp 'a 'b [n] (f: a -> b) (x: a) (dxs: [n]a) : [n]b = ???

-- | As `jvp2`, in many directions.
#[native(derivative)]
def jmp2 'a 'b [n] (f: a -> b) (x: a) (dxs: [n]a) : (b, [n]b) = ???

-- | As `vjp`, for many weights.
#[native(derivative)]
def mjp 'a 'b [n] (f: a -> b) (x: a) (dys: [n]b) : [n]a = ???

-- | As `vjp2`, for many weights.
#[native(derivative)]
def mjp2 'a 'b [n] (f: a -> b) (x: a) (dys: [n]b) : (b, [n]a) = ???

-- | A function with a derivative of its own.
#[native(derivative)]
def with_vjp '^t : t = ???

-- | As `with_vjp`, with what the function leaves for its derivative.
#[native(derivative)]
def with_vjp_tape '^t : t = ???
