// Ensures that floats are those of IEEE 754, and that a product and a sum are rounded separately, whatever the flags of
// the C compiler. gcc ignores the pragma of standard C.
#if defined(__FAST_MATH__) || defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "compile this file without -ffast-math, -Ofast and -ffinite-math-only: its results would be wrong"
#endif
#if defined(__NO_SIGNED_ZEROS__) || defined(__RECIPROCAL_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error "compile this file without flags that change arithmetic, such as -fno-signed-zeros and -freciprocal-math"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("fp-contract=off")
#endif
