;; passes: inline hoist simplify dead-code
;; Fig. 10 of the paper on size slicing from its step A on, in its own form: a predicate slice that gives one boolean for
;; each element, and the value slice. `inline` gives B. `hoist` moves what does not vary out of the lambda; `simplify` then
;; rewrites its map to `replicate` (C), and the reduction of these equal booleans to one (D), for which `dead-code` drops
;; the `replicate`.
fun shape (rows : i64) -> (*size : i64) =
  let (size : i64) = rows + rows
  in (size)

fun values (size : i64) (rows : i64) (columns : i64) (matrix : [rows][columns]f64) -> (*both : [size]f64) =
  let (sums : [rows]f64) (products : [rows]f64) =
    map rows (matrix)
      (\(row : [columns]f64) ->
        let (sum : f64) =
          reduce columns (row) (\(a : f64) (b : f64) -> let (c : f64) = a + b in (c)) (0.0f64)
        let (product : f64) =
          reduce columns (row) (\(a : f64) (b : f64) -> let (c : f64) = a * b in (c)) (1.0f64)
        in (sum, product))
  let (twice : i64) = rows + rows
  let (both : [twice]f64) = concat (sums, products)
  let (sized : [size]f64) = reshape [size] both
  in (sized)

fun sixth (count : i64) (rows : i64) (columns : i64) (cube : [count][rows][columns]f64)
  -> (size : i64) (*result : [size]f64) =
  let (empty : bool) = count == 0
  let (size : i64) = if empty then in (0) else let (own : i64) = call shape (rows) in (own)
  let (regular : [count]bool) =
    map count (cube)
      (\(matrix : [rows][columns]f64) ->
        let (own : i64) = call shape (rows)
        let (same : bool) = own == size
        in (same))
  let (all : bool) = reduce count (regular) (\(a : bool) (b : bool) -> let (c : bool) = and a b in (c)) (true)
  let (checked : cert) = assert all "the rows differ in length"
  let (result : [count][size]f64) =
    <checked> map count (cube)
      (\(matrix : [rows][columns]f64) ->
        let (row : [size]f64) = call values (size, rows, columns, matrix)
        in (row))
  let (inside : bool) = 5 < count
  let (certain : cert) = assert inside "index 5 of {}" (count)
  let (row : [size]f64) = <certain> result[5, 0 : size]
  let (own : [size]f64) = copy row
  in (size, own)

fun cube () -> (*cube : [6][1][2]f64) =
  let (cube : [6][1][2]f64) =
    map 6 ()
      (\(i : i64) ->
        let (x : f64) = convert f64 i
        let (matrix : [1][2]f64) = replicate [1, 2] x
        in (matrix))
  in (cube)

fun main () -> (size : i64) (*result : [size]f64) =
  let (cube : [6][1][2]f64) = call cube ()
  let (size : i64) (result : [size]f64) = call sixth (6, 1, 2, cube)
  in (size, result)

entry sixth = sixth (cube : [][][]f64) -> []f64
entry main = main () -> []f64
