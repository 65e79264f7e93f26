//! Range analysis of kernels: which `i64` numbers fit 32 bits if the launch is small, and which operators cannot
//! overflow.
//!
//! ```text
//! launch g < groups of group_size() {
//!   threads t < group_size() {
//!     var at : i64 := ((g * group_size()) + t)       -- the thread's number: below 2^31
//!     if (at < total) {                              -- total: checked at the launch
//!       var row : i64 := quot(at, n)                 -- n: checked
//!       var h : i64 := ((row * 6364136223846793005i64) + seed)   -- no bound: 64 bits, and seed is not checked
//! ```
//!
//! The analysis computes intervals in one walk over the kernel (P. Cousot and R. Cousot, Abstract Interpretation, POPL
//! 1977), without fixed points: a variable that is assigned later may have any value. Each number has two intervals:
//! one that holds `always`, and one that holds if the launch is `small`. A launch is small if the host has found
//! (`rista_launch` in `rts/device.h`)
//!
//! - at most [`MOST`] threads in all (with several elements for each thread, the number of elements is a size),
//! - that each block has at most [`MOST`] elements,
//! - that each number in the list of sizes is between 0 and [`MOST`].
//!
//! The sizes are scalars from outside, and values computed from them alone (`parts * group_size()`). Only those are
//! checked that a comparison, a division or the bound of a loop needs to have 32 bits. So a program's own arithmetic on
//! `i64` stays 64 bits wide and does not make launches large, unless it is compared with, or divided by, a number that
//! fits.
//!
//! Both versions of a kernel compute the same, for these reasons. A variable is a `rista_index` only if its value fits.
//! C's widening conversions keep values. An operator is C's own only if its result fits 32 bits in a small launch and
//! 64 bits always. The index of an element, which lies between 0 and [`MOST`], is computed modulo 2^32 if nothing is
//! known of its parts. This is exact for `+`, `-` and `*`, because these respect remainders.

use crate::c::exp::{Side, Variables, type_of};
use base::Name;
use imp::def::*;
use imp::walk;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use value::{BinOp, Scalar, ScalarType};

/// Largest number of threads and of elements of a small launch, and the largest size: `RISTA_MOST` of `rts/device.h`.
const MOST: i64 = 1 << 30;

/// Largest number of threads of any launch: `RISTA_MOST_THREADS`.
const MOST_THREADS: i64 = 1 << 58;

/// Largest number of threads of a group, then of groups, then largest side of a tile, that `rts/device.h` chooses.
const MOST_IN_GROUP: i64 = 1 << 16;
const MOST_GROUPS: i64 = 1 << 20;
const MOST_SIDE: i64 = 1 << 8;

/// The limits that the runtime shares, with their names in `rts/device.h` after `RISTA_`.
pub const LIMITS: [(&str, i64); 5] = [
    ("MOST", MOST),
    ("MOST_THREADS", MOST_THREADS),
    ("MOST_IN_GROUP", MOST_IN_GROUP),
    ("MOST_GROUPS", MOST_GROUPS),
    ("MOST_SIDE", MOST_SIDE),
];

/// Returns the range of a setting. A threshold may have any value.
fn range_of(setting: Setting) -> Range {
    match setting {
        Setting::GroupSize => Range::new(1, MOST_IN_GROUP),
        Setting::Groups => Range::new(1, MOST_GROUPS),
        Setting::GroupMemory | Setting::ShortSegment | Setting::Team => Range::new(1, MOST),
        Setting::TileSize | Setting::WarpSize => Range::new(1, MOST_SIDE),
        Setting::StackSize => Range::new(1, MAX_STACK as i64),
        Setting::Threshold { .. } => Range::ANY,
    }
}

/// Largest number of elements of a thread that `elements_each` recognises.
const MOST_EACH: usize = 16;

/// Largest depth of operands that are analysed. The bounds of each part of an expression are computed anew, so deeper
/// analysis would not be linear.
const MAX_DEPTH: usize = 16;

/// A range of numbers, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    low: i64,
    high: i64,
    /// Whether the number is between 0 and the number of the group.
    is_of_group: bool,
}

impl Range {
    const ANY: Range = Range { low: i64::MIN, high: i64::MAX, is_of_group: false };

    fn new(low: i64, high: i64) -> Range {
        Range { low, high, is_of_group: false }
    }

    /// Returns the range of a counter from 0 to a bound in this range, exclusive.
    fn counted(bound: Range) -> Range {
        Range::new(0, bound.high.saturating_sub(1).max(0))
    }

    fn of_type(ty: ScalarType) -> Range {
        match ty {
            ScalarType::I8 => Range::new(i8::MIN.into(), i8::MAX.into()),
            ScalarType::I16 => Range::new(i16::MIN.into(), i16::MAX.into()),
            ScalarType::I32 => Range::new(i32::MIN.into(), i32::MAX.into()),
            ScalarType::U8 => Range::new(0, u8::MAX.into()),
            ScalarType::U16 => Range::new(0, u16::MAX.into()),
            ScalarType::U32 => Range::new(0, u32::MAX.into()),
            ScalarType::Bool => Range::new(0, 1),
            ScalarType::I64 | ScalarType::U64 | ScalarType::F16 | ScalarType::F32 | ScalarType::F64 => Range::ANY,
        }
    }

    /// Returns the range between these bounds, or all numbers if a result may wrap.
    fn wrapping(low: i128, high: i128) -> Range {
        match (i64::try_from(low), i64::try_from(high)) {
            (Ok(low), Ok(high)) => Range::new(low, high),
            _ => Range::ANY,
        }
    }

    fn fits(self) -> bool {
        i32::try_from(self.low).is_ok() && i32::try_from(self.high).is_ok()
    }

    fn is_natural(self) -> bool {
        self.low >= 0
    }

    /// Returns the largest absolute value in the range.
    fn size(self) -> i64 {
        self.low.saturating_abs().max(self.high.saturating_abs())
    }

    fn joined(self, other: Range) -> Range {
        let is_of_group = self.is_of_group && other.is_of_group;
        Range { low: self.low.min(other.low), high: self.high.max(other.high), is_of_group }
    }

    /// Returns the range of an operator's results for operands in these ranges.
    fn binary(op: BinOp, a: Range, b: Range) -> Range {
        let ends = |of: fn(i128, i128) -> i128| {
            let (a, b) = ([a.low.into(), a.high.into()], [b.low.into(), b.high.into()]);
            let all = [of(a[0], b[0]), of(a[0], b[1]), of(a[1], b[0]), of(a[1], b[1])];
            Range::wrapping(all[0].min(all[1]).min(all[2]).min(all[3]), all[0].max(all[1]).max(all[2]).max(all[3]))
        };
        match op {
            BinOp::Add => ends(|a, b| a + b),
            BinOp::Sub => ends(|a, b| a - b),
            BinOp::Mul => ends(|a, b| a * b),
            BinOp::Quot | BinOp::Div => Range::quotient(a, b),
            BinOp::Rem | BinOp::Mod => Range::remainder(op, a, b),
            BinOp::Min => Range {
                low: a.low.min(b.low),
                high: a.high.min(b.high),
                is_of_group: a.is_of_group && b.is_natural() || b.is_of_group && a.is_natural(),
            },
            BinOp::Max => {
                Range { low: a.low.max(b.low), high: a.high.max(b.high), is_of_group: a.is_of_group && b.is_of_group }
            }
            BinOp::And if a.is_natural() && b.is_natural() => Range::new(0, a.high.min(b.high)),
            BinOp::And if a.is_natural() => Range::new(0, a.high),
            BinOp::And if b.is_natural() => Range::new(0, b.high),
            // In each operand, all bits from the 31st on are equal. So they are equal in the result.
            BinOp::And | BinOp::Or | BinOp::Xor if a.fits() && b.fits() => Range::of_type(ScalarType::I32),
            // A shift by 64 or more, or by a negative number, gives 0 or -1.
            BinOp::Shr => Range::new(if a.is_natural() { 0 } else { a.low.min(-1) }, a.high.max(0)),
            _ => Range::ANY,
        }
    }

    /// Returns the range of quotients under any rounding. Because no divisor is 0, a quotient is no farther from 0 than
    /// the dividend.
    fn quotient(a: Range, b: Range) -> Range {
        if a.is_natural() && b.is_natural() {
            return Range { low: 0, high: a.high / b.low.max(1), is_of_group: a.is_of_group };
        }
        if a.low == i64::MIN { Range::ANY } else { Range::new(-a.size(), a.size()) }
    }

    fn remainder(op: BinOp, a: Range, b: Range) -> Range {
        let most = b.size().saturating_sub(1).max(0);
        match op {
            // The result has the sign of the dividend and is no farther from 0.
            BinOp::Rem => Range { low: a.low.clamp(-most, 0), high: a.high.clamp(0, most), is_of_group: a.is_of_group },
            _ if b.is_natural() && a.is_natural() => {
                Range { low: 0, high: a.high.min(most), is_of_group: a.is_of_group }
            }
            _ if b.is_natural() => Range::new(0, most),
            _ => Range::new(-most, most),
        }
    }
}

/// Two ranges of a number: one for small launches, one for all launches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    small: Range,
    always: Range,
}

impl Bounds {
    const ANY: Bounds = Bounds { small: Range::ANY, always: Range::ANY };

    fn same(range: Range) -> Bounds {
        Bounds { small: range, always: range }
    }

    /// Whether the number fits 32 bits in small launches.
    pub fn is_index(self) -> bool {
        self.small.fits()
    }

    /// Whether the number fits 32 bits and is not negative in small launches.
    pub fn is_size(self) -> bool {
        self.is_index() && self.small.is_natural()
    }

    /// Whether C's own operator computes the number without overflow.
    pub fn needs_no_wrapping(self) -> bool {
        self.is_index() && self.always != Range::ANY
    }
}

impl Variables<'_> {
    /// Whether the variable is a `rista_index` in C.
    pub fn is_index(&self, name: Name) -> bool {
        self.bounds.get(&name).is_some_and(|bounds| bounds.is_index())
    }

    /// Returns the bounds of an expression of type `i64` in a kernel.
    pub fn bounds(&self, exp: &Exp) -> Bounds {
        self.bounds_within(exp, MAX_DEPTH)
    }

    /// Like `bounds`, looking at most `depth` levels into the expression.
    fn bounds_within(&self, exp: &Exp, depth: usize) -> Bounds {
        if depth == 0 || self.side != Side::Kernel {
            return Bounds::ANY;
        }
        let of = |part: &Exp| self.bounds_within(part, depth - 1);
        match exp {
            Exp::Const(Scalar::I64(value)) => Bounds::same(Range::new(*value, *value)),
            Exp::Var(name) => self.bounds.get(name).copied().unwrap_or(Bounds::ANY),
            Exp::Convert(ScalarType::I64, a) => match type_of(a, self) {
                ScalarType::I64 => of(a),
                from => Bounds::same(Range::of_type(from)),
            },
            Exp::Bin(op, a, b) => {
                if let Some(product) = self.part_of_dividend(*op, a, b) {
                    return product;
                }
                let (x, y) = (of(a), of(b));
                if *op == BinOp::Mul
                    && x.small.is_of_group
                    && x.always.is_of_group
                    && let Some(bounds) = self.before_group(b, depth)
                {
                    return bounds;
                }
                Bounds { small: Range::binary(*op, x.small, y.small), always: Range::binary(*op, x.always, y.always) }
            }
            Exp::Select(_, a, b) => {
                let (x, y) = (of(a), of(b));
                Bounds { small: x.small.joined(y.small), always: x.always.joined(y.always) }
            }
            Exp::Setting(setting) => Bounds::same(range_of(*setting)),
            _ => Bounds::ANY,
        }
    }

    /// Returns the bounds of the number of a group, or of a lower group, times the number of elements of each group.
    /// That product is the number of the group's first thread, or of its first element if threads have several. If the
    /// launch has `quot_up(n, each)` groups, it is less than `n`.
    fn before_group(&self, each: &Exp, depth: usize) -> Option<Bounds> {
        let launch = self.launch.as_ref()?;
        let per_thread = elements_each(each, &launch.size)?;
        let most = |threads: i64| i64::try_from(per_thread).ok().and_then(|count| threads.checked_mul(count));
        let always = Range::new(0, most(MOST_THREADS)?);
        let small = match rounded_up(&launch.groups) {
            Some((dividend, divisor)) if divisor == each => {
                let dividend = self.bounds_within(dividend, depth - 1).small;
                Range::counted(dividend)
            }
            _ => Range::new(0, most(MOST)?),
        };
        Some(Bounds { small, always })
    }

    /// Returns the bounds of `counter * s` for a counter below `quot(n, s)`: the product is less than `n`.
    fn part_of_dividend(&self, op: BinOp, a: &Exp, b: &Exp) -> Option<Bounds> {
        let (BinOp::Mul, Exp::Var(counter), Exp::Setting(factor)) = (op, a, b) else { return None };
        let (divisor, dividend) = self.quotients.get(counter)?;
        let product = Bounds { small: Range::counted(dividend.small), always: Range::counted(dividend.always) };
        (divisor == factor).then_some(product)
    }
}

/// The number of groups of a launch, and of threads of a group.
#[derive(Clone)]
pub(crate) struct LaunchSize {
    groups: Exp,
    size: Exp,
}

/// A launch under analysis.
pub(super) struct Launched<'a> {
    pub group: Name,
    pub groups: &'a Exp,
    pub size: &'a Exp,
    pub body: &'a [Stm],
    /// Variables from outside that the launch uses.
    pub used: &'a BTreeSet<Name>,
}

/// Numbers that the host must check before it treats a launch as small.
#[derive(Default)]
pub(super) struct Sizes {
    /// The numbers to check: scalars from outside the kernel, and some of `values`.
    pub checked: Vec<Name>,
    /// Variables of the kernel that can be computed from scalars outside and from earlier variables of this list.
    pub values: Vec<(Name, Exp)>,
}

impl Launched<'_> {
    /// Records the bounds of the kernel's variables; returns the sizes to check.
    pub fn find_bounds(&self, variables: &mut Variables<'_>) -> Sizes {
        variables.launch = Some(LaunchSize { groups: self.groups.clone(), size: self.size.clone() });
        let assigned = walk::assigned(self.body);
        // The first walk assumes that all sizes are checked. It finds the sizes that matter.
        self.walk(variables, &assigned, None);
        let wanted = self.wanted(variables, &assigned);
        let mut sizes = self.walk(variables, &assigned, Some(&wanted));
        let mut needed: FxHashSet<Name> = sizes.checked.iter().copied().collect();
        let mut values = std::mem::take(&mut sizes.values);
        values.reverse();
        values.retain(|(name, value)| {
            let is_needed = needed.contains(name);
            if is_needed {
                needed.extend(walk::variables(value));
            }
            is_needed
        });
        values.reverse();
        Sizes { values, ..sizes }
    }

    /// Records the bounds of variables, where the sizes in `wanted` are checked; all of them if it is absent. Returns
    /// these sizes and the values that could be checked.
    fn walk(
        &self,
        variables: &mut Variables<'_>,
        assigned: &FxHashSet<Name>,
        wanted: Option<&FxHashSet<Name>>,
    ) -> Sizes {
        let is_wanted = |name: Name| wanted.is_none_or(|wanted| wanted.contains(&name));
        let size = Range::new(0, MOST);
        let mut sizes = Sizes::default();
        variables.bounds.clear();
        variables.quotients.clear();
        let group = Range { low: 0, high: MOST - 1, is_of_group: true };
        variables.bounds.insert(self.group, Bounds { small: group, always: Range { high: MOST_THREADS - 1, ..group } });
        let is_scalar = |name: &&Name| variables.types.get(name) == Some(&Type::Scalar(ScalarType::I64));
        let scalars: FxHashSet<Name> = self.used.iter().filter(is_scalar).copied().collect();
        let mut uniform = scalars.clone();
        for name in self.used.iter().filter(|name| scalars.contains(name) && is_wanted(**name)) {
            variables.bounds.insert(*name, Bounds { small: size, always: Range::ANY });
            sizes.checked.push(*name);
        }
        walk::each_stm(self.body, &mut |stm| {
            let (name, bounds) = match stm {
                Stm::Declare { name, ty: ScalarType::I64, init } if !assigned.contains(name) => {
                    let mut bounds = variables.bounds(init);
                    if is_uniform(init, &uniform) {
                        uniform.insert(*name);
                        sizes.values.push((*name, init.clone()));
                        if !bounds.is_index() && is_wanted(*name) {
                            bounds.small = size;
                            sizes.checked.push(*name);
                        }
                    }
                    (*name, bounds)
                }
                Stm::For { var, ty: ScalarType::I64, bound, .. } if !assigned.contains(var) => {
                    if let Exp::Bin(BinOp::Quot, dividend, divisor) = bound
                        && let Exp::Setting(divisor) = **divisor
                    {
                        variables.quotients.insert(*var, (divisor, variables.bounds(dividend)));
                    }
                    let bound = variables.bounds(bound);
                    let small = if bound.is_index() { Range::counted(bound.small) } else { Range::ANY };
                    (*var, Bounds { small, always: Range::counted(bound.always) })
                }
                Stm::Threads { var, bound, .. } if elements_each(bound, self.size).is_some() => {
                    (*var, Bounds::same(Range::counted(variables.bounds(bound).always)))
                }
                Stm::Threads { var, bound, .. } => {
                    let bound = variables.bounds(bound);
                    // The bound plus the size of a group must also fit.
                    let is_small = Range::binary(BinOp::Add, bound.small, Range::new(0, MOST_IN_GROUP)).fits();
                    let small = if is_small { Range::counted(bound.small) } else { Range::ANY };
                    (*var, Bounds { small, always: Range::counted(bound.always) })
                }
                _ => return,
            };
            variables.bounds.insert(name, bounds);
        });
        sizes
    }

    /// Returns the variables that must fit 32 bits, because comparisons, divisions and loops use them, and those from
    /// which they are computed.
    fn wanted(&self, variables: &Variables<'_>, assigned: &FxHashSet<Name>) -> FxHashSet<Name> {
        let mut wanted = FxHashSet::default();
        let is_index = |exp: &Exp| type_of(exp, variables) == ScalarType::I64 && variables.bounds(exp).is_index();
        walk::each_exp(self.body, &mut |exp| {
            if let Exp::Cmp(_, a, b) | Exp::Bin(BinOp::Quot | BinOp::Rem | BinOp::Div | BinOp::Mod, a, b) = exp
                && is_index(a)
                && is_index(b)
            {
                wanted.extend(walk::variables(a).into_iter().chain(walk::variables(b)));
            }
        });
        let mut declared = Vec::new();
        walk::each_stm(self.body, &mut |stm| match stm {
            Stm::For { ty: ScalarType::I64, bound, .. } | Stm::Threads { bound, .. } if is_index(bound) => {
                wanted.extend(walk::variables(bound));
            }
            Stm::Declare { name, init, .. } if variables.is_index(*name) && !assigned.contains(name) => {
                declared.push((*name, init));
            }
            _ => {}
        });
        for (name, init) in declared.into_iter().rev() {
            if wanted.contains(&name) {
                wanted.extend(walk::variables(init));
            }
        }
        wanted
    }
}

/// Returns the number of elements that each of `size` threads gets in a loop up to the bound, if that is a small
/// constant.
pub(super) fn elements_each(bound: &Exp, size: &Exp) -> Option<usize> {
    if bound == size {
        return Some(1);
    }
    let Exp::Bin(BinOp::Mul, a, b) = bound else { return None };
    let Exp::Const(Scalar::I64(count)) = **b else { return None };
    let count = usize::try_from(count).ok().filter(|count| (1..=MOST_EACH).contains(count));
    count.filter(|_| **a == *size)
}

/// If the expression is `quot(n + (d - 1), d)`, a quotient rounded up, returns `n` and `d`.
fn rounded_up(exp: &Exp) -> Option<(&Exp, &Exp)> {
    let Exp::Bin(BinOp::Quot, sum, divisor) = exp else { return None };
    let Exp::Bin(BinOp::Add, dividend, more) = &**sum else { return None };
    let Exp::Bin(BinOp::Sub, most, one) = &**more else { return None };
    (most == divisor && **one == Exp::Const(Scalar::I64(1))).then_some((dividend, divisor))
}

/// Whether the host can compute the expression, at any time, from the variables in `uniform`.
fn is_uniform(exp: &Exp, uniform: &FxHashSet<Name>) -> bool {
    match exp {
        Exp::Const(Scalar::I64(_)) | Exp::Setting(_) => true,
        Exp::Var(name) => uniform.contains(name),
        Exp::Bin(BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max, a, b) => {
            is_uniform(a, uniform) && is_uniform(b, uniform)
        }
        Exp::Bin(BinOp::Quot | BinOp::Rem, a, b) => matches!(**b, Exp::Setting(_)) && is_uniform(a, uniform),
        _ => false,
    }
}
