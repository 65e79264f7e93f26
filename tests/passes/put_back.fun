;; passes: prove
;; Loops that put rows of an array into slices of another one: whole rows, and blocks on the diagonal in reverse order.
;; What stays: rows that overlap, and a loop that reads what it has written.
fun rows (k : i64) (m : i64) (from : [k][m]i64) (blocks : [3][2][2]i64) -> (*a : [k][m]i64) (*b : [6][6]i64) =
  let (empty : [k][m]i64) = scratch [k][m]i64
  let (a : [k][m]i64) = loop (to : [k][m]i64 = empty) for i : i64 < k do
      let (row : [m]i64) = from[i, 0 : m]
      let (next : [k][m]i64) = to with [i, 0 : m] = row
      in (next)
  let (square : [6][6]i64) = replicate [6, 6] 0i64
  let (b : [6][6]i64) = loop (to : [6][6]i64 = square) for i : i64 < 3i64 do
      let (at : i64) = i * 2
      let (down : i64) = 2 - i
      let (block : [2][2]i64) = blocks[down, 0 : 2, 0 : 2]
      let (next : [6][6]i64) = to with [at : 2, at : 2] = block
      in (next)
  in (a, b)

fun others (k : i64) (m : i64) (from : [k][m]i64) (blocks : [3][2][2]i64) -> (*a : [k][m]i64) (*b : [6]i64) =
  let (copied : [k][m]i64) = copy from
  let (last : i64) = k - 1
  let (a : [k][m]i64) = loop (to : [k][m]i64 = copied) for i : i64 < last do
      let (at : i64) = i + 1
      let (row : [m]i64) = to[i, 0 : m]
      let (own : [m]i64) = copy row
      let (next : [k][m]i64) = to with [at, 0 : m] = own
      in (next)
  let (line : [6]i64) = replicate [6] 0i64
  let (b : [6]i64) = loop (to : [6]i64 = line) for i : i64 < 3i64 do
      let (row : [2]i64) = blocks[i, 0, 0 : 2]
      let (next : [6]i64) = to with [i : 2] = row
      in (next)
  in (a, b)

fun main () -> (a : i64) (b : i64) (c : i64) (d : i64) =
  let (numbers : [12]i64) = iota 12
  let (from : [3][4]i64) = reshape [3, 4] numbers
  let (blocks : [3][2][2]i64) = reshape [3, 2, 2] numbers
  let (as : [3][4]i64) (bs : [6][6]i64) = call rows (3, 4, from, blocks)
  let (cs : [3][4]i64) (ds : [6]i64) = call others (3, 4, from, blocks)
  let (a : i64) = as[2, 1]
  let (b : i64) = bs[3, 2]
  let (c : i64) = cs[2, 1]
  let (d : i64) = ds[1]
  in (a, b, c, d)

entry main = main () -> (i64, i64, i64, i64)
