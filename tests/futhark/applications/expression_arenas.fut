-- Expressions in an arena of sum-typed nodes, read from postfix text; recursive evaluation and quicksort.
-- ==
-- entry: values
-- input { empty([0]u8) [0i64, 1i64, -4i64] }
-- output { [-999i64, -999i64, -999i64] }
-- input { [55u8] [0i64, 1i64, -4i64] }
-- output { [7i64, 7i64, 7i64] }
-- input { [97u8, 98u8, 43u8] [0i64, 1i64, -4i64] }
-- output { [1i64, 3i64, -7i64] }
-- input { [49u8, 50u8] [0i64, 1i64, -4i64] }
-- output { [-999i64, -999i64, -999i64] }
-- input { [97u8, 98u8, 43u8, 99u8, 42u8, 126u8] [0i64, 1i64, -4i64] }
-- output { [-2i64, -9i64, -14i64] }
-- input { [97u8, 98u8, 99u8, 63u8] [0i64, 1i64, -4i64] }
-- output { [2i64, 2i64, -3i64] }
-- input { [97u8, 48u8, 42u8, 98u8, 49u8, 43u8, 50u8, 126u8, 63u8] [0i64, 1i64, -4i64] }
-- output { [-2i64, -2i64, -2i64] }
-- input { [51u8, 126u8, 126u8, 52u8, 42u8, 100u8, 43u8, 53u8] [0i64, 1i64, -4i64] }
-- output { [-999i64, -999i64, -999i64] }
-- input { [43u8] [1i64] }
-- error: ndex

-- ==
-- entry: agree
-- input { empty([0]u8) 3i64 }
-- output { true 0i64 }
-- input { [55u8] 3i64 }
-- output { true 1i64 }
-- input { [97u8, 98u8, 43u8] 3i64 }
-- output { true 3i64 }
-- input { [49u8, 50u8] 3i64 }
-- output { true 0i64 }
-- input { [97u8, 98u8, 43u8, 99u8, 42u8, 126u8] 3i64 }
-- output { true 6i64 }
-- input { [97u8, 98u8, 99u8, 63u8] 3i64 }
-- output { true 4i64 }
-- input { [97u8, 48u8, 42u8, 98u8, 49u8, 43u8, 50u8, 126u8, 63u8] 3i64 }
-- output { true 9i64 }
-- input { [51u8, 126u8, 126u8, 52u8, 42u8, 100u8, 43u8, 53u8] 3i64 }
-- output { true 0i64 }

-- ==
-- entry: sorted
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64] }
-- output { [1i64] }
-- input { [3i64, 3i64, 3i64] }
-- output { [3i64, 3i64, 3i64] }
-- input { [1i64, 8i64, -2i64, 18i64, -16i64, -13i64, 12i64, 6i64, -10i64, 1i64, -11i64, 11i64, 6i64, -18i64, -16i64, 15i64, 16i64, 0i64, 1i64, 2i64, 18i64, 11i64, 17i64, 9i64, -16i64] }
-- output { [-18i64, -16i64, -16i64, -16i64, -13i64, -11i64, -10i64, -2i64, 0i64, 1i64, 1i64, 1i64, 2i64, 6i64, 6i64, 8i64, 9i64, 11i64, 11i64, 12i64, 15i64, 16i64, 17i64, 18i64, 18i64] }

-- Expressions in an arena: the children of a node are numbers of other nodes.
type node = #number i64 | #variable u8 | #sum i64 i64 | #product i64 i64 | #negate i64 | #choose {cond: i64, yes: i64, no: i64}
type arena [n] = {nodes: [n]node, used: i64}

def add_node [n] (a: *arena [n]) (x: node) : (i64, *arena [n]) =
  let at = assert (a.used < n) a.used
  in (at, {nodes = a.nodes with [at] = x, used = at + 1})

def eval [n] (a: arena [n]) (env: u8 -> i64) (at: i64) : i64 =
  match a.nodes[at]
  case #number x -> x
  case #variable v -> env v
  case #sum l r -> eval a env l + eval a env r
  case #product l r -> eval a env l * eval a env r
  case #negate e -> -(eval a env e)
  case #choose {cond, yes, no} -> if eval a env cond != 0 then eval a env yes else eval a env no

def size [n] (a: arena [n]) (at: i64) : i64 =
  match a.nodes[at]
  case #sum l r -> 1 + size a l + size a r
  case #product l r -> 1 + size a l + size a r
  case #negate e -> 1 + size a e
  case #choose c -> 1 + size a c.cond + size a c.yes + size a c.no
  case _ -> 1

-- From postfix text, with a stack of places: digits, letters, `+ * ~ ?`.
def parse [n] (text: [n]u8) : (i64, arena [n]) =
  let start: arena [n] = {nodes = replicate n (#number 0), used = 0}
  let (a, stack, top) =
    loop (a: *arena [n], stack, top) = (start, replicate (n + 1) (-1i64), 0i64) for c in text do
      let x: node =
        if c >= '0' && c <= '9' then #number (i64.u8 (c - '0'))
        else match c
             case '+' -> #sum stack[top - 2] stack[top - 1]
             case '*' -> #product stack[top - 2] stack[top - 1]
             case '~' -> #negate stack[top - 1]
             case '?' -> #choose {cond = stack[top - 3], yes = stack[top - 2], no = stack[top - 1]}
             case v -> #variable v
      let pops = match x
                 case #sum _ _ -> 2 case #product _ _ -> 2 case #negate _ -> 1 case #choose _ -> 3
                 case _ -> 0
      let (at, a) = add_node a x
      let top = top - pops
      in (a, stack with [top] = at, top + 1)
  in (if top == 1 then stack[0] else -1, a)

-- | One pass from below needs no recursion: children come before their parents.
def eval_all [n] (a: arena [n]) (env: u8 -> i64) : [n]i64 =
  loop values = replicate n 0 for i < a.used do
    let v = match a.nodes[i]
            case #number x -> x
            case #variable v -> env v
            case #sum l r -> values[l] + values[r]
            case #product l r -> values[l] * values[r]
            case #negate e -> -values[e]
            case #choose {cond, yes, no} -> if values[cond] != 0 then values[yes] else values[no]
    in values with [i] = v

def quicksort [n] (xs: [n]i64) : [n]i64 =
  if n < 2 then xs else
  let p = xs[n / 2]
  let (less, equal, more) = partition2 (< p) (== p) xs
  in (quicksort less ++ equal ++ quicksort more) :> [n]i64

entry values (text: []u8) (xs: []i64) : []i64 =
  let (root, a) = parse text
  in map (\x -> if root < 0 then -999 else eval a (\v -> x + i64.u8 (v - 'a')) root) xs

entry agree (text: []u8) (x: i64) : (bool, i64) =
  let (root, a) = parse text
  let env v = x * i64.u8 v
  in (root < 0 || eval a env root == (eval_all a env)[root], if root < 0 then 0 else size a root)

entry sorted [n] (xs: [n]i64) : [n]i64 = quicksort xs
