-- Inside of a payload a constructor with a payload needs brackets.
-- ==
-- error: error\[E0301\]: `#a` takes 1 value, not 2

def f (x: #a (#b i32)) : i32 = match x case #a #b y -> y
