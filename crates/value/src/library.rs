//! Elementary functions of the platform's C library. Generated C calls the same functions, so evaluators and compiled
//! programs give the same bits on one platform. Different platforms may round differently.
#![expect(unsafe_code, reason = "these functions of the C standard take and give numbers alone")]

unsafe extern "C" {
    pub safe fn acos(x: f64) -> f64;
    pub safe fn acosf(x: f32) -> f32;
    pub safe fn acosh(x: f64) -> f64;
    pub safe fn acoshf(x: f32) -> f32;
    pub safe fn asin(x: f64) -> f64;
    pub safe fn asinf(x: f32) -> f32;
    pub safe fn asinh(x: f64) -> f64;
    pub safe fn asinhf(x: f32) -> f32;
    pub safe fn atan(x: f64) -> f64;
    pub safe fn atanf(x: f32) -> f32;
    pub safe fn atan2(y: f64, x: f64) -> f64;
    pub safe fn atan2f(y: f32, x: f32) -> f32;
    pub safe fn atanh(x: f64) -> f64;
    pub safe fn atanhf(x: f32) -> f32;
    // Links to the C library's functions, because Rust's own functions of these names round differently.
    #[cfg_attr(target_env = "gnu", link_name = "cbrtf64")]
    pub safe fn cbrt(x: f64) -> f64;
    #[cfg_attr(target_env = "gnu", link_name = "cbrtf32")]
    pub safe fn cbrtf(x: f32) -> f32;
    pub safe fn cos(x: f64) -> f64;
    pub safe fn cosf(x: f32) -> f32;
    pub safe fn cosh(x: f64) -> f64;
    pub safe fn coshf(x: f32) -> f32;
    pub safe fn erf(x: f64) -> f64;
    pub safe fn erff(x: f32) -> f32;
    pub safe fn erfc(x: f64) -> f64;
    pub safe fn erfcf(x: f32) -> f32;
    pub safe fn exp(x: f64) -> f64;
    pub safe fn expf(x: f32) -> f32;
    pub safe fn hypot(x: f64, y: f64) -> f64;
    pub safe fn hypotf(x: f32, y: f32) -> f32;
    pub safe fn lgamma(x: f64) -> f64;
    pub safe fn lgammaf(x: f32) -> f32;
    pub safe fn log(x: f64) -> f64;
    pub safe fn logf(x: f32) -> f32;
    pub safe fn log10(x: f64) -> f64;
    pub safe fn log10f(x: f32) -> f32;
    pub safe fn log1p(x: f64) -> f64;
    pub safe fn log1pf(x: f32) -> f32;
    pub safe fn log2(x: f64) -> f64;
    pub safe fn log2f(x: f32) -> f32;
    pub safe fn pow(x: f64, y: f64) -> f64;
    pub safe fn powf(x: f32, y: f32) -> f32;
    pub safe fn sin(x: f64) -> f64;
    pub safe fn sinf(x: f32) -> f32;
    pub safe fn sinh(x: f64) -> f64;
    pub safe fn sinhf(x: f32) -> f32;
    pub safe fn tan(x: f64) -> f64;
    pub safe fn tanf(x: f32) -> f32;
    pub safe fn tanh(x: f64) -> f64;
    pub safe fn tanhf(x: f32) -> f32;
    pub safe fn tgamma(x: f64) -> f64;
    pub safe fn tgammaf(x: f32) -> f32;
}
