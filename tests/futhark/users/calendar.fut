-- Days: the calendar as numbers and back, weekdays, Easter, a page of a month, a schedule.
-- ==
-- entry: days
-- input { [1i32, 1969i32, 1970i32, 2000i32, 2024i32, 1900i32, 9999i32] [1i8, 12i8, 1i8, 2i8, 12i8, 3i8, 12i8] [1i8, 31i8, 1i8, 29i8, 31i8, 1i8, 31i8] }
-- output { [-719162i32, -1i32, 0i32, 11016i32, 20088i32, -25508i32, 2932896i32] }

-- ==
-- entry: dates
-- input { [-719162i32, -1i32, 0i32, 11016i32, 20088i32, -25508i32, 2932896i32] }
-- output { [1i32, 1969i32, 1970i32, 2000i32, 2024i32, 1900i32, 9999i32] [1i8, 12i8, 1i8, 2i8, 12i8, 3i8, 12i8] [1i8, 31i8, 1i8, 29i8, 31i8, 1i8, 31i8] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i8) empty([0]i8) }

-- ==
-- entry: round_trip
-- input { -1000000i32 1000000i32 997i32 } output { true }

-- ==
-- entry: easter
-- input { [2024i32, 2025i32, 1961i32, 2000i32] }
-- output { [[3i32, 31i32], [4i32, 20i32], [4i32, 2i32], [4i32, 23i32]] }

-- ==
-- entry: page
-- input { 2024i32 2i8 }
-- output { [[0i8, 0i8, 0i8, 1i8, 2i8, 3i8, 4i8], [5i8, 6i8, 7i8, 8i8, 9i8, 10i8, 11i8], [12i8, 13i8, 14i8, 15i8, 16i8, 17i8, 18i8], [19i8, 20i8, 21i8, 22i8, 23i8, 24i8, 25i8], [26i8, 27i8, 28i8, 29i8, 0i8, 0i8, 0i8], [0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8]] }
-- input { 2023i32 10i8 }
-- output { [[0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 1i8], [2i8, 3i8, 4i8, 5i8, 6i8, 7i8, 8i8], [9i8, 10i8, 11i8, 12i8, 13i8, 14i8, 15i8], [16i8, 17i8, 18i8, 19i8, 20i8, 21i8, 22i8], [23i8, 24i8, 25i8, 26i8, 27i8, 28i8, 29i8], [30i8, 31i8, 0i8, 0i8, 0i8, 0i8, 0i8]] }

-- ==
-- entry: unlucky
-- input { 2015i32 } output { 3i64 }

module date = {
  type t = {year: i32, month: i8, day: i8}

  -- | Days since 1970-01-01.
  def to_days ({year, month, day}: t) : i32 =
    let (m, d) = (i32.i8 month, i32.i8 day)
    let y = if m <= 2 then year - 1 else year
    let era = y / 400
    let yoe = y % 400
    let doy = (153 * ((m + 9) % 12) + 2) / 5 + d - 1
    let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy
    in era * 146097 + doe - 719468

  def from_days (days: i32) : t =
    let z = days + 719468
    let (era, doe) = (z / 146097, z % 146097)
    let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100)
    let mp = (5 * doy + 2) / 153
    let month = i8.i32 (if mp < 10 then mp + 3 else mp - 9)
    in { year = yoe + era * 400 + i32.bool (month <= 2)
       , month
       , day = i8.i32 (doy - (153 * mp + 2) / 5 + 1) }

  def leap (year: i32) : bool = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)

  def length (year: i32) (month: i8) : i8 =
    match (month, leap year)
    case (2, true) -> 29
    case (2, false) -> 28
    case (4, _) -> 30
    case (6, _) -> 30
    case (9, _) -> 30
    case (11, _) -> 30
    case _ -> 31
}

open date

entry days [n] (years: [n]i32) (months: [n]i8) (ds: [n]i8) : [n]i32 =
  map3 (\year month day -> to_days {year, month, day}) years months ds

entry dates [n] (ns: [n]i32) : ([n]i32, [n]i8, [n]i8) =
  ns |> map from_days |> map (\d -> (d.year, d.month, d.day)) |> unzip3

entry round_trip (from: i32) (to: i32) (step: i32) : bool =
  all (\n -> to_days (from_days n) == n) (from..(from + step)..<to)

-- | Monday is 0.
def weekday (d: date.t) : i32 = (to_days d + 3) % 7

entry easter (years: []i32) : [][2]i32 =
  let of y =
    let (a, b, c) = (y % 19, y / 100, y % 100)
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let m = (a + 11 * h + 22 * l) / 451
    let k = h + l - 7 * m + 114
    in [k / 31, k % 31 + 1]
  in map of years

entry page (year: i32) (month: i8) : [6][7]i8 =
  let first = weekday {year, month, day = 1}
  let n = i64.i8 (date.length year month)
  let places = map (+ i64.i32 first) (iota n)
  in unflatten (scatter (replicate (6 * 7) 0) places (map i8.i64 (1...n)))

entry unlucky (year: i32) : i64 =
  (1i8...12) |> filter (\month -> weekday {year, month, day = 13} == 4)
  |> map (const 1) |> i64.sum
