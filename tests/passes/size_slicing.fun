;; passes: slice dead-code inline simplify cse dead-code hoist prove simplify dead-code
;; The running example of the paper on size slicing (Figs 7 to 10): of each matrix of a cube the sums and the products of
;; its rows, one after the other. The size of the first result is asked for before the traversal. Sliced, it costs one
;; addition (Fig. 9), and so does the check of each result, which then leaves the traversal (Fig. 10).
fun sums_and_products (rows : i64) (columns : i64) (matrix : [rows][columns]f64) -> (size : i64) (*both : [size]f64) =
  let (sums : [rows]f64) (products : [rows]f64) =
    map rows (matrix)
      (\(row : [columns]f64) ->
        let (sum : f64) =
          reduce columns (row) (\(a : f64) (b : f64) -> let (c : f64) = a + b in (c)) (0.0f64)
        let (product : f64) =
          reduce columns (row) (\(a : f64) (b : f64) -> let (c : f64) = a * b in (c)) (1.0f64)
        in (sum, product))
  let (size : i64) = rows + rows
  let (both : [size]f64) = concat (sums, products)
  in (size, both)

fun third (count : i64) (rows : i64) (columns : i64) (cube : [count][rows][columns]f64)
  -> (size : i64) (*result : [size]f64) =
  let (empty : bool) = count == 0
  let (size : i64) =
    if empty
    then in (0)
    else
      let (first : [rows][columns]f64) = cube[0, 0 : rows, 0 : columns]
      let (size : i64) (unused : [size]f64) = call sums_and_products (rows, columns, first)
      in (size)
  let (all : [count][size]f64) =
    map count (cube)
      (\(matrix : [rows][columns]f64) ->
        let (inner : i64) (both : [inner]f64) = call sums_and_products (rows, columns, matrix)
        let (same : bool) = inner == size
        let (checked : cert) = assert same "a row of {} elements among rows of {}" (inner, size)
        let (row : [size]f64) = <checked> reshape [size] both
        in (row))
  let (inside : bool) = 2 < count
  let (certain : cert) = assert inside "index 2 of {}" (count)
  let (result : [size]f64) = <certain> all[2, 0 : size]
  let (own : [size]f64) = copy result
  in (size, own)

fun main () -> (size : i64) (*result : [size]f64) =
  let (cube : [4][2][3]f64) =
    map 4 ()
      (\(i : i64) ->
        let (matrix : [2][3]f64) =
          map 2 ()
            (\(j : i64) ->
              let (row : [3]f64) =
                map 3 ()
                  (\(k : i64) ->
                    let (n : i64) = i * 6 + j * 3 + k
                    let (x : f64) = convert f64 n
                    in (x))
              in (row))
        in (matrix))
  let (size : i64) (result : [size]f64) = call third (4, 2, 3, cube)
  in (size, result)

entry third = third (cube : [][][]f64) -> []f64
entry main = main () -> []f64
