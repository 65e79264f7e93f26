-- A ledger whose state hosts hold: transactions as sums, batches with errors gathered, reports as records and tuples.
-- ==
-- entry: balances
-- input { 3i64 [0i32, 0, 2, 1, 3, 1, 2, 4, 2, 0] [0i64, 1, 0, 1, 2, 2, 0, 2, 0, 9] [0i64, 0, 1, 0, 0, 0, 2, 0, 2, 0] [100i64, 50, 30, 200, 0, 5, 10, 0, 10, 1] }
-- output { [60i64, 80, 10] 150i64 0i64 4120i64 }
-- input { 1i64 empty([0]i32) empty([0]i64) empty([0]i64) empty([0]i64) } output { [0i64] 0i64 0i64 0i64 }
-- input { 2i64 [3i32, 0] [1i64, 1] [0i64, 0] [0i64, 5] } output { [0i64, 0] 0i64 1i64 1000i64 }

type account = {owner: i32, balance: i64, frozen: bool}
type transaction = #deposit i64 i64 | #withdraw i64 i64 | #transfer {from: i64, to: i64, amount: i64} | #freeze i64 bool | #nothing
type problem = #no_account i64 | #frozen i64 | #too_little {account: i64, lacks: i64}
type result = #ok | #refused problem
type~ ledger [n] = {accounts: [n]account, log: []result}

def check [n] (l: [n]account) (i: i64) (amount: i64) : result =
  if i < 0 || i >= n then #refused (#no_account i)
  else if l[i].frozen then #refused (#frozen i)
  else if l[i].balance < amount then #refused (#too_little {account = i, lacks = amount - l[i].balance})
  else #ok

def (r: result) <|> (s: result) : result = match r case #ok -> s case _ -> r

def add [n] (i: i64) (amount: i64) (l: *[n]account) : *[n]account =
  let l[i] = l[i] with balance = l[i].balance + amount
  in l

def apply [n] (t: transaction) (l: *[n]account) : (*[n]account, result) =
  let r =
    match t
    case #deposit i _ -> check l i i64.lowest
    case #withdraw i x -> check l i x
    case #transfer {from, to, amount} -> check l from amount <|> check l to i64.lowest
    case #freeze i _ -> if i >= 0 && i < n then #ok else #refused (#no_account i)
    case #nothing -> #ok
  in match (r, t)
     case (#ok, #deposit i x) -> (add i x l, r)
     case (#ok, #withdraw i x) -> (add i (-x) l, r)
     case (#ok, #transfer {from, to, amount}) -> (l |> add from (-amount) |> add to amount, r)
     case (#ok, #freeze i f) -> (let l[i] = l[i] with frozen = f in l, r)
     case (_, _) -> (l, r)

def run [n][k] (l: ledger [n]) (ts: [k]transaction) : ledger [n] =
  let (accounts, log) =
    loop (accounts, log: *[k]result) = (copy l.accounts, replicate k #ok) for i < k do
      let (accounts, r) = apply ts[i] accounts
      in (accounts, log with [i] = r)
  in {accounts, log = l.log ++ log}

def read (code: i32) (a: i64) (b: i64) (x: i64) : transaction =
  match code
  case 0 -> #deposit a x
  case 1 -> #withdraw a x
  case 2 -> #transfer {from = a, to = b, amount = x}
  case 3 -> #freeze a true
  case 4 -> #freeze a false
  case _ -> #nothing

type summary = {total: i64, frozen: i64, refused: i64, lacking: i64}

entry open_accounts (n: i64) : ledger [n] = {accounts = tabulate n (\i -> {owner = i32.i64 (i * 10), balance = 0, frozen = false}), log = []}
entry post [n][k] (codes: [k]i32) (as: [k]i64) (bs: [k]i64) (xs: [k]i64) (l: ledger [n]) : ledger [n] = run l (map4 read codes as bs xs)
entry report [n] (l: ledger [n]) : summary =
  let count p = i64.sum (map (p >-> i64.bool) l.log)
  in {total = i64.sum (map (.balance) l.accounts),
      frozen = i64.sum (map ((.frozen) >-> i64.bool) l.accounts),
      refused = count (\r -> match r case #refused _ -> true case #ok -> false),
      lacking = i64.sum (map (\r -> match r case #refused (#too_little {account = _, lacks}) -> lacks case _ -> 0) l.log)}

entry balances [k] (n: i64) (codes: [k]i32) (as: [k]i64) (bs: [k]i64) (xs: [k]i64) : ([n]i64, (i64, i64), i64) =
  let l = post codes as bs xs (open_accounts n)
  let s = report (post [5] [0] [0] [0] l)
  in (map (.balance) l.accounts, (s.total, s.frozen), s.refused * 1000 + s.lacking)
