-- Accumulators in tuples, records and sums, beside values that change their size.

-- ==
-- entry: in_records
-- input { [0i64, 1, 1] } output { [3i32, 4, 2] }

-- ==
-- entry: in_sums
-- input { [0i64, 1, 1] } output { [1i32, 2, 0] }

-- ==
-- entry: beside_rows
-- input { [[0i64, 1], [1, 1]] } output { [1i64, 1, 1] [[1i32, 1], [0, 2]] }

#[noinline] def next [k] (acc: *intrinsics.acc ([k]i32)) (i: i64) : (*intrinsics.acc ([k]i32), i64) =
  (intrinsics.acc_write acc i 1, i + 1)

def with_operator 't (f: t -> t -> t) (g: t -> t) (x: t) (y: t) = f x (g y)

entry in_records (is: []i64) =
  let visit (acc: *intrinsics.acc ([3]i32)) (i: i64) =
    let (acc, j) = next acc i
    let r = {acc = acc, ys = [j]}
    let r = loop r for x in is do if x == i then r with ys = r.ys ++ [x] else r with ys = [x]
    in intrinsics.acc_write r.acc (r.ys[0] % 3) 1 |> (\acc -> (next acc j).0)
  in intrinsics.hist_stream (replicate 3 0) (with_operator (+) id) 0 visit is

entry in_sums (is: []i64) =
  let visit (acc: *intrinsics.acc ([3]i32)) (i: i64) =
    let s : #left (intrinsics.acc ([3]i32)) | #right i32 = #left acc
    in match s
       case #left acc -> intrinsics.acc_write acc i 1
       case #right _ -> acc
  in intrinsics.hist_stream (replicate 3 0) (+) 0 visit is

entry beside_rows (iss: [][2]i64) =
  let count is = intrinsics.hist_stream (replicate 2 0i32) (+) 0 (\acc i -> intrinsics.acc_write acc i 1) is
  let (_, _, _, positive, counts) = flatmap (\is -> (filter (> 0) is, count is)) iss
  in (positive, counts)
