-- Dates as records behind a module type of calendars; working days; rates of flows of money.
-- ==
-- entry: day_numbers
-- input { empty([0][3]i32) }
-- output { empty([0]i32) }
-- input { [[1970i32, 1i32, 1i32], [2000i32, 2i32, 29i32], [1999i32, 12i32, 31i32], [2024i32, 3i32, 1i32], [1600i32, 1i32, 1i32], [2026i32, 11i32, 21i32]] }
-- output { [0i32, 11016i32, 10956i32, 19783i32, -135140i32, 20778i32] }

-- ==
-- entry: dates
-- input { empty([0]i32) }
-- output { empty([0][3]i32) }
-- input { [0i32, 11016i32, 10956i32, 19783i32, -135140i32, 20778i32] }
-- output { [[1970i32, 1i32, 1i32], [2000i32, 2i32, 29i32], [1999i32, 12i32, 31i32], [2024i32, 3i32, 1i32], [1600i32, 1i32, 1i32], [2026i32, 11i32, 21i32]] }

-- ==
-- entry: weekdays
-- input { empty([0][3]i32) }
-- output { empty([0]u8) }
-- input { [[1970i32, 1i32, 1i32], [2000i32, 2i32, 29i32], [1999i32, 12i32, 31i32], [2024i32, 3i32, 1i32], [1600i32, 1i32, 1i32], [2026i32, 11i32, 21i32]] }
-- output { [104u8, 116u8, 102u8, 102u8, 115u8, 115u8] }

-- ==
-- entry: work_days
-- input { [1970i32, 1i32, 1i32] [1970i32, 1i32, 1i32] }
-- output { 0i64 }
-- input { [2024i32, 2i32, 26i32] [2024i32, 3i32, 5i32] }
-- output { 6i64 }
-- input { [2024i32, 3i32, 1i32] [1970i32, 1i32, 1i32] }
-- output { 0i64 }

-- ==
-- entry: rates
-- input { [[2020i32, 1i32, 1i32], [2021i32, 1i32, 1i32]] [-100.0f64, 110.0f64] }
-- output { 0.09971358593414126f64 }
-- input { [[2020i32, 1i32, 1i32], [2020i32, 7i32, 1i32], [2021i32, 3i32, 15i32], [2023i32, 1i32, 1i32]] [-1000.0f64, 300.0f64, 420.0f64, 560.0f64] }
-- output { 0.15199189470083527f64 }

type weekday = #mon | #tue | #wed | #thu | #fri | #sat | #sun
type date = {year: i32, month: i32, day: i32}
type span = {days: i32}

module type calendar = {
  type t
  val from_days : i32 -> t
  val to_days : t -> i32
}

module gregorian : calendar with t = date = {
  type t = date
  -- Days since 1970-01-01, by years that begin in March.
  def to_days ({year, month, day}: date) : i32 =
    let y = if month <= 2 then year - 1 else year
    let era = y / 400
    let yoe = y - era * 400
    let doy = (153 * (if month > 2 then month - 3 else month + 9) + 2) / 5 + day - 1
    let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy
    in era * 146097 + doe - 719468
  def from_days (z: i32) : date =
    let z = z + 719468
    let era = z / 146097
    let doe = z - era * 146097
    let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100)
    let mp = (5 * doy + 2) / 153
    let month = if mp < 10 then mp + 3 else mp - 9
    in {year = yoe + era * 400 + i32.bool (month <= 2), month, day = doy - (153 * mp + 2) / 5 + 1}
}

module days_of (C: calendar) = {
  def weekday (d: C.t) : weekday =
    match (C.to_days d + 3) % 7
    case 0 -> #mon case 1 -> #tue case 2 -> #wed case 3 -> #thu
    case 4 -> #fri case 5 -> #sat case _ -> #sun
  def is_work (d: C.t) : bool =
    match weekday d case #sat -> false case #sun -> false case _ -> true
  def add (s: span) (d: C.t) : C.t = C.from_days (C.to_days d + s.days)
  def between (a: C.t) (b: C.t) : span = {days = C.to_days b - C.to_days a}
  def work_days (a: C.t) (b: C.t) : i64 =
    let {days} = between a b
    in iota (i64.i32 (i32.max 0 days))
       |> map (\k -> add {days = i32.i64 k} a |> is_work |> i64.bool) |> i64.sum
}

module days = days_of gregorian

type flow = {at: date, amount: f64}

-- | The rate at which flows of money are worth nothing today, by Newton and bisection.
def rate [n] (flows: [n]flow) : f64 =
  let start = flows[0].at
  let years = map (\f -> f64.i32 (days.between start f.at).days / 365) flows
  let value r = map2 (\f y -> f.amount / (1 + r) ** y) flows years |> f64.sum
  let slope r = map2 (\f y -> -y * f.amount / (1 + r) ** (y + 1)) flows years |> f64.sum
  let (r, _, _, _) =
    loop (r, lo, hi, k) = (0.1, -0.99, 10, 0i32) while k < 100 && f64.abs (value r) > 1e-9 do
      let (lo, hi) = if value r > 0 then (r, hi) else (lo, r)
      let newton = r - value r / slope r
      in (if newton > lo && newton < hi then newton else (lo + hi) / 2, lo, hi, k + 1)
  in r

def to_date (d: [3]i32) : date = {year = d[0], month = d[1], day = d[2]}

entry day_numbers [n] (ds: [n][3]i32) : [n]i32 = map (to_date >-> gregorian.to_days) ds
entry dates [n] (ns: [n]i32) : [n][3]i32 =
  map gregorian.from_days ns |> map (\{year, month, day} -> [year, month, day])
entry weekdays [n] (ds: [n][3]i32) : [n]u8 =
  map (to_date >-> days.weekday) ds
  |> map (\d -> match d case #mon -> 'm' case #tue -> 't' case #wed -> 'w' case #thu -> 'h'
                        case #fri -> 'f' case #sat -> 's' case #sun -> 'u')
entry work_days (a: [3]i32) (b: [3]i32) : i64 = days.work_days (to_date a) (to_date b)
entry rates [n] (ds: [n][3]i32) (amounts: [n]f64) : f64 =
  rate (map2 (\at amount -> {at, amount}) (map to_date ds) amounts)
