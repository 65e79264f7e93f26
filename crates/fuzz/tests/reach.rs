//! Tests that generated programs contain the constructs that passes work on, each often enough.

use fuzz::constructs::{self, Found, UNREACHED};
use fuzz::reach::{CONSTRUCTS, Reach};
use fuzz::{NovaType, Typed, generate};

const PROGRAMS: u64 = 250;

/// Largest number of programs in each language that are searched for constructs.
const TEXTS: u64 = 3000;

/// The languages and levels have no construct that is in none of the random programs, except for those with a reason.
#[test]
fn random_programs_have_every_construct() {
    let mut found = Found::default();
    // Whether constructs of a level are missing, so that programs with a new construct in their texts are compiled.
    let mut compiles = true;
    for seed in 0..TEXTS {
        let (program, nova) = (generate(seed), NovaType::generate(seed));
        if found.add_text(&program) && compiles {
            found.add(&program).unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}"));
        }
        if found.add_text(&nova) && compiles {
            // Some programs in NOVA hold what is not supported yet.
            let _ = found.add(&nova);
        }
        if seed % 25 == 24 {
            let missing = found.missing();
            if missing.is_empty() {
                break;
            }
            compiles = missing.iter().any(|(kind, _)| !kind.starts_with("Futhark") && !kind.starts_with("NOVA"));
        }
    }
    let missing = found.missing();
    assert!(missing.is_empty(), "no program has {missing:#?}");
    let all = constructs::all();
    let wrong = UNREACHED.iter().filter(|(construct, _)| !all.contains(construct) || found.contains(*construct));
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "these do not exist, or a program has them: {wrong:?}");
}

#[test]
fn generated_programs_hold_what_passes_work_on() {
    let mut reach = Reach::default();
    for seed in 0..PROGRAMS {
        reach.add(&generate(seed)).unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}"));
    }
    let wanted = |count: usize| count as u64 * PROGRAMS / 1000;
    let rare: Vec<String> = CONSTRUCTS
        .iter()
        .filter(|(construct, count)| (reach.of(construct) as u64) < wanted(*count))
        .map(|(construct, count)| format!("{construct}: {} and not {}", reach.of(construct), wanted(*count)))
        .collect();
    assert!(rare.is_empty(), "of {PROGRAMS} programs too few hold\n{}", rare.join("\n"));
    let unknown: Vec<&str> = reach.counts().map(|(construct, _)| construct).filter(|c| !known(c)).collect();
    assert!(unknown.is_empty(), "not in the table: {unknown:?}");
}

/// Each built-in function of NOVA occurs in at least one of 50 programs.
#[test]
fn generated_programs_in_nova_use_all_built_in_functions() {
    let words = "map reduce scan fold permute gather slice range filter length to_int from_int abs sqrt exp log sin cos tan pow \
                 floor min max mod % and or not + - * / & | ^ << >> ~ = ~= < <= > >=";
    let forms = "if case let lambda mu types vector vector#2 unit double int8 int16 int64";
    let programs: Vec<String> = (0..PROGRAMS).map(|seed| NovaType::generate(seed).to_string()).collect();
    let is_used = |word: &str, text: &str| text.split([' ', '\n', '(', ')', ',']).any(|found| found == word);
    for word in words.split_whitespace().chain(forms.split_whitespace()) {
        let count = programs.iter().filter(|text| is_used(word, text)).count();
        assert!(count as u64 * 50 >= PROGRAMS, "{word} is in {count} of {PROGRAMS} programs");
    }
}

fn known(construct: &str) -> bool {
    CONSTRUCTS.iter().any(|(known, _)| *known == construct)
}
