-- Queries on tables of records: selections, groups, joins by sorting, pivots; functions in records as columns.
-- ==
-- entry: by_town
-- input { [20i32,15,40,17,33] [0i32,2,0,2,0] [100f64,0,300,50,200] }
-- output { [3i64,0,2] [200f64,0,25] [40i32,-2147483648,17] }
-- input { empty([0]i32) empty([0]i32) empty([0]f64) }
-- output { [0i64,0,0] [0f64,0,0] [-2147483648i32,-2147483648,-2147483648] }

-- ==
-- entry: adults
-- input { [20i32,15,40,17,33] [0i32,2,0,2,0] [100f64,0,300,50,200] } output { [0i32,2,4] 600f64 }

-- ==
-- entry: neighbours
-- input { [20i32,15,40,17,33] [0i32,2,0,2,0] [100f64,0,300,50,200] } output { [[0i32,2],[0i32,4],[1i32,3],[2i32,4]] }
-- input { empty([0]i32) empty([0]i32) empty([0]f64) } output { empty([0][2]i32) }

type person = {id: i32, age: i32, town: i32, income: f64}
type~ table 'r = {rows: []r}

type^ column 'r 'c = {get: r -> c, name: u8}
type^ aggregate 'r 's = {start: s, add: s -> s -> s, of: r -> s}

def select 'r (p: r -> bool) (t: table r) : table r = {rows = filter p t.rows}
def project 'r 'c (c: column r c) (t: table r) : []c = map c.get t.rows

-- | One pass for two aggregates.
def both 'r 's 't (a: aggregate r s) (b: aggregate r t) : aggregate r (s, t) =
  {start = (a.start, b.start), add = \(x, y) (x', y') -> (a.add x x', b.add y y'), of = \r -> (a.of r, b.of r)}

def summarise 'r 's (a: aggregate r s) (t: table r) : s = reduce_comm a.add a.start (map a.of t.rows)

def group_by 'r 's (k: i64) (key: column r i32) (a: aggregate r s) (t: table r) : [k]s =
  hist a.add a.start k (map (key.get >-> i64.i32) t.rows) (map a.of t.rows)

def count 'r : aggregate r i64 = {start = 0, add = (+), of = const 1}
def sum 'r (c: column r f64) : aggregate r f64 = {start = 0, add = (+), of = c.get}
def greatest 'r (c: column r i32) : aggregate r i32 = {start = i32.lowest, add = i32.max, of = c.get}

-- | All pairs with the same key.
def join 'r 's (k: i64) (f: r -> i32) (g: s -> i32) (a: table r) (b: table s) : table (r, s) =
  let order = \xs -> let counts = hist (+) 0 k xs (map (const 1i64) xs) in (counts, exscan (+) 0 counts)
  let right_keys = map (g >-> i64.i32) b.rows
  let (counts, starts) = order right_keys
  let m = length b.rows
  let (right, _) =
    loop (right, next) = (replicate m 0, copy starts) for i < m do
      let key = i64.i32 (g b.rows[i])
      in (right with [next[key]] = i, next with [key] = next[key] + 1)
  let pairs = flatmap' (\i -> let key = i64.i32 (f a.rows[i])
                             in map (\j -> (i, right[starts[key] + j])) (iota counts[key])) (indices a.rows)
  let (_, _, _, ps) = pairs
  in {rows = map (\(i, j) -> (a.rows[i], b.rows[j])) ps}

def people [n] (ages: [n]i32) (towns: [n]i32) (incomes: [n]f64) : table person =
  {rows = map4 (\id age town income -> {id = i32.i64 id, age, town, income}) (iota n) ages towns incomes}

def age : column person i32 = {get = (.age), name = 'a'}
def town : column person i32 = {get = (.town), name = 't'}
def income : column person f64 = {get = \(p: person) -> p.income, name = 'i'}

entry by_town [n] (ages: [n]i32) (towns: [n]i32) (incomes: [n]f64) : ([3]i64, [3]f64, [3]i32) =
  let t = people ages towns incomes
  let g = group_by 3 town (both count (both (sum income) (greatest age))) t
  in unzip3 (map (\(a, (b, c)) -> (a, if a == 0 then 0 else b / f64.i64 a, c)) g)

entry adults [n] (ages: [n]i32) (towns: [n]i32) (incomes: [n]f64) : ([]i32, f64) =
  let t = select (\p -> p.age >= 18) (people ages towns incomes)
  in (project {get = (.id), name = '#'} t, summarise (sum income) t)

entry neighbours [n] (ages: [n]i32) (towns: [n]i32) (incomes: [n]f64) : [][2]i32 =
  let t = people ages towns incomes
  in join 3 (.town) (\(p: person) -> p.town) t t
     |> select (\(p, q) -> p.id < q.id)
     |> project {get = \(p, q) -> [p.id, q.id], name = 'j'}
