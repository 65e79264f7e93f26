//! Tests of proofs on random layouts: no proof is wrong, and a given share of the true statements is proved. The
//! layouts, and therefore the shares, are the same in each run.

use crate::common::{VARIABLES as WILD_VARIABLES, env, name, poly};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rista_index::{Assumptions, ConstantLmad, Dim, Lmad, Poly, SliceDim};

fn sample<T: std::fmt::Debug>(count: usize, strategy: impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    let trees = (0..count).map(|_| strategy.new_tree(&mut runner));
    trees.filter_map(|tree| Some(tree.ok()?.current())).collect()
}

/// The numbers of proved and of true statements.
#[derive(Default, Debug)]
struct Share {
    proved: usize,
    possible: usize,
}

impl Share {
    fn count(&mut self, truth: bool, proved: bool, about: &dyn std::fmt::Debug) {
        assert!(truth || !proved, "proved, but not true: {about:?}");
        self.possible += usize::from(truth);
        self.proved += usize::from(proved);
    }

    /// Checks the share, and prints it (visible with `--nocapture`).
    fn is_at_least(&self, percent: usize, what: &str) {
        println!("{what}: {} of {}", self.proved, self.possible);
        assert!(self.proved * 100 >= self.possible * percent, "{what}: {self:?}");
    }
}

fn image(lmad: &Lmad, values: &[i64]) -> Vec<i64> {
    lmad.eval(&env(values)).map(|lmad| lmad.image().collect()).unwrap_or_default()
}

fn sorted(mut addresses: Vec<i64>) -> Vec<i64> {
    addresses.sort_unstable();
    addresses
}

/// Whether two sorted sequences have a common element.
fn meet(left: &[i64], right: &[i64]) -> bool {
    left.iter().any(|address| right.binary_search(address).is_ok())
}

/// Whether the sorted sequence `whole` contains all elements of `part`.
fn includes(whole: &[i64], part: &[i64]) -> bool {
    part.iter().all(|address| whole.binary_search(address).is_ok())
}

/// Whether the elements of a sorted sequence are distinct.
fn are_distinct(addresses: &[i64]) -> bool {
    addresses.windows(2).all(|pair| pair[0] != pair[1])
}

fn constant_lmad() -> impl Strategy<Value = ConstantLmad> {
    let stride = prop_oneof![2 => -3..=3i64, 3 => (-3..=3i64).prop_map(|s| 4 * s), 2 => (-2..=2i64).prop_map(|s| 12 * s), 1 => -20..20i64];
    let dim = (prop_oneof![9 => 1..7i64, 1 => Just(0)], stride).prop_map(|(size, stride)| Dim { size, stride });
    (0..20i64, vec(dim, 1..4)).prop_map(|(offset, dims)| Lmad { offset, dims })
}

fn symbolic(lmad: &ConstantLmad) -> Lmad {
    let dims = lmad.dims.iter().map(|dim| Dim { size: dim.size.into(), stride: dim.stride.into() });
    Lmad { offset: lmad.offset.into(), dims: dims.collect() }
}

#[test]
fn constant_layouts() {
    let known = Assumptions::new();
    let [mut disjoint, mut injective, mut included] = [(); 3].map(|()| Share::default());
    for (left, right) in sample(4000, (constant_lmad(), constant_lmad())) {
        let (left, right) = (symbolic(&left), symbolic(&right));
        let images = [&left, &right].map(|lmad| sorted(image(lmad, &[])));
        let [of_left, of_right] = &images;
        disjoint.count(!meet(of_left, of_right), left.is_disjoint(&right, &known), &(&left, &right));
        injective.count(are_distinct(of_left), left.is_injective(&known), &left);
        included.count(includes(of_left, of_right), left.includes(&right, &known), &(&left, &right));
        let bounds = left.bounds(&known).and_then(|(low, high)| Some((low.as_constant()?, high.as_constant()?)));
        let ends = of_left.first().zip(of_left.last()).map(|(low, high)| (*low, *high));
        assert!(ends.is_none() || ends == bounds, "{left}");
    }
    disjoint.is_at_least(99, "disjoint constant layouts");
    injective.is_at_least(99, "injective constant layouts");
    included.is_at_least(30, "included constant layouts");
}

const VARIABLES: [&str; 5] = ["n", "m", "i", "j", "k"];
const LIMIT: i64 = 5;

fn var(word: &str) -> Poly {
    let at = VARIABLES.iter().position(|other| *other == word).unwrap_or_default();
    Poly::var(name(at as u32))
}

/// Returns slice number `at` of a dimension of `size` elements, in terms of `i`, `j` and `k`.
fn part(at: usize, size: &Poly) -> SliceDim {
    let (i, j, k) = (var("i"), var("j"), var("k"));
    let range = |start: &Poly, end: &Poly| SliceDim::Range { start: start.clone(), count: end - start, step: 1.into() };
    let (zero, one) = (Poly::zero(), Poly::one());
    match at {
        0 => SliceDim::Fix(i),
        1 => SliceDim::Fix(j),
        2 => SliceDim::Fix(size - &one),
        3 => range(&zero, &i),
        4 => range(&zero, &k),
        5 => range(&i, size),
        6 => range(&k, size),
        7 => range(&(&i + &one), size),
        8 => range(&i, &j),
        9 => range(&(j + one), size),
        10 => SliceDim::Range { start: size - &one, count: size - &k, step: (-1).into() },
        _ => range(&zero, size),
    }
}

/// A slice of an array of `n` by `m` by 2, with its dimensions in some order.
fn part_of_array() -> impl Strategy<Value = Lmad> {
    let parts = (0..14usize, 0..14usize, prop_oneof![2 => Just(None), 1 => (0..2i64).prop_map(Some)]);
    (parts, any::<bool>(), prop::bool::weighted(0.1)).prop_map(
        |((rows, columns, inner), is_turned, is_column_major)| {
            let (n, m) = (var("n"), var("m"));
            let array = Lmad::row_major(&[n.clone(), m.clone(), 2.into()]);
            let shape = if is_column_major { [m, n] } else { [n, m] };
            let array =
                if is_column_major { Lmad::row_major(&[shape[0].clone(), shape[1].clone(), 2.into()]) } else { array };
            let whole = SliceDim::Range { start: 0.into(), count: 2.into(), step: 1.into() };
            let inner = inner.map_or(whole, |at| SliceDim::Fix(at.into()));
            let taken = array.slice(&[part(rows, &shape[0]), part(columns, &shape[1]), inner]);
            taken.transpose().filter(|_| is_turned).unwrap_or(taken)
        },
    )
}

/// Facts that a program may know, such as `k <= n` and `i < n`.
#[derive(Clone, Debug)]
struct Facts {
    order: u32,
    is_square: bool,
}

impl Facts {
    /// Returns the facts as assumptions about `VARIABLES`.
    fn known(&self) -> Assumptions {
        let mut known = Assumptions::new();
        (0..VARIABLES.len() as u32).for_each(|id| known.non_negative(name(id)));
        let [n, m, i, j, k] = VARIABLES.map(var);
        for size in [&n, &m] {
            known.ordered(&k, size);
            [&i, &j].into_iter().for_each(|index| known.below(index, size));
        }
        match self.order {
            0 => known.below(&i, &j),
            1 => known.different(&i, &j),
            2 => known.ordered(&k, &i),
            3 => known.below(&i, &k),
            _ => {}
        }
        if self.is_square {
            known.equal(&n, &m);
        }
        known
    }

    fn allow(&self, values: &[i64]) -> bool {
        let &[n, m, i, j, k] = values else { return false };
        let order = match self.order {
            0 => i < j,
            1 => i != j,
            2 => k <= i,
            3 => i < k,
            _ => true,
        };
        k <= n.min(m) && i.max(j) < n.min(m) && order && (!self.is_square || n == m)
    }

    fn values(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        let digit = |code: i64, at: u32| code / (LIMIT + 1).pow(at) % (LIMIT + 1);
        let all = (0..(LIMIT + 1).pow(5)).map(move |code| (0..5).map(|at| digit(code, at)).collect::<Vec<i64>>());
        all.filter(|values| self.allow(values))
    }
}

fn all_facts() -> impl Iterator<Item = Facts> {
    (0..10).map(|at| Facts { order: at / 2, is_square: at % 2 == 0 })
}

#[test]
fn parts_of_arrays() {
    let [mut disjoint, mut injective, mut included, mut fitting] = [(); 4].map(|()| Share::default());
    let values: Vec<Vec<Vec<i64>>> = all_facts().map(|facts| facts.values().collect()).collect();
    for (left, right, facts) in sample(1200, (part_of_array(), part_of_array(), 0..values.len())) {
        let values = &values[facts];
        let facts = all_facts().nth(facts);
        let known = facts.as_ref().map(Facts::known).unwrap_or_default();
        let about = (&left, &right, &facts);
        let images = |lmad: &Lmad| values.iter().map(|values| sorted(image(lmad, values))).collect::<Vec<_>>();
        let (of_left, of_right) = (images(&left), images(&right));
        let both = || of_left.iter().zip(&of_right);
        let at_values = || values.iter().zip(&of_left);
        let is_disjoint = both().all(|(left, right)| !meet(left, right));
        disjoint.count(is_disjoint, left.is_disjoint(&right, &known), &about);
        let is_part = both().all(|(left, right)| includes(left, right));
        included.count(is_part, left.includes(&right, &known), &about);
        injective.count(of_left.iter().all(|image| are_distinct(image)), left.is_injective(&known), &left);
        let size = (var("n") * var("m")).scale(2);
        let fits =
            at_values().all(|(values, image)| image.iter().all(|at| (0..2 * values[0] * values[1]).contains(at)));
        fitting.count(fits, left.fits(&size, &known), &about);
        let Some((low, high)) = left.bounds(&known) else { panic!("{left} has bounds") };
        let bounds = |values: &[i64]| (low.eval(&env(values)), high.eval(&env(values)));
        let occur = |values: &[i64], image: &[i64]| bounds(values) == (image.first().copied(), image.last().copied());
        assert!(at_values().all(|(values, image)| image.is_empty() || occur(values, image)), "{left}");
    }
    disjoint.is_at_least(95, "disjoint parts");
    injective.is_at_least(100, "injective parts");
    included.is_at_least(80, "included parts");
    fitting.is_at_least(100, "parts that fit");
}

/// Sizes and strides that may, as far as is known, have any sign or be 0.
fn wild_lmad() -> impl Strategy<Value = Lmad> {
    let variable = || (0..WILD_VARIABLES).prop_map(|id| Poly::var(name(id)));
    let size = prop_oneof![2 => (0..4i64).prop_map(Poly::constant), 2 => variable(), 1 => variable().prop_map(|v| v + Poly::one())];
    let stride = prop_oneof![
        2 => (-3..4i64).prop_map(Poly::constant),
        2 => (variable(), -2..=3i64).prop_map(|(v, factor)| v.scale(factor)),
        1 => (variable(), variable()).prop_map(|(v, w)| &v * &w),
        1 => (variable(), variable()).prop_map(|(v, w)| &v - &w),
    ];
    let dim = (size, stride).prop_map(|(size, stride)| Dim { size, stride });
    (poly(), vec(dim, 0..3)).prop_map(|(offset, dims)| Lmad { offset, dims })
}

#[test]
fn wild_layouts() {
    let [mut disjoint, mut injective, mut included] = [(); 3].map(|()| Share::default());
    let bounds = vec(proptest::option::of(-1..2i64), WILD_VARIABLES as usize);
    let facts = vec((poly(), 0..3usize), 0..3);
    for (left, right, bounds, facts) in sample(400, (wild_lmad(), wild_lmad(), bounds, facts)) {
        let mut known = Assumptions::new();
        (0..).zip(&bounds).for_each(|(id, bound)| bound.iter().for_each(|&bound| known.at_least(name(id), bound)));
        let (zero, last) = (Poly::zero(), Poly::var(name(WILD_VARIABLES - 1)));
        for (fact, kind) in &facts {
            match kind {
                0 => known.ordered(&zero, fact),
                1 => known.different(&zero, fact),
                _ => known.equal(&last, fact),
            }
        }
        let is_allowed = |values: &[i64]| {
            let value = |poly: &Poly| poly.eval(&env(values)).unwrap_or_default();
            let holds = |(fact, kind): &(Poly, usize)| match kind {
                0 => value(fact) >= 0,
                1 => value(fact) != 0,
                _ => value(fact) == value(&last),
            };
            bounds.iter().zip(values).all(|(bound, value)| bound.is_none_or(|bound| *value >= bound))
                && facts.iter().all(holds)
        };
        let digits = |code: i64| (0..WILD_VARIABLES).map(|at| code / 5i64.pow(at) % 5 - 2).collect::<Vec<i64>>();
        let values: Vec<Vec<i64>> =
            (0..5i64.pow(WILD_VARIABLES)).map(digits).filter(|values| is_allowed(values)).collect();
        let about = (&left, &right, &bounds, &facts);
        let images = |lmad: &Lmad| values.iter().map(|values| sorted(image(lmad, values))).collect::<Vec<_>>();
        let (of_left, of_right) = (images(&left), images(&right));
        let both = || of_left.iter().zip(&of_right);
        let is_disjoint = both().all(|(left, right)| !meet(left, right));
        disjoint.count(is_disjoint, left.is_disjoint(&right, &known), &about);
        injective.count(of_left.iter().all(|image| are_distinct(image)), left.is_injective(&known), &about);
        included.count(both().all(|(left, right)| includes(left, right)), left.includes(&right, &known), &about);
    }
    disjoint.is_at_least(60, "disjoint wild layouts");
    injective.is_at_least(90, "injective wild layouts");
    included.is_at_least(5, "included wild layouts");
}
