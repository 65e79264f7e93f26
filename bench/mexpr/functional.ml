(* The programs of functional.mc in OCaml: `functional NAME N` prints the result. *)

type tree = Node of tree * tree | Leaf

let rec grown depth = if depth = 0 then Leaf else
  let left = grown (depth - 1) in
  Node (left, grown (depth - 1))

let rec nodes = function
  | Leaf -> 0
  | Node (left, right) -> 1 + nodes left + nodes right

let trees n =
  let stays = grown n in
  let rec several depth count acc =
    if count = 0 then acc else several depth (count - 1) (acc + nodes (grown depth)) in
  let rec sizes depth acc =
    if depth > n then acc else sizes (depth + 2) (several depth (1 lsl (4 + n - depth)) acc) in
  nodes stays + sizes 4 0

type list = Cons of int * list | Nil

let rec drawn n seed acc =
  if n = 0 then acc else drawn (n - 1) ((seed * 1103515245 + 12345) mod 2147483648) (Cons (seed, acc))

let rec halves list left right =
  match list with
  | Nil -> (left, right)
  | Cons (x, rest) -> halves rest (Cons (x, right)) left

let rec merged before left right =
  match left, right with
  | Nil, _ -> right
  | _, Nil -> left
  | Cons (x, xs), Cons (y, ys) ->
    if before x y then Cons (x, merged before xs right) else Cons (y, merged before left ys)

let rec sorted before list =
  match list with
  | Nil | Cons (_, Nil) -> list
  | _ ->
    let left, right = halves list Nil Nil in
    let left = sorted before left in
    merged before left (sorted before right)

let rec digest list acc =
  match list with
  | Nil -> acc
  | Cons (x, rest) -> digest rest ((acc * 31 + x) mod 1000000007)

let leq (a : int) b = a <= b

let sort n = digest (sorted leq (drawn n 42 Nil)) 0

type map = Branch of map * int * int * map * int | Empty

let height = function
  | Empty -> 0
  | Branch (_, _, _, _, height) -> height

let branch left key value right =
  let l = height left and r = height right in
  Branch (left, key, value, right, 1 + if l > r then l else r)

let balanced left key value right =
  let l = height left and r = height right in
  if l > r + 2 then
    match left with
    | Branch (ll, lk, lv, lr, _) ->
      if height ll >= height lr then branch ll lk lv (branch lr key value right)
      else (match lr with
        | Branch (lrl, lrk, lrv, lrr, _) -> branch (branch ll lk lv lrl) lrk lrv (branch lrr key value right)
        | Empty -> assert false)
    | Empty -> assert false
  else if r > l + 2 then
    match right with
    | Branch (rl, rk, rv, rr, _) ->
      if height rr >= height rl then branch (branch left key value rl) rk rv rr
      else (match rl with
        | Branch (rll, rlk, rlv, rlr, _) -> branch (branch left key value rll) rlk rlv (branch rlr rk rv rr)
        | Empty -> assert false)
    | Empty -> assert false
  else branch left key value right

let rec inserted order key value map =
  match map with
  | Empty -> Branch (Empty, key, value, Empty, 1)
  | Branch (left, k, v, right, height) ->
    let c = order key k in
    if c = 0 then Branch (left, key, value, right, height)
    else if c < 0 then balanced (inserted order key value left) k v right
    else balanced left k v (inserted order key value right)

let rec found order key map =
  match map with
  | Empty -> -1
  | Branch (left, k, v, right, _) ->
    let c = order key k in
    if c = 0 then v else found order key (if c < 0 then left else right)

let rec least = function
  | Branch (Empty, k, v, _, _) -> (k, v)
  | Branch (left, _, _, _, _) -> least left
  | Empty -> assert false

let rec without_least = function
  | Branch (Empty, _, _, right, _) -> right
  | Branch (left, k, v, right, _) -> balanced (without_least left) k v right
  | Empty -> assert false

let joined left right =
  match left, right with
  | Empty, _ -> right
  | _, Empty -> left
  | _ ->
    let k, v = least right in
    balanced left k v (without_least right)

let rec removed order key map =
  match map with
  | Empty -> map
  | Branch (left, k, v, right, _) ->
    let c = order key k in
    if c = 0 then joined left right
    else if c < 0 then balanced (removed order key left) k v right
    else balanced left k v (removed order key right)

let minus (a : int) b = a - b

let maps n =
  let key i = i * 7919 mod 1000003 in
  let rec insert_all i map = if i = n then map else insert_all (i + 1) (inserted minus (key i) i map) in
  let rec sum i map acc = if i = n then acc else sum (i + 1) map (acc + found minus (key i) map) in
  let rec remove_all i map = if i = n then map else remove_all (i + 1) (removed minus (key i) map) in
  let map = insert_all 0 Empty in
  let total = sum 0 map 0 in
  total + height (remove_all 0 map)

type term =
  | Variable of int
  | Lambda of term
  | Apply of term * term
  | Number of int
  | Plus of term * term
  | IfLess of term * term * term * term

type value = Int of int | Function of (value -> value)
type env = Bound of value * env | Unbound

let number = function Int n -> n | Function _ -> assert false

let rec variable index = function
  | Bound (value, rest) -> if index = 0 then value else variable (index - 1) rest
  | Unbound -> assert false

let rec compiled = function
  | Variable index -> fun env -> variable index env
  | Number n -> let value = Int n in fun _ -> value
  | Lambda body ->
    let body = compiled body in
    fun env -> Function (fun value -> body (Bound (value, env)))
  | Apply (f, x) ->
    let f = compiled f in
    let x = compiled x in
    fun env -> (match f env with Function f -> f (x env) | Int _ -> assert false)
  | Plus (a, b) ->
    let a = compiled a in
    let b = compiled b in
    fun env ->
      let a = number (a env) in
      Int (a + number (b env))
  | IfLess (a, b, yes, no) ->
    let a = compiled a in
    let b = compiled b in
    let yes = compiled yes in
    let no = compiled no in
    fun env ->
      let a = number (a env) in
      if a < number (b env) then yes env else no env

let fixed =
  let half = Lambda (Apply (Variable 1, Lambda (Apply (Apply (Variable 1, Variable 1), Variable 0)))) in
  Lambda (Apply (half, half))

let fibonacci =
  let self decrement = Apply (Variable 1, Plus (Variable 0, Number decrement)) in
  Lambda (Lambda (IfLess (Variable 0, Number 2, Variable 0, Plus (self (-1), self (-2)))))

let lambda n = number (compiled (Apply (Apply (fixed, fibonacci), Number n)) Unbound)

type lists = More of list * lists | None

let rec folded f acc = function
  | Nil -> acc
  | Cons (x, rest) -> folded f (f acc x) rest

let rec folded_lists f acc = function
  | None -> acc
  | More (list, rest) -> folded_lists f (f acc list) rest

let rec safe (column : int) distance = function
  | Nil -> true
  | Cons (other, rest) ->
    if other = column || other = column + distance || other = column - distance then false
    else safe column (distance + 1) rest

let queens n =
  let rec up_to i acc = if i = 0 then acc else up_to (i - 1) (Cons (i, acc)) in
  let columns = up_to n Nil in
  let rec solutions rows =
    if rows = 0 then More (Nil, None)
    else
      folded_lists
        (fun acc placed ->
          folded
            (fun acc column -> if safe column 1 placed then More (Cons (column, placed), acc) else acc)
            acc columns)
        None
        (solutions (rows - 1)) in
  folded_lists (fun count _ -> count + 1) 0 (solutions n)

let () =
  let programs = ["trees", trees; "sort", sort; "maps", maps; "lambda", lambda; "queens", queens] in
  let program = List.assoc Sys.argv.(1) programs in
  print_int (program (int_of_string Sys.argv.(2)))
