//! The ways to run cases: on each target with its pipeline, and, for `--matrix`, on evaluators with variations of the
//! pipelines.

use crate::test::options::Target;
use driver::{Level, PASSES, Pass, PassSet, Settings, find_pass, passes_with};
use std::sync::Arc;

/// A target and a variation of its pipeline.
#[derive(Clone)]
pub struct Way {
    pub target: Target,
    /// Optional passes that are added, each at the end of its level's pipeline.
    pub with: Vec<&'static Pass>,
    /// Passes left out of the pipeline.
    pub without: PassSet,
    /// Value of all thresholds; `None` for those of tuning files.
    pub thresholds: Option<i64>,
    /// Name of the variation, which follows the target's name in reports.
    variation: String,
}

impl Way {
    /// Returns the way for a target without a variation of the matrix.
    pub fn new(target: Target, with: &[&'static Pass], without: PassSet, thresholds: Option<i64>) -> Way {
        Way { target, with: with.to_vec(), without, thresholds, variation: String::new() }
    }

    /// Returns the target's name, with the variation in parentheses if there is one: `funmem (flatten-all, expand)`.
    pub fn name(&self) -> String {
        match self.variation.as_str() {
            "" => self.target.name().to_owned(),
            variation => format!("{} ({variation})", self.target.name()),
        }
    }

    /// Whether code of the host alone runs in this way as in another one of the list. The levels above IMP differ only in
    /// device code.
    pub fn repeats_host_code(&self, ways: &[Arc<Way>]) -> bool {
        let first = match self.target {
            Target::Evaluator(Level::Core) | Target::C | Target::Multicore | Target::Device(_) => return false,
            Target::Evaluator(Level::Fun | Level::Mem) => Target::Evaluator(Level::Core),
            Target::Evaluator(Level::Imp) if self.variation.is_empty() => return false,
            Target::Evaluator(Level::Imp) | Target::Tasks | Target::Kernels => Target::Evaluator(Level::Imp),
        };
        ways.iter().any(|way| way.target == first && way.variation.is_empty())
    }

    /// Returns the passes that lower a program from CORE to the target's level.
    pub fn passes(&self, settings: Settings) -> Vec<&'static Pass> {
        let without = settings.without.union(self.without);
        let settings = Settings { without, machine: self.target.machine(), ..settings };
        passes_with(Level::Core, &self.with, self.target.level(), settings)
    }
}

/// Passes that pipelines for one thread do not have, each with the level whose evaluator runs the result. The evaluator
/// of IMP also shows errors in FUNMEM, whose verifier checks the program.
const ADDED: [(&[&str], Level); 4] = [
    (&["flatten"], Level::Fun),
    (&["flatten-all"], Level::Mem),
    (&["flatten-all", "expand"], Level::Imp),
    (&["flatten-all", "expand-interleaved"], Level::Imp),
];

/// Values of thresholds that select versions of kernels that the defaults do not select for small inputs: 0 the
/// outermost version, 3 a mixture.
const THRESHOLDS: [i64; 2] = [0, 3];

/// Returns all variations of the matrix: added passes, other thresholds, and memory as it is lowered, without passes on
/// FUNMEM.
pub fn matrix() -> Vec<Way> {
    let added = ADDED.iter().map(|&(names, level)| {
        let with: Vec<&'static Pass> = names.iter().filter_map(|name| find_pass(name)).collect();
        let way = Way::new(Target::Evaluator(level), &with, PassSet::default(), None);
        Way { variation: names.join(", "), ..way }
    });
    let thresholds = THRESHOLDS.into_iter().map(|threshold| {
        let way = Way::new(Target::Kernels, &[], PassSet::default(), Some(threshold));
        Way { variation: format!("thresholds {threshold}"), ..way }
    });
    let on_memory = PASSES.iter().filter(|pass| (pass.from, pass.to) == (Level::Mem, Level::Mem)).collect();
    let plain = Way::new(Target::Evaluator(Level::Mem), &[], on_memory, None);
    let plain = Way { variation: "as lowered".to_owned(), ..plain };
    added.chain(thresholds).chain([plain]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_the_host_runs_once_in_each_evaluator() {
        let plain = |target| Arc::new(Way::new(target, &[], PassSet::default(), None));
        let [core, fun, imp] = [Level::Core, Level::Fun, Level::Imp].map(Target::Evaluator);
        let all = [core, fun, imp, Target::Kernels, Target::C].map(plain);
        let ways: Vec<Arc<Way>> = all.into_iter().chain(matrix().into_iter().map(Arc::new)).collect();
        let kept = ways.iter().filter(|way| !way.repeats_host_code(&ways)).map(|way| way.name());
        assert_eq!(kept.collect::<Vec<_>>(), ["core", "imp", "c"]);
        let alone = [plain(fun)];
        assert!(!alone[0].repeats_host_code(&alone));
    }

    #[test]
    fn variations_change_what_runs() {
        let names = |way: &Way| way.passes(Settings::default()).iter().map(|pass| pass.name).collect::<Vec<_>>();
        for way in matrix() {
            let plain = Way::new(way.target, &[], PassSet::default(), None);
            assert!(names(&way) != names(&plain) || way.thresholds.is_some(), "{}", way.name());
        }
        let as_lowered = matrix().into_iter().find(|way| way.name() == "funmem (as lowered)").expect("a variation");
        assert_eq!(names(&as_lowered).last(), Some(&"lower-to-funmem"));
    }
}
