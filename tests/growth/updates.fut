-- sizes: 32
-- A dynamic program in one array: each turn reads what the turns before it wrote. An update that copied the array would
-- make linear work quadratic.
entry main (n: i64) : i64 =
  let ways = replicate (n + 1) 0 with [0] = 1
  let ways = loop ways for i < n do
    let last = ways[i]
    let before = if i > 0 then ways[i - 1] else 0
    in ways with [i + 1] = (last + before) % 1000007
  in ways[n]
