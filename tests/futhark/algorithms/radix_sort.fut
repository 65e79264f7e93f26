-- Radix sort, one bit a pass: a stable partition by scatter. Signed numbers flip their sign bit first; the pairs
-- version carries a payload and shows that the sort is stable.
-- ==
-- entry: sort_unsigned
-- input { empty([0]u32) } output { empty([0]u32) }
-- input { [7u32] } output { [7u32] }
-- input { [5u32, 0, 4294967295, 17, 5, 2147483648, 1] } output { [0u32, 1, 5, 5, 17, 2147483648, 4294967295] }

-- ==
-- entry: sort_signed
-- input { [3i32, -1, 0, 2147483647, -2147483648, -7, 3] } output { [-2147483648, -7, -1, 0, 3, 3, 2147483647] }

-- ==
-- entry: sort_pairs
-- input { [2u8, 1, 2, 0, 1, 2] [10i32, 20, 30, 40, 50, 60] }
-- output { [0u8, 1, 1, 2, 2, 2] [40i32, 20, 50, 10, 30, 60] }
-- input { empty([0]u8) empty([0]i32) } output { empty([0]u8) empty([0]i32) }

def partition_by [n] 't (bit: t -> bool) (xs: [n]t) : [n]t =
  let ones = map bit xs
  let zero_count = i64.sum (map (\one -> i64.bool (!one)) ones)
  let ranks flags = map (\r -> r - 1) (scan (+) 0 (map i64.bool flags))
  let target one zero_rank one_rank = if one then zero_count + one_rank else zero_rank
  let targets = map3 target ones (ranks (map not ones)) (ranks ones)
  in scatter (copy xs) targets xs

def radix_sort [n] 't (bits: i32) (get_bit: i32 -> t -> i32) (xs: [n]t) : [n]t =
  loop xs for b < bits do partition_by (\x -> get_bit b x == 1) xs

entry sort_unsigned (xs: []u32) : []u32 = radix_sort u32.num_bits u32.get_bit xs

entry sort_signed (xs: []i32) : []i32 =
  let flip x = x ^ i32.lowest
  in xs |> map flip |> map u32.i32 |> sort_unsigned |> map i32.u32 |> map flip

entry sort_pairs [n] (keys: [n]u8) (payload: [n]i32) : ([n]u8, [n]i32) =
  zip keys payload |> radix_sort u8.num_bits (\b (key, _) -> u8.get_bit b key) |> unzip
