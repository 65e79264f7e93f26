-- Names of a program's own for the operations on accumulators, and all the places where an accumulator may stand.

-- ==
-- entry: nested_loops
-- input { 6i64 [1i64, 3] } output { [2i32, 11, 1, 5, 0, 0] }
-- input { 6i64 empty([0]i64) } output { [0i32, 0, 0, 0, 0, 0] }
-- input { 1i64 [2i64] } output { [1i32] }

-- ==
-- entry: cases
-- input { 4i64 [1i64, 3, 1] } output { [0i32, 2, 0, 3] [0f32, 3, 0, 9] }
-- input { 0i64 [1i64] } output { empty([0]i32) empty([0]f32) }

-- ==
-- entry: countdown
-- input { [1i64, 5] } output { [0i64, 3, 0, 1, 0, 1, 0] }

type~ acc 't = intrinsics.acc t

def scatter_stream [k] [n] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: [n]b) : *[k]a =
  intrinsics.scatter_stream dest f bs

def reduce_by_index_stream [k] [n] 'a 'b
    (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: [n]b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs

def write [k] 'a (acc: *acc ([k]a)) (i: i64) (v: a) : *acc ([k]a) = intrinsics.acc_write acc i v

-- One write, or two.
def twice [k] (acc: *acc ([k]i32)) (i: i64) : *acc ([k]i32) =
  let acc = write acc i 1
  in if i % 2 == 0 then write acc (i + 1) 5 else acc

def up_to [k] (acc: *acc ([k]i32)) (i: i64) : *acc ([k]i32) = loop acc for j < i do twice acc j

entry nested_loops (k: i64) (is: []i64) : []i32 = reduce_by_index_stream (replicate k 0) (+) 0 up_to is

entry cases (k: i64) (is: []i64) =
  let combine (a, b) (c, d) = (a + c, b + d)
  let visit (acc: *acc ([k](i32, f32))) (i: i64) =
    match i
    case 3 -> write acc i (3, 9)
    case _ -> write acc i (1, 1.5)
  in unzip (reduce_by_index_stream (replicate k (0, 0)) combine (0, 0) visit is)

entry countdown (is: []i64) : []i64 =
  let visit (acc: *acc ([7]i64)) (i: i64) =
    let (acc, _) = loop (acc, j) = (acc, i) while j > 0 do (write acc j 1, j - 2)
    in write acc 1 (if i == 1 then 0 else 1)
  in reduce_by_index_stream (replicate 7 0) (+) 0 visit is
