-- Primes below n: one by trial marking in a sequential loop, one by the recursive-doubling sieve in data-parallel
-- form, and the number of twin primes among them.
-- ==
-- entry: primes_loop primes_parallel
-- input { 0i64 } output { empty([0]i64) }
-- input { 2i64 } output { empty([0]i64) }
-- input { 3i64 } output { [2i64] }
-- input { 10i64 } output { [2i64, 3, 5, 7] }
-- input { 50i64 } output { [2i64, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47] }

-- ==
-- entry: twins
-- input { 3i64 } output { 0i64 }
-- input { 100i64 } output { 8i64 }
-- input { 300i64 } output { 19i64 }

def marked (n: i64) : [n]bool =
  let start = map (\i -> i >= 2) (iota n)
  let (flags, _) =
    loop (flags, i) = (start, 2)
    while i * i < n do
      let flags =
        if flags[i]
        then loop flags for k < (n - 1) / i - i + 1 do
          flags with [(i + k) * i] = false
        else flags
      in (flags, i + 1)
  in flags

entry primes_loop (n: i64) : []i64 =
  filter (\i -> marked n |> (.[i])) (iota n)

-- Known primes below the square root strike out their multiples, all at once.
def next_primes (known: []i64) (below: i64) : []i64 =
  let composite (i: i64) = any (\p -> i % p == 0 && i != p) known
  in filter (\i -> !(composite i)) (map (+ 2) (iota (i64.max 0 (below - 2))))

entry primes_parallel (n: i64) : []i64 =
  let (known, _) =
    loop (known, reach) = ([2], 3)
    while reach < n do
      let reach = i64.min n (reach * reach)
      in (next_primes known reach, reach)
  in filter (< n) known

entry twins (n: i64) : i64 =
  let ps = primes_loop n
  in if null ps
     then 0
     else map2 (\a b -> i64.bool (b - a == 2)) (init ps) (tail ps) |> i64.sum
