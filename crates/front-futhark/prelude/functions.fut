-- | Functions on functions, and the operators that have no type of their own.

-- | Equality of values of any type without functions.
#[native(equal)]
def (==) 'a (x: a) (y: a) : bool = ???

-- | The contrary of `==`.
#[native(not_equal)]
def (!=) 'a (x: a) (y: a) : bool = ???

-- | Both; the second is only looked at when the first holds.
#[native(and)]
def (&&) (x: bool) (y: bool) : bool = ???

-- | One of the two; the second is only looked at when the first does not hold.
#[native(or)]
def (||) (x: bool) (y: bool) : bool = ???

-- | Application, function last: `x |> f` is `f x`.
#[native(pipe_right)]
def (|>) '^a '^b (x: a) (f: a -> b) : b = ???

-- | Application, function first: `f <| x` is `f x`.
#[native(pipe_left)]
def (<|) '^a '^b (f: a -> b) (x: a) : b = ???

-- | Composition, first function first.
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) : a -> c = \x -> g (f x)

-- | Composition, last function first.
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) : a -> c = \x -> g (f x)

-- | The argument itself.
def id '^a (x: a) : a = x

-- | A function that ignores its argument.
def const '^a '^b (x: a) (_: b) : a = x

-- | A function of a pair as one of two arguments.
def curry '^a '^b '^c (f: (a, b) -> c) (x: a) (y: b) : c = f (x, y)

-- | A function of two arguments as one of a pair.
def uncurry '^a '^b '^c (f: a -> b -> c) (p: (a, b)) : c = f p.0 p.1

-- | The function with its arguments the other way round.
def flip '^a '^b '^c (f: a -> b -> c) (y: b) (x: a) : c = f x y

-- | `f` applied `n` times.
def iterate 'a (n: i32) (f: a -> a) (x: a) : a = loop x = x for _i < n do f x

-- | `f` applied as long as `p` does not hold.
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a) : a = loop x = x while ! (p x) do f x

-- | `f` applied as long as `p` holds.
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a) : a = loop x = x while p x do f x

-- | The contrary.
def not (x: bool) : bool = !x

-- | The argument, which the compiler may look through.
#[native(identity)]
def opaque 'a (x: a) : a = ???

-- | The argument. The evaluator shows it.
#[native(trace)]
def trace 'a (x: a) : a = ???

-- | The argument.
#[native(identity)]
def break 'a (x: a) : a = ???
