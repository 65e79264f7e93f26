//! Common parts of all generators: random choices, fresh names, and limits of size.

use value::SplitMix64;

/// Largest nesting of traversals and loops. Because their costs multiply, it is low.
pub(crate) const MAX_NESTING: usize = 4;

pub(crate) struct Choices {
    pub random: SplitMix64,
    /// Number of expressions that may still have operands, before the next `refuel`. Below 0, all are leaves.
    pub fuel: i64,
    /// Number of expressions around the current one.
    pub depth: u64,
    pub nesting: usize,
    next_name: u32,
    /// Seed of the program.
    seed: u64,
}

impl Choices {
    pub fn new(seed: u64) -> Choices {
        Choices { random: SplitMix64::new(seed), fuel: 0, depth: 0, nesting: 0, next_name: 0, seed }
    }

    pub fn refuel(&mut self) {
        self.fuel = 10 + self.below(40) as i64;
    }

    /// Whether the next expression must be a leaf. The probability grows with its depth.
    pub fn is_leaf(&mut self) -> bool {
        self.fuel -= 1;
        self.fuel < 0 || self.below(10) < self.depth
    }

    pub fn below(&mut self, count: u64) -> u64 {
        self.random.below(count.max(1))
    }

    /// Returns true with probability 1 in `times`.
    pub fn chance(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u64) as usize) }
    }

    pub fn one_of(&mut self, words: &[&'static str]) -> &'static str {
        self.pick(words).copied().unwrap_or_default()
    }

    /// Returns a number below `count`. Half of the numbers of a program are near one that its seed determines. So
    /// programs of successive seeds have all numbers.
    pub fn in_turn(&mut self, count: u64) -> u64 {
        if self.chance(2) { self.below(count) } else { (self.seed + self.below(2)) % count.max(1) }
    }

    /// Returns one of the items, as `in_turn` chooses.
    pub fn turn<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let at = self.in_turn(items.len() as u64);
        items.get(at as usize).copied()
    }

    pub fn name(&mut self, start: &str) -> String {
        self.next_name += 1;
        format!("{start}{}", self.next_name)
    }
}
