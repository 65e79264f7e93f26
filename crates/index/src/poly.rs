//! Symbolic `i64` sizes as polynomials in normal form: a sum of monomials, each with a coefficient that is not zero.
//! Two sizes that are equal by the laws of arithmetic have the same normal form, so `==` decides their equality.
//!
//! Note [Wrapping]: run-time `i64` arithmetic wraps: it is arithmetic modulo 2^64. So is the arithmetic of this module.
//! The operators wrap their coefficients, and [`Poly::eval`] always gives what the running program computes. Code that
//! reads a polynomial as an integer (the sign reasoning of `ranges`) must ensure that no coefficient wrapped. The
//! `checked_` methods return `None` if one might.

use base::cursor::{Cursor, Parsed, Token};
use base::{Name, Span};
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// A product of variables, sorted, with one entry for each occurrence: `n*n*m`. The empty product is 1. The order is by
/// descending degree first; polynomials are printed in this order.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Monomial(SmallVec<[Name; 3]>);

/// Copies all names at once, because they are `Copy`.
impl Clone for Monomial {
    fn clone(&self) -> Monomial {
        Monomial(SmallVec::from_slice(&self.0))
    }
}

impl Monomial {
    pub(crate) fn names(&self) -> &[Name] {
        &self.0
    }

    fn times(&self, other: &Monomial) -> Monomial {
        let mut product = self.clone();
        product.0.extend_from_slice(other.names());
        product.0.sort_unstable();
        product
    }

    /// Returns the product without the factors of `divisor`; `None` if one is missing.
    pub(crate) fn divide(&self, divisor: &Monomial) -> Option<Monomial> {
        let mut wanted = divisor.names().iter().peekable();
        let rest = self.0.iter().copied().filter(|name| wanted.next_if_eq(&name).is_none()).collect();
        wanted.peek().is_none().then_some(Monomial(rest))
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Monomial) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Monomial {
    fn cmp(&self, other: &Monomial) -> std::cmp::Ordering {
        other.0.len().cmp(&self.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

/// A polynomial over names with `i64` coefficients, in normal form. Equal polynomials have equal representations, which
/// `==` and the order compare. The default is 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Poly {
    /// Terms, sorted by monomial. Each monomial occurs once, and no coefficient is 0.
    terms: Vec<(Monomial, i64)>,
}

impl Poly {
    pub fn zero() -> Poly {
        Poly::default()
    }

    pub fn one() -> Poly {
        Poly::constant(1)
    }

    pub fn constant(value: i64) -> Poly {
        Poly::term(Monomial::default(), value)
    }

    pub fn var(name: Name) -> Poly {
        Poly::term(Monomial(smallvec![name]), 1)
    }

    pub(crate) fn term(monomial: Monomial, coefficient: i64) -> Poly {
        Poly { terms: if coefficient == 0 { Vec::new() } else { vec![(monomial, coefficient)] } }
    }

    /// Returns the product of all `factors`; 1 if there are none.
    pub fn product<'a>(factors: impl IntoIterator<Item = &'a Poly>) -> Poly {
        factors.into_iter().fold(Poly::one(), |product, factor| &product * factor)
    }

    /// Returns the terms, highest degree first: the factors of the monomial (sorted, repeated for powers) and the
    /// coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (&[Name], i64)> {
        self.terms.iter().map(|(monomial, coefficient)| (monomial.names(), *coefficient))
    }

    pub(crate) fn monomials(&self) -> impl Iterator<Item = (&Monomial, i64)> {
        self.terms.iter().map(|(monomial, coefficient)| (monomial, *coefficient))
    }

    pub(crate) fn coefficient(&self, monomial: &Monomial) -> i64 {
        self.terms.binary_search_by(|(other, _)| other.cmp(monomial)).map_or(0, |at| self.terms[at].1)
    }

    /// Whether no term has two or more factors.
    pub fn is_linear(&self) -> bool {
        self.terms().all(|(names, _)| names.len() <= 1)
    }

    /// Multiplies the polynomial by a number.
    pub fn scale(&self, factor: i64) -> Poly {
        let scaled = self.monomials().map(|(monomial, coefficient)| (monomial, coefficient.wrapping_mul(factor)));
        let terms = scaled.filter(|(_, coefficient)| *coefficient != 0);
        Poly { terms: terms.map(|(monomial, coefficient)| (monomial.clone(), coefficient)).collect() }
    }

    pub(crate) fn map_coefficients(&self, change: impl Fn(i64) -> i64) -> Poly {
        let changed = self.monomials().map(|(monomial, coefficient)| (monomial.clone(), change(coefficient)));
        Poly { terms: changed.filter(|(_, coefficient)| *coefficient != 0).collect() }
    }

    /// Divides with remainder: returns `(q, r)` with `self == q*divisor + r`, where no term of `r` is a multiple of the
    /// first term of `divisor`. `None` if the divisor is 0, a coefficient might wrap, or the division takes too many
    /// steps.
    pub fn div_rem(&self, divisor: &Poly) -> Option<(Poly, Poly)> {
        const MAX_STEPS: usize = 50;
        let (leading, by) = divisor.monomials().next()?;
        let (mut quotient, mut rest) = (Poly::zero(), self.clone());
        for _ in 0..MAX_STEPS {
            let next = rest.monomials().find_map(|(monomial, coefficient)| {
                let times = coefficient.checked_div_euclid(by).filter(|&times| times != 0)?;
                Some(Poly::term(monomial.divide(leading)?, times))
            });
            let Some(part) = next else { return Some((quotient, rest)) };
            quotient = quotient.checked_add(&part)?;
            rest = rest.checked_sub(&part.checked_mul(divisor)?)?;
        }
        None
    }

    /// Returns the largest number of factors in a term.
    pub fn degree(&self) -> usize {
        self.terms().map(|(names, _)| names.len()).max().unwrap_or(0)
    }

    /// Replaces variables simultaneously. Variables for which `replacement` returns `None` stay.
    pub fn substitute(&self, replacement: &dyn Fn(Name) -> Option<Poly>) -> Poly {
        self.with_replaced(&self.replacements(replacement))
    }

    /// Returns the variables that are to be replaced with their replacements, each once.
    fn replacements(&self, replacement: &dyn Fn(Name) -> Option<Poly>) -> Vec<(Name, Poly)> {
        let mut found: Vec<(Name, Poly)> = Vec::new();
        for &name in self.terms().flat_map(|(names, _)| names) {
            if !found.iter().any(|(other, _)| *other == name) {
                found.extend(replacement(name).map(|value| (name, value)));
            }
        }
        found
    }

    /// Returns the polynomial with all names replaced simultaneously.
    fn with_replaced(&self, replacements: &[(Name, Poly)]) -> Poly {
        if replacements.is_empty() {
            return self.clone();
        }
        let value = |name: Name| replacements.iter().find(|(other, _)| *other == name).map(|(_, value)| value);
        let mut terms = Vec::with_capacity(self.terms.len());
        for (monomial, coefficient) in self.monomials() {
            let mut product: Option<Poly> = None;
            for value in monomial.names().iter().filter_map(|&name| value(name)) {
                product = Some(product.map_or_else(|| value.clone(), |product| &product * value));
            }
            match product {
                None => terms.push((monomial.clone(), coefficient)),
                Some(product) => {
                    let kept = monomial.names().iter().copied().filter(|&name| value(name).is_none()).collect();
                    let kept = Monomial(kept);
                    let parts = product.terms.into_iter();
                    terms.extend(parts.map(|(part, factor)| (part.times(&kept), factor.wrapping_mul(coefficient))));
                }
            }
        }
        Poly::sum(terms)
    }

    /// Returns the value modulo 2^64; `None` if a variable has no value.
    pub fn eval(&self, value: &dyn Fn(Name) -> Option<i64>) -> Option<i64> {
        let term = |names: &[Name], coefficient: i64| {
            names.iter().try_fold(coefficient, |product: i64, &name| Some(product.wrapping_mul(value(name)?)))
        };
        self.terms().try_fold(0i64, |sum, (names, coefficient)| Some(sum.wrapping_add(term(names, coefficient)?)))
    }

    pub fn free_variables(&self) -> BTreeSet<Name> {
        self.monomials().flat_map(|(monomial, _)| monomial.0.iter().copied()).collect()
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn is_one(&self) -> bool {
        self.as_constant() == Some(1)
    }

    /// Returns the value if the polynomial is a constant.
    pub fn as_constant(&self) -> Option<i64> {
        let mut terms = self.terms();
        match (terms.next(), terms.next()) {
            (None, _) => Some(0),
            (Some(([], value)), None) => Some(value),
            _ => None,
        }
    }

    /// Returns the variable if the polynomial is one.
    pub fn as_variable(&self) -> Option<Name> {
        let mut terms = self.terms();
        match (terms.next(), terms.next()) {
            (Some((&[name], 1)), None) => Some(name),
            _ => None,
        }
    }

    /// Returns the number of monomials plus the number of their factors. Repeated products grow without bound, so a
    /// pass that multiplies or substitutes in a loop limits this weight.
    pub fn weight(&self) -> usize {
        self.monomials().map(|(monomial, _)| 1 + monomial.0.len()).sum()
    }

    /// Returns the sum, or `None` if a coefficient might wrap.
    pub fn checked_add(&self, other: &Poly) -> Option<Poly> {
        fits(self.norm().checked_add(other.norm())?).then(|| self + other)
    }

    /// Returns the difference, or `None` if a coefficient might wrap.
    pub fn checked_sub(&self, other: &Poly) -> Option<Poly> {
        fits(self.norm().checked_add(other.norm())?).then(|| self - other)
    }

    /// Returns the negation, or `None` if a coefficient might wrap.
    pub fn checked_neg(&self) -> Option<Poly> {
        Poly::zero().checked_sub(self)
    }

    /// Returns the product, or `None` if a coefficient might wrap.
    pub fn checked_mul(&self, other: &Poly) -> Option<Poly> {
        fits(self.norm().checked_mul(other.norm())?).then(|| self * other)
    }

    /// Like `substitute`, or `None` if a coefficient might wrap.
    pub fn checked_substitute(&self, replacement: &dyn Fn(Name) -> Option<Poly>) -> Option<Poly> {
        let replacements = self.replacements(replacement);
        let norm_of = |name| replacements.iter().find(|(other, _)| *other == name).map_or(1, |(_, value)| value.norm());
        let mut bound = 0u128;
        for (names, coefficient) in self.terms() {
            let start = u128::from(coefficient.unsigned_abs());
            let term = names.iter().try_fold(start, |product, &name| product.checked_mul(norm_of(name)))?;
            bound = bound.checked_add(term)?;
        }
        fits(bound).then(|| self.with_replaced(&replacements))
    }

    /// Whether the sum of the coefficients, and each negated coefficient, fits `i64`.
    pub(crate) fn fits(&self) -> bool {
        fits(self.norm())
    }

    /// Returns the sum of the coefficients' magnitudes. The norm of a sum or product is at most the sum or product of
    /// the norms, and this bounds all intermediate coefficients.
    fn norm(&self) -> u128 {
        self.terms.iter().map(|(_, coefficient)| u128::from(coefficient.unsigned_abs())).sum()
    }

    /// Returns the normal form of a sum of terms in any order.
    fn sum(mut terms: Vec<(Monomial, i64)>) -> Poly {
        terms.sort_by(|(left, _), (right, _)| left.cmp(right));
        terms.dedup_by(|(later, more), (kept, coefficient)| {
            let same = later == kept;
            if same {
                *coefficient = coefficient.wrapping_add(*more);
            }
            same
        });
        terms.retain(|(_, coefficient)| *coefficient != 0);
        Poly { terms }
    }

    /// Returns `self + factor * other`.
    fn plus(&self, factor: i64, other: &Poly) -> Poly {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.monomials().peekable(), other.monomials().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some((left, _)), Some((right, _))) => left.cmp(right),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return Poly { terms },
            };
            let mine = left.next_if(|_| order != Ordering::Greater);
            let others = right.next_if(|_| order != Ordering::Less);
            let Some((monomial, _)) = mine.or(others) else { return Poly { terms } };
            let added = others.map_or(0, |(_, coefficient)| coefficient.wrapping_mul(factor));
            let coefficient = mine.map_or(0, |(_, coefficient)| coefficient).wrapping_add(added);
            if coefficient != 0 {
                terms.push((monomial.clone(), coefficient));
            }
        }
    }
}

fn fits(norm: u128) -> bool {
    norm <= i64::MAX as u128
}

impl Add for &Poly {
    type Output = Poly;

    fn add(self, other: &Poly) -> Poly {
        self.plus(1, other)
    }
}

impl Sub for &Poly {
    type Output = Poly;

    fn sub(self, other: &Poly) -> Poly {
        self.plus(-1, other)
    }
}

impl Mul for &Poly {
    type Output = Poly;

    fn mul(self, other: &Poly) -> Poly {
        let mut terms = Vec::with_capacity(self.terms.len() * other.terms.len());
        for (left, a) in self.monomials() {
            terms.extend(other.monomials().map(|(right, b)| (left.times(right), a.wrapping_mul(b))));
        }
        Poly::sum(terms)
    }
}

impl Neg for &Poly {
    type Output = Poly;

    fn neg(self) -> Poly {
        self.scale(-1)
    }
}

macro_rules! operators_on_values {
    ($($operator:ident $method:ident;)*) => {$(
        impl $operator for Poly {
            type Output = Poly;

            fn $method(self, other: Poly) -> Poly {
                (&self).$method(&other)
            }
        }
    )*};
}

operators_on_values! {
    Add add;
    Sub sub;
    Mul mul;
}

impl Neg for Poly {
    type Output = Poly;

    fn neg(self) -> Poly {
        -&self
    }
}

impl From<i64> for Poly {
    fn from(value: i64) -> Poly {
        Poly::constant(value)
    }
}

impl From<Name> for Poly {
    fn from(name: Name) -> Poly {
        Poly::var(name)
    }
}

/// Prints the normal form, such as `2*n_1*m_2 - k_3 + 3`. `Poly::parse` has the grammar.
impl fmt::Display for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (at, (names, coefficient)) in self.terms().enumerate() {
            // The negation of the least `i64` would overflow, so this coefficient keeps its sign.
            let subtracted = at > 0 && coefficient < 0 && coefficient != i64::MIN;
            if at > 0 {
                f.write_str(if subtracted { " - " } else { " + " })?;
            }
            write_term(f, names, if subtracted { -coefficient } else { coefficient })?;
        }
        Ok(())
    }
}

fn write_term(f: &mut fmt::Formatter<'_>, names: &[Name], coefficient: i64) -> fmt::Result {
    let Some((first, others)) = names.split_first() else { return write!(f, "{coefficient}") };
    match coefficient {
        1 => write!(f, "{first}")?,
        -1 => write!(f, "-{first}")?,
        _ => write!(f, "{coefficient}*{first}")?,
    }
    others.iter().try_for_each(|name| write!(f, "*{name}"))
}

impl fmt::Debug for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Maps a word of an IR text to the variable that it names, or to an error.
pub type Names<'a> = dyn FnMut(&str, Span) -> Parsed<Name> + 'a;

/// Resolves a word of an IR text in which every variable is written as it prints: `hint_number`.
pub fn printed_name(word: &str, span: Span) -> Parsed<Name> {
    Name::parse(word).ok_or_else(|| {
        let headline = format!("`{word}` is not a variable (those end in `_` and a number)");
        base::Diagnostic::error(base::cursor::IR_SYNTAX, headline).label(span, "here")
    })
}

impl Poly {
    /// Parses a polynomial. The grammar includes what `Display` prints:
    ///
    /// ```text
    /// size   = term (("+" | "-") term | negative)*        where negative is a term that starts with a number below 0
    /// term   = "-"? factor ("*" factor)*
    /// factor = word | number                              a number may end in i64
    /// ```
    pub fn parse(cursor: &mut Cursor, names: &mut Names) -> Parsed<Poly> {
        match parse_sum(cursor, names)? {
            Sum::Whole(poly) => Ok(poly),
            Sum::Open(_) => Err(cursor.expected("a size")),
        }
    }
}

/// A parsed sum: complete (`Whole`), or before a `+ {` that continues an LMAD (`Open`).
pub(crate) enum Sum {
    Whole(Poly),
    Open(Poly),
}

/// Parses a sum of terms. Stops before a `{` that follows a `+`.
pub(crate) fn parse_sum(cursor: &mut Cursor, names: &mut Names) -> Parsed<Sum> {
    let mut sum = parse_term(cursor, names)?;
    loop {
        if cursor.eat("+")? {
            if cursor.is("{") {
                return Ok(Sum::Open(sum));
            }
            sum = sum + parse_term(cursor, names)?;
        } else if cursor.eat("-")? {
            sum = sum - parse_term(cursor, names)?;
        } else if matches!(cursor.peek(), Token::Number(number) if number.starts_with('-')) {
            sum = sum + parse_term(cursor, names)?;
        } else {
            return Ok(Sum::Whole(sum));
        }
    }
}

/// Parses a product of numbers and variables, with an optional sign.
fn parse_term(cursor: &mut Cursor, names: &mut Names) -> Parsed<Poly> {
    let mut coefficient = if cursor.eat("-")? { -1i64 } else { 1 };
    let mut factors = Vec::new();
    loop {
        if matches!(cursor.peek(), Token::Number(_)) {
            coefficient = coefficient.wrapping_mul(parse_i64(cursor)?);
        } else if matches!(cursor.peek(), Token::Word(_)) {
            let span = cursor.span();
            factors.push(names(&cursor.word()?, span)?);
        } else {
            return Err(cursor.expected("a size"));
        }
        if !cursor.eat("*")? {
            factors.sort();
            return Ok(Poly::term(Monomial(factors.into()), coefficient));
        }
    }
}

fn parse_i64(cursor: &mut Cursor) -> Parsed<i64> {
    let refused = cursor.expected("an i64 number");
    let number = cursor.number()?;
    number.strip_suffix("i64").unwrap_or(&number).parse().map_err(|_| refused)
}
