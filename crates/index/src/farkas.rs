//! An exact decision procedure for linear inequalities. By Farkas' lemma, a goal `g >= 0` follows over the rationals
//! from facts `f_j >= 0` exactly when `g` is a sum `sum_j l_j * f_j + r` with every `l_j >= 0` and a rest `r` that is
//! evidently not negative. That is: the constant of `r` and its coefficients of non-negative variables are at least 0,
//! and its other coefficients are 0.
//!
//! The multipliers `l_j` are found by the simplex method in the form of Dutertre and de Moura ("A fast
//! linear-arithmetic solver for DPLL(T)", CAV 2006). Each demand on the rest is a basic variable that must not be
//! negative. While one of them is negative, it is exchanged with a column variable that raises it. Bland's rule, which
//! takes the least index first, makes the search terminate. The entries are integers over one common denominator
//! (Edmonds), so nothing is rounded.

/// A simplex tableau: one row for each demand on the rest, one column for each fact's multiplier. The variable of row
/// `i` is `(constants[i] + sum_j entries[i][j] * column_j) / denominator`.
#[derive(Default)]
pub struct System {
    constants: Vec<i128>,
    entries: Vec<Vec<i128>>,
    /// Number of the variable of each row. Bland's rule orders variables by these numbers, and those in `columns`.
    rows: Vec<usize>,
    columns: Vec<usize>,
}

/// Largest number of exchanges before a search is given up. Practical searches stay below it.
const MAX_EXCHANGES: usize = 500;

impl System {
    /// Returns a system without demands; `facts` is the number of facts.
    pub fn new(facts: usize) -> System {
        System { columns: (0..facts).collect(), ..System::default() }
    }

    /// Adds the demand `goal - sum_j l_j * facts_j >= 0`.
    pub fn demand(&mut self, goal: i64, facts: impl Iterator<Item = i64>) {
        self.row(goal.into(), facts.map(|coefficient| i128::from(coefficient).saturating_neg()).collect());
    }

    /// Adds the demand `sum_j l_j * facts_j - goal >= 0`.
    pub fn demand_opposite(&mut self, goal: i64, facts: impl Iterator<Item = i64>) {
        self.row(i128::from(goal).saturating_neg(), facts.map(i128::from).collect());
    }

    fn row(&mut self, constant: i128, entries: Vec<i128>) {
        self.rows.push(self.columns.len() + self.rows.len());
        self.constants.push(constant);
        self.entries.push(entries);
    }

    /// Whether multipliers exist that meet all demands. Also `false` if the search overflows or exceeds
    /// `MAX_EXCHANGES`.
    pub fn solve(mut self) -> bool {
        let mut denominator = 1;
        for _ in 0..MAX_EXCHANGES {
            let negative = (0..self.rows.len()).filter(|&row| self.constants[row] < 0);
            let Some(row) = negative.min_by_key(|&row| self.rows[row]) else { return true };
            let raising = (0..self.columns.len()).filter(|&column| self.entries[row][column] > 0);
            let Some(column) = raising.min_by_key(|&column| self.columns[column]) else { return false };
            let Some(next) = self.exchange(row, column, denominator) else { return false };
            denominator = next;
        }
        false
    }

    /// Exchanges the variables of a row and a column. Returns the new denominator, or `None` on overflow.
    fn exchange(&mut self, row: usize, column: usize, denominator: i128) -> Option<i128> {
        let mut pivot_row = std::mem::take(&mut self.entries[row]);
        let (pivot, pivot_constant) = (pivot_row[column], self.constants[row]);
        for at in (0..self.rows.len()).filter(|&at| at != row) {
            let factor = self.entries[at][column];
            if factor == 0 && pivot == denominator {
                continue;
            }
            let without = |entry: i128, of_row: i128| {
                let scaled = entry.checked_mul(pivot)?.checked_sub(factor.checked_mul(of_row)?)?;
                if denominator == 1 { Some(scaled) } else { scaled.checked_div(denominator) }
            };
            self.constants[at] = without(self.constants[at], pivot_constant)?;
            for (entry, &of_row) in self.entries[at].iter_mut().zip(&pivot_row) {
                *entry = without(*entry, of_row)?;
            }
            self.entries[at][column] = factor;
        }
        for entry in &mut pivot_row {
            *entry = entry.checked_neg()?;
        }
        pivot_row[column] = denominator;
        self.entries[row] = pivot_row;
        self.constants[row] = pivot_constant.checked_neg()?;
        std::mem::swap(&mut self.rows[row], &mut self.columns[column]);
        Some(pivot)
    }
}
