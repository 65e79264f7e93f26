-- Radix sort by partition flags and scatter, generic in the key, one or two bits at a time.
-- ==
-- entry: unsigned
-- input { [2654435761u32, 1013904226u32, 3668339987u32, 2027808452u32, 387276917u32, 3041712678u32, 1401181143u32, 4055616904u32, 2415085369u32, 774553834u32, 3428989595u32, 1788458060u32, 147926525u32, 2802362286u32, 1161830751u32, 3816266512u32, 2175734977u32, 535203442u32, 3189639203u32, 1549107668u32, 4203543429u32, 2563011894u32, 922480359u32] }
-- output { [147926525u32, 387276917u32, 535203442u32, 774553834u32, 922480359u32, 1013904226u32, 1161830751u32, 1401181143u32, 1549107668u32, 1788458060u32, 2027808452u32, 2175734977u32, 2415085369u32, 2563011894u32, 2654435761u32, 2802362286u32, 3041712678u32, 3189639203u32, 3428989595u32, 3668339987u32, 3816266512u32, 4055616904u32, 4203543429u32] }
-- input { empty([0]u32) } output { empty([0]u32) }

-- ==
-- entry: by_digits
-- input { [2654435761u32, 1013904226u32, 3668339987u32, 2027808452u32, 387276917u32, 3041712678u32, 1401181143u32, 4055616904u32, 2415085369u32, 774553834u32, 3428989595u32, 1788458060u32, 147926525u32, 2802362286u32, 1161830751u32, 3816266512u32, 2175734977u32, 535203442u32, 3189639203u32, 1549107668u32, 4203543429u32, 2563011894u32, 922480359u32] }
-- output { [147926525u32, 387276917u32, 535203442u32, 774553834u32, 922480359u32, 1013904226u32, 1161830751u32, 1401181143u32, 1549107668u32, 1788458060u32, 2027808452u32, 2175734977u32, 2415085369u32, 2563011894u32, 2654435761u32, 2802362286u32, 3041712678u32, 3189639203u32, 3428989595u32, 3668339987u32, 3816266512u32, 4055616904u32, 4203543429u32] }
-- input { empty([0]u32) } output { empty([0]u32) }

-- ==
-- entry: integers
-- input { [-5i32, 3i32, 0i32, -1i32, 2147483647i32, -2147483648i32, 7i32, 7i32, -5i32] }
-- output { [-2147483648i32, -5i32, -5i32, -1i32, 0i32, 3i32, 7i32, 7i32, 2147483647i32] }

-- ==
-- entry: floats
-- input { [1.5f32, -2.25f32, 0.0f32, -0.5f32, 10000000000.0f32, -1e-10f32, 3.0f32] }
-- output { [-2.25f32, -0.5f32, -1e-10f32, 0.0f32, 1.5f32, 3.0f32, 10000000000.0f32] }

-- ==
-- entry: order
-- input { [3u32, 1u32, 2u32, 1u32] } output { [1i32, 3i32, 2i32, 0i32] }

def radix_step 'a [n] (bit: i32 -> a -> i32) (b: i32) (xs: [n]a) : [n]a =
  let ones = map (bit b) xs |> map i64.i32
  let zeros = map (1 -) ones
  let zero_at = scan (+) 0 zeros |> map (\i -> i - 1)
  let split = i64.sum zeros
  let one_at = map (\i -> i + split - 1) (scan (+) 0 ones)
  let at = map3 (\o z i -> if o == 1 then i else z) ones zero_at one_at
  in scatter (copy xs) at xs

def radix_sort 'a [n] (width: i32) (bit: i32 -> a -> i32) (xs: [n]a) : [n]a =
  loop xs for b < width do radix_step bit b xs

-- | Two bits at once, by four counters that are scanned together.
def radix_sort_2 [n] (xs: [n]u32) : [n]u32 =
  let add (a, b, c, d) (e, f, g, h) = (a + e, b + f, c + g, d + h)
  in loop xs for i < 16 do
       let digit x = i32.u32 ((x >> (2 * u32.i32 i)) & 3)
       let flag x = match digit x
                    case 0 -> (1, 0, 0, 0)
                    case 1 -> (0, 1, 0, 0)
                    case 2 -> (0, 0, 1, 0)
                    case _ -> (0, 0, 0, 1)
       let sums = scan add (0i64, 0i64, 0i64, 0i64) (map flag xs)
       let (p, q, r, _) = if n == 0 then (0, 0, 0, 0) else last sums
       let place x (a, b, c, d) =
         match digit x
         case 0 -> a - 1
         case 1 -> p + b - 1
         case 2 -> p + q + c - 1
         case _ -> p + q + r + d - 1
       in scatter (replicate n 0) (map2 place xs sums) xs

def signed (b: i32) (x: i32) : i32 = i32.get_bit b (x ^ i32.lowest)

-- | Floats sort as integers when the negative ones are turned around.
def floating (b: i32) (x: f32) : i32 =
  let u = f32.to_bits x
  let key = if u >> 31 == 1 then !u else u | 0x8000_0000
  in u32.get_bit b key

entry unsigned [n] (xs: [n]u32) : [n]u32 = radix_sort u32.num_bits u32.get_bit xs
entry by_digits [n] (xs: [n]u32) : [n]u32 = radix_sort_2 xs
entry integers [n] (xs: [n]i32) : [n]i32 = radix_sort i32.num_bits signed xs
entry floats [n] (xs: [n]f32) : [n]f32 = radix_sort 32 floating xs
entry order [n] (keys: [n]u32) : [n]i32 =
  zip keys (map i32.i64 (iota n)) |> radix_sort 32 (\b (k, _) -> u32.get_bit b k) |> unzip |> (.1)
