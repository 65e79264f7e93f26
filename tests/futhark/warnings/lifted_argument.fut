-- Types are applied to lifted ones though their parameters are plain, as long as there is no array of those.
-- ==
-- warning: E0704.*not portable: `pair` applied to a lifted type(.|\n)*may contain functions(.|\n)*'\^a(.|\n)*E0704.*`rows` applied to a lifted type(.|\n)*may differ in size(.|\n)*'~a

-- ==
-- entry: functions
-- input { 3 } output { 4 6 }

-- ==
-- entry: sizes
-- input { 3i64 } output { 3i64 }

type pair 'a = (a, a)
type^ functions = pair (i32 -> i32)
type rows 'a = [2]a
type~ sizes = rows (?[n].[n]i64)

def both (fs: functions) (x: i32) = (fs.0 x, fs.1 x)
entry functions (x: i32) = both ((+ 1), (* 2)) x

def ranges (n: i64) : sizes = [iota n, iota n]
entry sizes (n: i64) = length (ranges n)[0]
