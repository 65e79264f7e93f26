module type elem = { type t val zero : t val add : t -> t -> t }
module sum (E: elem) = { def sum [n] (xs: [n]E.t) : E.t = reduce E.add E.zero xs }
