-- passes: decide
-- Integers that are far from each other are searched, those that lie close together are a table, or the number of the case
-- itself; fewer than eight cases stay.
def far (x: i32) (y: i32) : i32 =
  match x case 3 -> y case 70 -> 2 case 9 -> y * 4 case 500 -> 5 case 20 -> 6 case -4 -> 7 case 8000 -> 8 case 70 -> 9
          case z -> z

def close (x: u8) : f32 =
  match x case 'a' -> 1 case 'b' -> 4 case 'd' -> 3 case 'c' -> 2 case 'e' -> 5 case 'f' -> 8 case 'g' -> 7 case 'h' -> 6
          case _ -> 0

def counted (x: i64) (y: i32) : i32 =
  match x case 0 -> y case 1 -> 2 case 2 -> y * 4 case 3 -> 5 case 4 -> 6 case 5 -> 7 case 6 -> 8 case 7 -> 9
          case _ -> y - 1

def few (x: i32) : i32 = match x case 0 -> 1 case 5 -> 2 case 9 -> 4 case _ -> 0

entry all : ([]i32, []f32, []i32, []i32) =
  (map (far 7) [3, 70, 9, 8000], map close "ade!", map (\i -> counted i 5) [0, 7, 8, -1], map few [0, 5, 9, 8])
