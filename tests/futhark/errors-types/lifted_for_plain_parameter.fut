-- A plain type parameter stands for no type that may differ in size or hold functions: also not for a parameter that may.
-- ==
-- error: \.fut:5:28.*may differ in size.*\.fut:6:28.*may contain functions.*\.fut:7:34.*differ in size.*\.fut:8:56.*contain functions
def same 'a (x: a) : a = x
def sized '~b (x: b) : b = same x
def known '^b (x: b) : b = same x
def pair '~b (x: b) : (b, i32) = same (x, 1)
def within '^b (x: b) : b = let f 'a (y: a) : a = y in f x
def right '~b (x: b) : b = let f '~a (y: a) : a = y in f x
