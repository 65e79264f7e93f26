-- Days and dates with existential strings: civil dates, formats chosen by a sum, parsing with errors as values, holidays of a year.
-- ==
-- entry: formats
-- input { 11016i32 0i32 } output { "2000-02-29" }
-- input { 11016i32 1i32 } output { "29Feb" }
-- input { 11016i32 2i32 } output { "Tuesday, 29 Feb 2000" }
-- input { 11016i32 3i32 } output { "Tuesday 29 Feb 2000" }
-- input { 0i32 0i32 } output { "1970-01-01" }
-- input { 0i32 1i32 } output { "01Jan" }
-- input { 0i32 2i32 } output { "Thursday, 1 Jan 1970" }
-- input { 0i32 3i32 } output { "Thursday 1 Jan 1970" }
-- input { -1i32 0i32 } output { "1969-12-31" }
-- input { -1i32 1i32 } output { "31Dec" }
-- input { -1i32 2i32 } output { "Wednesday, 31 Dec 1969" }
-- input { -1i32 3i32 } output { "Wednesday 31 Dec 1969" }
-- input { -25508i32 0i32 } output { "1900-03-01" }
-- input { -25508i32 1i32 } output { "01Mar" }
-- input { -25508i32 2i32 } output { "Thursday, 1 Mar 1900" }
-- input { -25508i32 3i32 } output { "Thursday 1 Mar 1900" }
-- input { 20088i32 0i32 } output { "2024-12-31" }
-- input { 20088i32 1i32 } output { "31Dec" }
-- input { 20088i32 2i32 } output { "Tuesday, 31 Dec 2024" }
-- input { 20088i32 3i32 } output { "Tuesday 31 Dec 2024" }

-- ==
-- entry: parse
-- input { "2000-02-29" } output { 11016i32 0i64 }
-- input { "1999-02-29" } output { -3i32 0i64 }
-- input { "2000-0a-01" } output { -2i32 6097i64 }
-- input { "20000101" } output { -1i32 8i64 }
-- input { empty([0]u8) } output { -1i32 0i64 }

-- ==
-- entry: round_trip
-- input { -100000i32 5000i64 } output { true }

-- ==
-- entry: easter
-- input { 2024i32 } output { "2024-03-31" }
-- input { 2000i32 } output { "2000-04-23" }
-- input { 1961i32 } output { "1961-04-02" }

type date = {year: i32, month: i32, day: i32}
type weekday = #mon | #tue | #wed | #thu | #fri | #sat | #sun
type format = #iso | #short | #long {comma: bool}
type parsed = #date date | #wrong_length i64 | #not_a_digit {at: i64, found: u8} | #no_such_day

def of_days (z: i32) : date =
  let z = z + 719468
  let era = z / 146097
  let doe = z - era * 146097
  let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365
  let doy = doe - (365 * yoe + yoe / 4 - yoe / 100)
  let mp = (5 * doy + 2) / 153
  let month = if mp < 10 then mp + 3 else mp - 9
  in {year = yoe + era * 400 + i32.bool (month <= 2), month, day = doy - (153 * mp + 2) / 5 + 1}

def to_days ({year, month, day}: date) : i32 =
  let y = if month <= 2 then year - 1 else year
  let era = y / 400
  let yoe = y - era * 400
  let mp = (month + 9) % 12
  let doy = (153 * mp + 2) / 5 + day - 1
  in era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468

def weekday (z: i32) : weekday =
  match (z + 3) % 7
  case 0 -> #mon case 1 -> #tue case 2 -> #wed case 3 -> #thu case 4 -> #fri case 5 -> #sat
  case _ -> #sun

def digits (k: i64) (x: i32) : [k]u8 =
  map (\i -> u8.i32 (x / 10 ** i32.i64 (k - 1 - i) % 10) + '0') (iota k)

def months : [12][3]u8 = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

def name (d: weekday) : []u8 =
  match d
  case #mon -> "Monday" case #tue -> "Tuesday" case #wed -> "Wednesday" case #thu -> "Thursday"
  case #fri -> "Friday" case #sat -> "Saturday" case #sun -> "Sunday"

def show (f: format) (d: date) : []u8 =
  match f
  case #iso -> digits 4 d.year ++ "-" ++ digits 2 d.month ++ "-" ++ digits 2 d.day
  case #short -> digits 2 d.day ++ months[d.month - 1]
  case #long {comma} ->
    name (weekday (to_days d)) ++ (if comma then ", " else " ") ++ digits (if d.day < 10 then 1 else 2) d.day ++ " " ++
    months[d.month - 1] ++ " " ++ digits 4 d.year

def read (s: []u8) : parsed =
  if length s != 10 then #wrong_length (length s) else
  let s = s :> [10]u8
  let bad = filter (\i -> i != 4 && i != 7 && (s[i] < '0' || s[i] > '9')) (iota 10)
  in if !(null bad) then #not_a_digit {at = head bad, found = s[head bad]} else
     let number i j = foldl (\x c -> 10 * x + i32.u8 (c - '0')) 0 s[i:j]
     let d = {year = number 0 4, month = number 5 7, day = number 8 10}
     in if of_days (to_days d) == d then #date d else #no_such_day

entry formats (z: i32) (f: i32) : []u8 =
  show (match f case 0 -> #iso case 1 -> #short case 2 -> #long {comma = true} case _ -> #long {comma = false}) (of_days z)

entry parse (s: []u8) : (i32, i64) =
  match read s
  case #date d -> (to_days d, 0)
  case #wrong_length n -> (-1, n)
  case #not_a_digit {at, found} -> (-2, 1000 * at + i64.u8 found)
  case #no_such_day -> (-3, 0)

entry round_trip (from: i32) (n: i64) : bool =
  all (\k -> let z = from + 37 * i32.i64 k in to_days (of_days z) == z) (iota n)

entry easter (year: i32) : []u8 =
  let a = year % 19
  let (b, c) = (year // 100, year %% 100)
  let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
  let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
  let m = (a + 11 * h + 22 * l) / 451
  let k = h + l - 7 * m + 114
  in show #iso {year, month = k / 31, day = k % 31 + 1}
