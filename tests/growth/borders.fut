-- sizes: 8
-- Arrays with a border that is read in each round. In one of them each element of the border is a sum, which whoever
-- has no border computes as often as it is read. In the other one it is an element.
entry main (n: i64) : i64 =
  let xs = map (\i -> i * i % 7) (iota n)
  let run border =
    let sums = tabulate (n + 1) (\i -> if i == 0 then border () else 0)
    let sums =
      loop sums for i < n do
        loop sums for _j < n do sums with [i + 1] = (sums[0] + sums[i] + sums[i + 1] + xs[i]) % 1009
    in i64.sum sums[1:n + 1]
  in run (\() -> i64.sum (map (\i -> i * n % 5) (iota n))) + run (\() -> xs[n - 1])
