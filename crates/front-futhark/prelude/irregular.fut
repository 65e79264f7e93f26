-- | Functions whose results have rows of different sizes, and derivatives.

-- Returns an array of at least `need` elements: the first `used` are those of `xs`, the others `filler`.
local def with_room 'a [n] (xs: *[n]a) (used: i64) (need: i64) (filler: a) : *[]a =
  let room = replicate (i64.max need (2 * n)) filler
  in room with [0:used] = xs[0:used]

-- | Applies a function whose rows may differ in size to every element. Returns the sizes of the rows, whether each of
-- their elements starts a row, the offset of each row, the concatenated rows, and the function's other results.
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

-- | Same as `flatmap`, for a function without other results.
def flatmap' 'a 'b [n] (f: a -> ?[k].[k]b) (xs: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b) =
  let (sizes, flags, offsets, data, _) = flatmap (\x -> (f x, ())) xs
  in (sizes, flags, offsets, data)

-- Derivatives

-- | Returns the derivative of `f` at `x` in the direction `dx`.
#[native(derivative)]
def jvp 'a 'b (f: a -> b) (x: a) (dx: a) : b = ???

-- | Returns the value of `f` at `x`, and its derivative in the direction `dx`.
#[native(derivative)]
def jvp2 'a 'b (f: a -> b) (x: a) (dx: a) : (b, b) = ???

-- | Returns the product of `dy` and the Jacobian of `f` at `x`: the gradient of the result weighted by `dy`.
#[native(derivative)]
def vjp 'a 'b (f: a -> b) (x: a) (dy: b) : a = ???

-- | Returns the value of `f` at `x`, and the result of `vjp`.
#[native(derivative)]
def vjp2 'a 'b (f: a -> b) (x: a) (dy: b) : (b, a) = ???

-- | Same as `jvp`, for several directions.
#[native(derivative)]
def jmp 'a 'b [n] (f: a -> b) (x: a) (dxs: [n]a) : [n]b = ???

-- | Same as `jvp2`, for several directions.
#[native(derivative)]
def jmp2 'a 'b [n] (f: a -> b) (x: a) (dxs: [n]a) : (b, [n]b) = ???

-- | Same as `vjp`, for several weights.
#[native(derivative)]
def mjp 'a 'b [n] (f: a -> b) (x: a) (dys: [n]b) : [n]a = ???

-- | Same as `vjp2`, for several weights.
#[native(derivative)]
def mjp2 'a 'b [n] (f: a -> b) (x: a) (dys: [n]b) : (b, [n]a) = ???

-- | Gives a function a derivative of its own.
#[native(derivative)]
def with_vjp '^t : t = ???

-- | Same as `with_vjp`; the function also returns a value for use by its derivative.
#[native(derivative)]
def with_vjp_tape '^t : t = ???
