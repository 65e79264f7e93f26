-- Types and values of a module take all types that its module type says they take.
-- ==
-- error: `t` takes fewer types.*`u` takes fewer types.*`f` takes fewer types.*`g` takes fewer types

module a : { type t '~a } = { type t 'a = [3]a }
module b : { type~ u '^a } = { type~ u '~a = a }
module c : { val f '~a : a -> a } = { def f 'a (x: a) : a = x }
module d : { val g '^a : (a -> a) -> a -> a } = { def g '~a (f: a -> a) (x: a) : a = f x }
module e : { type t 'a val f 'a : a -> a } = { type t '~a = i32 def f '^a (x: a) : a = x }
