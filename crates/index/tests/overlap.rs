//! Tests of proofs about layouts that occur in programs. Each is compared with the addresses for all small sizes.

mod random;

use crate::common::parse_text;
use base::Name;
use base::cursor::Parsed;
use rista_index::poly::Names;
use rista_index::{Assumptions, Dim, IndexFn, Lmad, Poly, SliceDim, Threads};
use std::collections::BTreeSet;

/// Names of the variables in texts, by number.
const WORDS: [&str; 16] = ["n", "m", "b", "q", "k", "i", "j", "p", "r", "s", "t", "u", "v", "w", "c", "d"];

fn word(word: &str, _: base::Span) -> Parsed<Name> {
    let at = WORDS.iter().position(|other| *other == word).unwrap_or_else(|| panic!("no variable is called {word}"));
    Ok(Name::new(word, at as u32))
}

fn read<T>(text: &str, parse: impl FnOnce(&mut base::cursor::Cursor, &mut Names) -> Parsed<T>) -> T {
    parse_text(text, |cursor| parse(cursor, &mut word)).unwrap_or_else(|_| panic!("`{text}` does not parse"))
}

fn poly(text: &str) -> Poly {
    read(text, Poly::parse)
}

fn lmad(text: &str) -> Lmad {
    read(text, Lmad::parse)
}

/// A fact `left op right` about variables of a text.
struct Fact {
    left: Poly,
    op: &'static str,
    right: Poly,
}

fn facts(text: &str) -> Vec<Fact> {
    text.split(", ").filter(|fact| !fact.is_empty()).map(fact).collect()
}

fn fact(text: &str) -> Fact {
    let parts = ["<=", "<", "!=", "="].into_iter().find_map(|op| Some((op, text.split_once(&format!(" {op} "))?)));
    let (op, (left, right)) = parts.unwrap_or_else(|| panic!("`{text}` is no comparison"));
    Fact { left: poly(left), op, right: poly(right) }
}

/// Returns the assumptions that all variables are at least 0 and the facts hold.
fn assumptions(facts: &[Fact], variables: &BTreeSet<Name>) -> Assumptions {
    let mut known = Assumptions::new();
    variables.iter().for_each(|&name| known.non_negative(name));
    for Fact { left, op, right } in facts {
        match *op {
            "<=" => known.ordered(left, right),
            "<" => known.below(left, right),
            "=" => known.equal(left, right),
            _ => known.different(left, right),
        }
    }
    known
}

/// A test case: some layouts, and facts about their variables.
struct Case {
    lmads: Vec<Lmad>,
    facts: Vec<Fact>,
    variables: Vec<Name>,
    known: Assumptions,
}

fn case(lmads: &[&str], text: &str) -> Case {
    let facts = facts(text);
    let lmads: Vec<Lmad> = lmads.iter().map(|text| lmad(text)).collect();
    let of_facts = facts.iter().flat_map(|fact| [&fact.left, &fact.right]).flat_map(Poly::free_variables);
    let variables: BTreeSet<Name> = lmads.iter().flat_map(Lmad::free_variables).chain(of_facts).collect();
    let known = assumptions(&facts, &variables);
    Case { lmads, facts, variables: variables.into_iter().collect(), known }
}

/// A callback that gets the addresses of each layout, and the values of the variables.
type Visit<'a> = dyn FnMut(&[BTreeSet<i64>], &[i64]) + 'a;

impl Case {
    /// Calls `visit` with the addresses of each layout, for all allowed values of the variables up to `limit`.
    fn try_out(&self, limit: i64, visit: &mut Visit) {
        self.try_out_from(limit, &mut Vec::new(), visit);
    }

    /// Calls `visit` for all values of the variables after the first ones, whose values are given.
    fn try_out_from(&self, limit: i64, values: &mut Vec<i64>, visit: &mut Visit) {
        let value = |name: Name| {
            let at = self.variables.iter().position(|other| *other == name)?;
            values.get(at).copied()
        };
        let is_broken = |fact: &Fact| match (fact.left.eval(&value), fact.right.eval(&value)) {
            (Some(left), Some(right)) => match fact.op {
                "<=" => left > right,
                "<" => left >= right,
                "=" => left != right,
                _ => left == right,
            },
            _ => false,
        };
        if self.facts.iter().any(is_broken) {
            return;
        }
        if values.len() == self.variables.len() {
            let image = |lmad: &Lmad| lmad.eval(&value).map(|lmad| lmad.image().collect()).unwrap_or_default();
            let images: Vec<BTreeSet<i64>> = self.lmads.iter().map(image).collect();
            return visit(&images, values);
        }
        for next in 0..=limit {
            values.push(next);
            self.try_out_from(limit, values, visit);
            values.pop();
        }
    }
}

/// Checks that each two layouts are disjoint and proved so, and that each has an element for some sizes up to `limit`.
fn check(limit: i64, lmads: &[&str], facts: &str) {
    let case = case(lmads, facts);
    let mut used = vec![false; lmads.len()];
    case.try_out(limit, &mut |images, values| {
        for (at, image) in images.iter().enumerate() {
            used[at] |= !image.is_empty();
            assert!(images[..at].iter().all(|other| other.is_disjoint(image)), "{lmads:?} meet at {values:?}");
        }
    });
    assert!(used.iter().all(|used| *used), "{lmads:?} are not tried out");
    for (at, left) in case.lmads.iter().enumerate() {
        for right in &case.lmads[..at] {
            assert!(left.is_disjoint(right, &case.known), "{left} and {right}");
            assert!(right.is_disjoint(left, &case.known), "{right} and {left}");
        }
    }
}

/// Checks that the two layouts are not disjoint, and not proved disjoint.
fn refuse(left: &str, right: &str, facts: &str) {
    let case = case(&[left, right], facts);
    let mut meet = false;
    case.try_out(4, &mut |images, _| meet |= !images[0].is_disjoint(&images[1]));
    assert!(meet, "{left} and {right} are disjoint");
    assert!(!case.lmads[0].is_disjoint(&case.lmads[1], &case.known), "{left} and {right}");
}

#[test]
fn needleman_wunsch_first_half() {
    let known = "n = q*b + 1, 1 <= b, i < q";
    let written = "b*i + n + 1 + {(i + 1 : n*b - b)(b : n)(b : 1)}";
    check(16, &[written, "b*i + {(i + 1 : n*b - b)(b + 1 : n)}"], known);
    check(16, &[written, "b*i + 1 + {(i + 1 : n*b - b)(b : 1)}"], known);
}

#[test]
fn needleman_wunsch_second_half() {
    let known = "n = q*b + 1, 1 <= b, i < q - 1";
    let written = "i*b*n + b*n + n + q*b - b + 1 + {(q - 1 - i : n*b - b)(b : n)(b : 1)}";
    check(16, &[written, "i*b*n + b*n + q*b - b + {(q - 1 - i : n*b - b)(b + 1 : n)}"], known);
    check(16, &[written, "i*b*n + b*n + q*b - b + 1 + {(q - 1 - i : n*b - b)(b : 1)}"], known);
}

#[test]
fn blocks_of_an_anti_diagonal_do_not_meet() {
    let known = "n = q*b + 1, 1 <= b, i < q, r < s, s <= i";
    let block = |r: &str| format!("b*i + n + 1 + {r}*n*b - {r}*b + {{(b : n)(b : 1)}}");
    check(13, &[&block("r"), &block("s")], known);
}

#[test]
fn lu_decomposition_row_major() {
    let known = "n = m*b, k < m, 1 <= b";
    let diagonal = "k*b*n + k*b + {(b : n)(b : 1)}";
    let row = "k*b*n + k*b + b + {(m - k - 1 : b)(b : n)(b : 1)}";
    let column = "k*b*n + b*n + k*b + {(m - k - 1 : b*n)(b : n)(b : 1)}";
    let interior = "k*b*n + b*n + k*b + b + {(m - k - 1 : b*n)(m - k - 1 : b)(b : n)(b : 1)}";
    check(12, &[diagonal, row, column, interior], known);
    let row_in_one = "k*b*n + k*b + b + {(b : n)(m*b - k*b - b : 1)}";
    let column_in_one = "k*b*n + b*n + k*b + {(m*b - k*b - b : n)(b : 1)}";
    let interior_in_one = "k*b*n + b*n + k*b + b + {(m*b - k*b - b : n)(m*b - k*b - b : 1)}";
    check(12, &[diagonal, row_in_one, column_in_one, interior_in_one], known);
}

#[test]
fn lu_decomposition_blocked() {
    let known = "k < m, 1 <= b";
    let diagonal = "k*m*b*b + k*b*b + {(b : b)(b : 1)}";
    let row = "k*m*b*b + k*b*b + b*b + {(m - k - 1 : b*b)(b : b)(b : 1)}";
    let column = "k*m*b*b + m*b*b + k*b*b + {(m - k - 1 : m*b*b)(b : b)(b : 1)}";
    let interior = "k*m*b*b + m*b*b + k*b*b + b*b + {(m - k - 1 : m*b*b)(m - k - 1 : b*b)(b : b)(b : 1)}";
    check(5, &[diagonal, row, column, interior], known);
}

#[test]
fn rows_and_parts_of_arrays() {
    check(4, &["i*m + {(m : 1)}", "j*m + {(m : 1)}"], "i < j");
    check(4, &["i*m + {(m : 1)}", "j*m + {(m : 1)}"], "i != j");
    check(4, &["0 + {(k : 1)}", "k + {(n - k : 1)}"], "k <= n");
    check(6, &["0 + {(n : 2)}", "1 + {(m : 2)}"], "");
    check(6, &["0 + {(n : 2)}", "2*m - 1 + {(m : -2)}"], "");
    check(4, &["i + {(n : m)}", "j + {(n : m)}"], "i < m, j < m, i != j");
    check(4, &["i*m + {(m : 1)}", "0 + {(i : m)(m : 1)}"], "i < n");
    check(4, &["i*m + {(m : 1)}", "j*m + {(m : 1)}"], "i < n, j < i");
}

#[test]
fn columns_and_the_rest() {
    let known = "j + c <= m";
    let (block, left, right) = ("j + {(n : m)(c : 1)}", "0 + {(n : m)(j : 1)}", "j + c + {(n : m)(m - j - c : 1)}");
    check(4, &[block, left, right], known);
    let (flat, wide) = ("0 + {(n : m)(j : 1)}", "j + {(n : m)(m - j : 1)}");
    check(4, &[flat, wide], "j <= m");
}

#[test]
fn transposed_halves() {
    check(4, &["0 + {(m : 1)(k : m)}", "k*m + {(m : 1)(n - k : m)}"], "k <= n");
    check(4, &["0 + {(k : 1)(n : m)}", "k + {(m - k : 1)(n : m)}"], "k <= m");
    check(4, &["0 + {(n : n)(k : 1)}", "k + {(n - k : 1)(n : n)}"], "k <= n");
    check(4, &["n*n - 1 + {(n : -1)}", "n*n + {(n : 1)(n : n)}"], "");
}

#[test]
fn the_rows_below_and_a_corner_above() {
    check(5, &["i*n + {(n - i : n)(n : 1)}", "0 + {(i : n)(i : 1)}"], "i <= n");
}

#[test]
fn tiles() {
    let tile = |row: &str, column: &str| format!("{row}*b*m + {column}*b + {{(b : m)(b : 1)}}");
    let inside = "p*b + b <= m, q*b + b <= m";
    check(5, &[&tile("r", "p"), &tile("s", "q")], &format!("{inside}, r < s"));
    check(5, &[&tile("r", "p"), &tile("r", "q")], &format!("{inside}, p < q"));
    check(5, &[&tile("r", "p"), &tile("s", "q")], &format!("{inside}, p != q"));
    let by_count = "m = k*b, p < k, q < k, p != q";
    check(4, &[&tile("r", "p"), &tile("s", "q")], by_count);
}

#[test]
fn strides_of_unknown_sign() {
    let mut case = case(&["0 + {(n : s)}", "1 + {(n : s)}"], "2 <= s");
    assert!(case.lmads[0].is_disjoint(&case.lmads[1], &case.known));
    case.known = Assumptions::new();
    assert!(!case.lmads[0].is_disjoint(&case.lmads[1], &case.known), "the stride may be 1");
    let double = [lmad("0 + {(n : 2*s)}"), lmad("1 + {(n : 2*s)}"), lmad("4*s + 3 + {(n : 4*s)(m : -2)}")];
    assert!(double[0].is_disjoint(&double[1], &case.known));
    assert!(double[0].is_disjoint(&double[2], &case.known));
}

#[test]
fn what_meets_is_not_disjoint() {
    refuse("0 + {(n : 1)}", "n - 1 + {(m : 1)}", "");
    refuse("i*m + {(m : 1)}", "j*m + {(m : 1)}", "i <= j");
    refuse("i*m + {(m + 1 : 1)}", "j*m + {(m : 1)}", "i != j");
    refuse("0 + {(n : 3)}", "1 + {(n : 2)}", "");
    refuse("0 + {(n : 0)}", "0 + {(m : 1)}", "");
    let written = "b*i + n + 1 + {(i + 1 : n*b - b)(b : n)(b : 1)}";
    refuse(written, "b*i + {(i + 1 : n*b - b)(b + 2 : n)(2 : 1)}", "n = q*b + 1, 1 <= b, i < q");
}

/// Whether `holds` is true of the layout under the facts.
fn says(layout: &str, facts: &str, holds: impl Fn(&Lmad, &Assumptions) -> bool) -> bool {
    let case = case(&[layout], facts);
    holds(&case.lmads[0], &case.known)
}

#[test]
fn elements_with_addresses_of_their_own() {
    for layout in
        ["0 + {(n : m)(m : 1)}", "k + {(m : 1)(n : m)}", "k + {(n : -m)(m : 1)}", "k + {}", "0 + {(1 : 0)(n : 2)}"]
    {
        assert!(says(layout, "", Lmad::is_injective), "{layout}");
    }
    for layout in ["0 + {(n : 0)}", "0 + {(n : 1)(m : 1)}", "0 + {(n : m)(m + 1 : 1)}", "0 + {(n : m)}"] {
        assert!(!says(layout, "", Lmad::is_injective), "{layout}");
    }
    assert!(says("0 + {(n : m)}", "1 <= m", Lmad::is_injective));
    let diagonals = "b*i + n + 1 + {(i + 1 : n*b - b)(b : n)(b : 1)}";
    assert!(says(diagonals, "n = q*b + 1, 1 <= b, i < q", Lmad::is_injective));
    assert!(says(diagonals, "q*b + 1 <= n, 1 <= b, 1 <= q, i < q", Lmad::is_injective));
}

#[test]
fn where_arrays_begin_and_end() {
    let bounds = |layout: &str, facts: &str| {
        let case = case(&[layout], facts);
        case.lmads[0].bounds(&case.known).map(|(least, greatest)| format!("{least} to {greatest}"))
    };
    assert_eq!(
        bounds("k + {(n : m)(m : 1)}", "").as_deref(),
        Some("n_0*m_1 + k_4 - 1").map(|end| format!("k_4 to {end}")).as_deref()
    );
    assert_eq!(bounds("n - 1 + {(n : -1)}", "").as_deref(), Some("0 to n_0 - 1"));
    assert_eq!(bounds("0 + {(n : i - j)}", ""), None);
    assert!(says("i*m + {(m : 1)}", "i < n", |lmad, known| lmad.fits(&poly("n*m"), known)));
    assert!(!says("i*m + {(m : 1)}", "i <= n", |lmad, known| lmad.fits(&poly("n*m"), known)));
}

#[test]
fn parts_are_included() {
    let includes = |whole: &str, part: &str, facts: &str| {
        let case = case(&[whole, part], facts);
        case.lmads[0].includes(&case.lmads[1], &case.known)
    };
    assert!(includes("0 + {(n : m)(m : 1)}", "i*m + {(m : 1)}", "i < n"));
    assert!(includes("0 + {(m : 1)(n : m)}", "n*m - 1 + {(n*m : -1)}", ""));
    assert!(includes("j + {(n : m)(k : 1)}", "i*m + j + 1 + {(k - 2 : 1)}", "i < n"));
    assert!(includes("0 + {(n : 2)}", "2*i + {(k : 4)}", "i + 2*k <= n"));
    assert!(!includes("0 + {(n : 2)}", "i + {(k : 4)}", "i + 4*k <= n"));
    assert!(!includes("j + {(n : m)(k : 1)}", "i*m + {(m : 1)}", "i < n, k <= m"));
    assert!(!includes("0 + {(n : 0)}", "0 + {}", ""));
    assert!(includes("0 + {(n : 0)}", "0 + {}", "1 <= n"));
}

/// Whether the addresses that one of `n` threads writes are proved disjoint from those that other threads use.
fn across(written: &str, used: &str, facts: &str, private: &[&str]) -> bool {
    let case = case(&[written, used], facts);
    let name_of = |text: &str| poly(text).as_variable().unwrap_or_else(|| panic!("{text} is no variable"));
    let private: Vec<Name> = private.iter().map(|text| name_of(text)).collect();
    let threads = Threads { index: name_of("i"), count: &poly("n"), private: &private };
    case.lmads[0].is_disjoint_across(&case.lmads[1], &threads, &case.known)
}

#[test]
fn threads_of_a_map() {
    let own = |layout: &str, facts: &str| across(layout, layout, facts, &[]);
    assert!(own("i*m + {(m : 1)}", ""), "rows");
    assert!(own("i + {(m : n)}", ""), "columns, interleaved");
    assert!(own("n - 1 - i + {}", ""), "reversed");
    assert!(own("2*i + {(2 : 1)}", ""), "pairs");
    assert!(own("i*b*n + {(b : n)(b : 1)}", "n = q*b"), "bands of tiles");
    assert!(own("i*n + i + {}", ""), "the diagonal");
    let block = "b*k + m + 1 + i*m*b - i*b + {(b : m)(b : 1)}";
    assert!(own(block, "m = q*b + 1, 1 <= b, k < q, n = k + 1"), "blocks of an anti-diagonal");
    assert!(!own("i + {(2 : 1)}", ""), "neighbours");
    assert!(!own("0 + {(m : 1)}", ""), "all write the same");
    assert!(across("i*m + {(m : 1)}", "i*m + {(k : 1)}", "k <= m", &[]), "a row is read and written");
    assert!(!across("i*m + {(m : 1)}", "0 + {(i : m)(m : 1)}", "", &[]), "rows above are written by others");
    assert!(across("i + 1 + {}", "0 + {}", "", &[]), "the first is only read");
    assert!(!across("i + {}", "i - 1 + {}", "", &[]), "the one before");
}

#[test]
fn threads_with_variables_of_their_own() {
    let place = "i*m + j + {(k : 1)}";
    assert!(across(place, place, "j + k <= m", &["j", "k"]));
    assert!(across(place, place, "j + k <= m", &[]));
    assert!(!across("j + {}", "j + {}", "j < n", &["j"]), "they may be equal");
    assert!(!across("i + j + {}", "i + j + {}", "j < n", &["j"]));
    assert!(across("i + j + {}", "i + j + {}", "j < n", &[]), "the same shift for all");
    assert!(across("j + {}", "j + {}", "j = 3*i + 1", &["j"]), "known to depend on the thread");
}

#[test]
fn index_functions_go_by_their_last_component() {
    let shape = [poly("n"), poly("m")];
    let half = |row: &str| {
        let slice = [SliceDim::Range { start: poly(row), count: poly("k"), step: 1.into() }];
        let turned = IndexFn::row_major(&shape).slice(&slice).transpose();
        turned.map(|turned| turned.reshape(&[turned.count()])).unwrap_or_else(|| panic!("it has two dimensions"))
    };
    let known = case(&["0 + {(n : m)(k : i)}"], "i + k <= n, j < i").known;
    let (low, high) = (half("0"), half("k"));
    assert_eq!(low.as_single(), None);
    assert!(low.is_disjoint(&high, &known) && !low.is_disjoint(&low, &known));
    assert!(low.is_injective(&known) && low.fits(&poly("n*m"), &known));
    assert_eq!(low.bounds(&known).map(|(least, _)| least), Some(Poly::zero()));
}

#[test]
fn extreme_numbers_prove_nothing_wrong() {
    let numbers = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    let known = Assumptions::new();
    for (offset, size, stride) in
        numbers.iter().flat_map(|a| numbers.iter().flat_map(move |b| numbers.map(|c| (*a, *b, c))))
    {
        let lmad = Lmad { offset: offset.into(), dims: vec![Dim { size: size.into(), stride: stride.into() }] };
        assert!(size < 1 || !lmad.is_disjoint(&lmad, &known), "{lmad}");
        let first = Lmad { dims: Vec::new(), ..lmad.clone() };
        assert!(size < 1 || !first.is_disjoint(&lmad, &known), "{lmad} at its first address");
        assert!(size < 2 || stride != 0 || !lmad.is_injective(&known), "{lmad}");
    }
}

#[test]
fn columns_of_single_rows() {
    check(4, &["i*m + m - 1 + {}", "j*m + {(k : 1)}"], "k < m");
    check(4, &["i*m + 2*k + {}", "j*m + 2*k + 1 + {(2 : 1)}"], "2*k + 2 < m");
}
