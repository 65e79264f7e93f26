-- A function whose results have sizes of their own stands where a type has one size for all of them.
-- ==
-- error: E0501.*results of different sizes(.|\n)*:5:70(.|\n)*each call returns \[\]a(.|\n)*\|> f \|> g(.|\n)*:9:28(.|\n)*each call returns \[k \+ 1\]bool

def count 'a [n] (p: a -> bool) (xs: [n]a) : i64 = xs |> (length <-< filter p)

def size f (n: i64) = length (f n)

def larger (n: i64) = size (\k -> replicate (k + 1) true) n
