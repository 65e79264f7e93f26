-- Radix sort over any key type by a functor, bitonic sort, and merge sort by ranks.
-- ==
-- entry: radix_bytes
-- input { empty([0]u8) }
-- output { empty([0]u8) }
-- input { [255u8] }
-- output { [255u8] }
-- input { [150u8, 232u8, 164u8, 254u8, 242u8, 58u8, 12u8, 159u8, 197u8, 175u8, 215u8, 96u8, 132u8, 55u8, 129u8, 107u8, 221u8, 10u8, 115u8, 9u8, 203u8] }
-- output { [9u8, 10u8, 12u8, 55u8, 58u8, 96u8, 107u8, 115u8, 129u8, 132u8, 150u8, 159u8, 164u8, 175u8, 197u8, 203u8, 215u8, 221u8, 232u8, 242u8, 254u8] }

-- ==
-- entry: radix_ints
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- input { [5i32] }
-- output { [5i32] }
-- input { [3i32, -1i32] }
-- output { [-1i32, 3i32] }
-- input { [1460080766i32, -556100904i32, 999721539i32, -131768984i32, 335762957i32, 632030936i32, 207612152i32, -630182662i32, 1759884385i32, 985266303i32, -1264931184i32, 1931529559i32, 233651350i32] }
-- output { [-1264931184i32, -630182662i32, -556100904i32, -131768984i32, 207612152i32, 233651350i32, 335762957i32, 632030936i32, 985266303i32, 999721539i32, 1460080766i32, 1759884385i32, 1931529559i32] }
-- input { [7i32, 4i32, 6i32, 2i32, 4i32, 2i32, -9i32, 8i32, 8i32, 1i32, 5i32, -9i32, -2i32, -4i32, 8i32, 9i32, -4i32, -7i32, 8i32, -1i32, -8i32, -7i32, -7i32, -9i32, 5i32, -9i32, -1i32, -2i32, -1i32, -6i32, -4i32, 2i32, 0i32, -7i32, -4i32, -4i32, -1i32, 7i32, -4i32, -1i32] }
-- output { [-9i32, -9i32, -9i32, -9i32, -8i32, -7i32, -7i32, -7i32, -7i32, -6i32, -4i32, -4i32, -4i32, -4i32, -4i32, -4i32, -2i32, -2i32, -1i32, -1i32, -1i32, -1i32, -1i32, 0i32, 1i32, 2i32, 2i32, 2i32, 4i32, 4i32, 5i32, 5i32, 6i32, 7i32, 7i32, 8i32, 8i32, 8i32, 8i32, 9i32] }

-- ==
-- entry: order_of
-- input { empty([0]i32) }
-- output { empty([0]i64) }
-- input { [5i32] }
-- output { [0i64] }
-- input { [3i32, -1i32] }
-- output { [1i64, 0i64] }
-- input { [1460080766i32, -556100904i32, 999721539i32, -131768984i32, 335762957i32, 632030936i32, 207612152i32, -630182662i32, 1759884385i32, 985266303i32, -1264931184i32, 1931529559i32, 233651350i32] }
-- output { [10i64, 7i64, 1i64, 3i64, 6i64, 12i64, 4i64, 5i64, 9i64, 2i64, 0i64, 8i64, 11i64] }
-- input { [7i32, 4i32, 6i32, 2i32, 4i32, 2i32, -9i32, 8i32, 8i32, 1i32, 5i32, -9i32, -2i32, -4i32, 8i32, 9i32, -4i32, -7i32, 8i32, -1i32, -8i32, -7i32, -7i32, -9i32, 5i32, -9i32, -1i32, -2i32, -1i32, -6i32, -4i32, 2i32, 0i32, -7i32, -4i32, -4i32, -1i32, 7i32, -4i32, -1i32] }
-- output { [6i64, 11i64, 23i64, 25i64, 20i64, 17i64, 21i64, 22i64, 33i64, 29i64, 13i64, 16i64, 30i64, 34i64, 35i64, 38i64, 12i64, 27i64, 19i64, 26i64, 28i64, 36i64, 39i64, 32i64, 9i64, 3i64, 5i64, 31i64, 1i64, 4i64, 10i64, 24i64, 2i64, 0i64, 37i64, 7i64, 8i64, 14i64, 18i64, 15i64] }

-- ==
-- entry: bitonic_ints
-- input { [7i32] }
-- output { [7i32] }
-- input { [2i32, 1i32] }
-- output { [1i32, 2i32] }
-- input { [-11i32, -18i32, -10i32, 8i32, 12i32, 7i32, 14i32, -6i32, 20i32, 13i32, 8i32, -6i32, 13i32, -19i32, 5i32, 16i32] }
-- output { [-19i32, -18i32, -11i32, -10i32, -6i32, -6i32, 5i32, 7i32, 8i32, 8i32, 12i32, 13i32, 13i32, 14i32, 16i32, 20i32] }
-- input { [0i32, 20i32, 7i32, -17i32, -1i32, -12i32, -7i32, -17i32, -1i32, -16i32, -16i32, -1i32, -1i32, -10i32, 6i32, 16i32, -4i32, -12i32, -20i32, 15i32, -18i32, 17i32, -7i32, 16i32, 9i32, -10i32, 19i32, 12i32, -18i32, 4i32, -8i32, 2i32] }
-- output { [-20i32, -18i32, -18i32, -17i32, -17i32, -16i32, -16i32, -12i32, -12i32, -10i32, -10i32, -8i32, -7i32, -7i32, -4i32, -1i32, -1i32, -1i32, -1i32, 0i32, 2i32, 4i32, 6i32, 7i32, 9i32, 12i32, 15i32, 16i32, 16i32, 17i32, 19i32, 20i32] }

-- ==
-- entry: merge_ints
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- input { [5i32] }
-- output { [5i32] }
-- input { [3i32, -1i32] }
-- output { [3i32, -1i32] }
-- input { [1460080766i32, -556100904i32, 999721539i32, -131768984i32, 335762957i32, 632030936i32, 207612152i32, -630182662i32, 1759884385i32, 985266303i32, -1264931184i32, 1931529559i32, 233651350i32] }
-- output { [1931529559i32, 1759884385i32, 1460080766i32, 999721539i32, 985266303i32, 632030936i32, 335762957i32, 233651350i32, 207612152i32, -131768984i32, -556100904i32, -630182662i32, -1264931184i32] }
-- input { [7i32, 4i32, 6i32, 2i32, 4i32, 2i32, -9i32, 8i32, 8i32, 1i32, 5i32, -9i32, -2i32, -4i32, 8i32, 9i32, -4i32, -7i32, 8i32, -1i32, -8i32, -7i32, -7i32, -9i32, 5i32, -9i32, -1i32, -2i32, -1i32, -6i32, -4i32, 2i32, 0i32, -7i32, -4i32, -4i32, -1i32, 7i32, -4i32, -1i32] }
-- output { [9i32, 8i32, 8i32, 8i32, 8i32, 7i32, 7i32, 6i32, 5i32, 5i32, 4i32, 4i32, 2i32, 2i32, 2i32, 1i32, 0i32, -1i32, -1i32, -1i32, -1i32, -1i32, -2i32, -2i32, -4i32, -4i32, -4i32, -4i32, -4i32, -4i32, -6i32, -7i32, -7i32, -7i32, -7i32, -8i32, -9i32, -9i32, -9i32, -9i32] }

module type sortable = {
  type key
  val num_bits : i32
  val get_bit : i32 -> key -> i32
}

module mk_radix (S: sortable) = {
  local def step [n] 'a (xs: [n](S.key, a)) (b: i32) : [n](S.key, a) =
    let bits = map (\(k, _) -> S.get_bit b k) xs
    let zeros = map (\x -> i64.i32 (1 - x)) bits
    let offs0 = exscan (+) 0 zeros
    let num0 = i64.sum zeros
    let offs1 = map i64.i32 bits |> exscan (+) 0 |> map (+ num0)
    let dest = map3 (\b o0 o1 -> if b == 0 then o0 else o1) bits offs0 offs1
    in scatter (copy xs) dest xs

  def sort_by_key [n] 'a (key: a -> S.key) (xs: [n]a) : [n]a =
    let keyed = map (\x -> (key x, x)) xs
    in (loop keyed for b < S.num_bits do step keyed b) |> map (.1)

  def sort [n] (xs: [n]S.key) : [n]S.key = sort_by_key id xs
}

module u8_sort = mk_radix { type key = u8 open u8 }
module i32_sort = mk_radix {
  type key = i32
  def num_bits = i32.num_bits
  def get_bit (b: i32) (x: i32) =
    let bit = i32.get_bit b x
    in if b == num_bits - 1 then bit ^ 1 else bit
}

-- | Bitonic sort of a power of two of elements.
def bitonic 'a [n] (leq: a -> a -> bool) (xs: [n]a) : [n]a =
  let log = i64.num_bits - 1 - i64.clz n
  let exchange (xs: [n]a) (j: i64) (i: i64) : [n]a =
    let d = 1 << j
    let up a = (a >> i) & 2 == 0
    in tabulate n (\a ->
         let (lo, hi) = if a & d == 0 then (xs[a], xs[a | d]) else (xs[a & !d], xs[a])
         let swap = if leq lo hi then !(up a) else up a
         let (lo, hi) = if swap then (hi, lo) else (lo, hi)
         in if a & d == 0 then lo else hi)
  in loop xs for i < i64.i32 log do
       loop xs for j' < i + 1 do exchange xs (i - j') i

-- | Merge sort without padding: each element finds its rank in the other half.
def merge_sort [n] 'a (leq: a -> a -> bool) (xs: [n]a) : *[n]a =
  let rank_before (ys: []a) (strict: bool) (x: a) : i64 =
    let before y = if strict then !(leq x y) else leq y x
    let (l, _) = loop (l, h) = (0, length ys) while l < h do
      let m = (l + h) / 2
      in if before ys[m] then (m + 1, h) else (l, m)
    in l
  let (ys, _) = loop (ys, w) = (copy xs, 1) while w < n do
    let dest i =
      let base = i / (2 * w) * (2 * w)
      let mid = i64.min n (base + w)
      let end = i64.min n (base + 2 * w)
      in if i < mid
         then i + rank_before ys[mid:end] true ys[i]
         else i - mid + base + rank_before ys[base:mid] false ys[i]
    in (scatter (copy ys) (tabulate n dest) ys, 2 * w)
  in ys

entry radix_bytes (xs: []u8) = u8_sort.sort xs
entry radix_ints (xs: []i32) = i32_sort.sort xs
entry order_of (xs: []i32) : []i64 =
  zip xs (indices xs) |> i32_sort.sort_by_key (.0) |> map (.1)
entry bitonic_ints (xs: []i32) = bitonic (<=) xs
entry merge_ints (xs: []i32) = merge_sort (>=) xs
