//! Classes of arrays that may share storage, with whether each is overwritten or leaves its function. The analysis is
//! coarser than `fun::alias` (sharing is an equivalence here) and much cheaper: it takes one walk, and passes update it
//! as they change the program.

use base::Name;
use fun::def::*;

/// Mark of a class that is consumed somewhere.
const OVERWRITTEN: u8 = 1;
/// Mark of a class that contains a result of its function.
const LEAVES: u8 = 2;

/// Classes of arrays that may share storage, by the numbers of their names.
#[derive(Default)]
pub struct Sharing {
    parents: Vec<u32>,
    marks: Vec<u8>,
}

impl Sharing {
    /// Computes the classes of a whole program, whose names are unique.
    pub fn of(program: &Program) -> Sharing {
        let mut sharing = Sharing::default();
        for function in program.functions.values() {
            sharing.body(program, &function.body);
            for atom in &function.body.result {
                sharing.mark(*atom, LEAVES);
            }
        }
        sharing
    }

    /// Whether the array, or one that may share storage with it, is consumed somewhere.
    pub fn overwritten(&self, atom: impl Into<Atom>) -> bool {
        self.marks_of(atom.into()) & OVERWRITTEN != 0
    }

    /// Whether the array is neither overwritten nor a result of its function, so that an array of equal contents may
    /// replace it.
    pub fn stays(&self, atom: impl Into<Atom>) -> bool {
        self.marks_of(atom.into()) == 0
    }

    /// Records that the two may share storage.
    pub fn join(&mut self, a: Atom, b: Atom) {
        let (Atom::Var(a), Atom::Var(b)) = (a, b) else { return };
        let (a, b) = (self.root(a), self.root(b));
        let marks = self.marks[a] | self.marks[b];
        self.parents[a] = b as u32;
        self.marks[b] = marks;
    }

    /// Records the sharing that a statement causes, without its bodies.
    pub fn statement(&mut self, program: &Program, stm: &Stm) {
        match &stm.exp {
            Exp::Atom(atom) => self.all(&stm.pattern, *atom),
            Exp::Slice(array, _) | Exp::Permute(array, _) | Exp::Reshape(array, _) => {
                self.all(&stm.pattern, (*array).into());
            }
            Exp::Update { array, .. } => self.mark((*array).into(), OVERWRITTEN),
            Exp::Scatter(scatter) => scatter.destinations.iter().for_each(|&name| self.mark(name.into(), OVERWRITTEN)),
            Exp::Histogram(histogram) => {
                histogram.destinations.iter().for_each(|&name| self.mark(name.into(), OVERWRITTEN));
            }
            Exp::If { then_body, else_body, .. } => {
                self.pairs(&stm.pattern, &then_body.result);
                self.pairs(&stm.pattern, &else_body.result);
            }
            Exp::Loop(looped) => {
                for (&name, (param, init)) in stm.pattern.iter().zip(&looped.params) {
                    self.join(name.into(), (*param).into());
                    self.join((*param).into(), *init);
                }
                self.pairs(&stm.pattern, &looped.body.result);
            }
            Exp::Call { function, args } => self.call(program, stm, *function, args),
            Exp::Un(..)
            | Exp::Bin(..)
            | Exp::Cmp(..)
            | Exp::Fma(..)
            | Exp::Convert(..)
            | Exp::Index(..)
            | Exp::Literal(_)
            | Exp::Table(_)
            | Exp::Iota { .. }
            | Exp::Replicate { .. }
            | Exp::Scratch { .. }
            | Exp::Copy(_)
            | Exp::Concat(_)
            | Exp::Assert { .. }
            | Exp::Traverse(_)
            | Exp::Filter(_)
            | Exp::Threshold { .. }
            | Exp::Alloc { .. } => {}
        }
    }

    fn body(&mut self, program: &Program, body: &Body) {
        for stm in &body.stms {
            self.statement(program, stm);
            for inner in stm.exp.bodies() {
                self.body(program, inner);
            }
        }
    }

    /// Records a call: consumed arguments are overwritten; results that are not unique may share storage with all other
    /// arguments.
    fn call(&mut self, program: &Program, stm: &Stm, function: FunctionId, args: &[Atom]) {
        let Some(callee) = program.functions.get(function) else { return };
        let mut shared: Vec<Atom> = Vec::new();
        for (param, &arg) in callee.params.iter().zip(args) {
            match (param.consumed, program.atom_type(arg)) {
                (true, _) => self.mark(arg, OVERWRITTEN),
                (false, Type::Array { .. }) => shared.push(arg),
                (false, _) => {}
            }
        }
        let results = stm.pattern.iter().zip(&callee.results).filter(|(_, result)| !result.unique);
        shared.extend(results.map(|(name, _)| Atom::Var(*name)));
        shared.retain(|atom| matches!(program.atom_type(*atom), Type::Array { .. }));
        for pair in shared.windows(2) {
            self.join(pair[0], pair[1]);
        }
    }

    fn all(&mut self, names: &[Name], atom: Atom) {
        names.iter().for_each(|&name| self.join(name.into(), atom));
    }

    fn pairs(&mut self, names: &[Name], atoms: &[Atom]) {
        names.iter().zip(atoms).for_each(|(&name, &atom)| self.join(name.into(), atom));
    }

    fn mark(&mut self, atom: Atom, mark: u8) {
        if let Atom::Var(name) = atom {
            let root = self.root(name);
            self.marks[root] |= mark;
        }
    }

    fn marks_of(&self, atom: Atom) -> u8 {
        let Atom::Var(name) = atom else { return 0 };
        let mut at = name.id as usize;
        while let Some(&parent) = self.parents.get(at)
            && parent as usize != at
        {
            at = parent as usize;
        }
        self.marks.get(at).copied().unwrap_or(0)
    }

    /// Returns the root of the name's set, and shortens the path to it.
    fn root(&mut self, name: Name) -> usize {
        let mut at = name.id as usize;
        if self.parents.len() <= at {
            self.parents.extend(self.parents.len() as u32..=at as u32);
            self.marks.resize(at + 1, 0);
        }
        while self.parents[at] as usize != at {
            self.parents[at] = self.parents[self.parents[at] as usize];
            at = self.parents[at] as usize;
        }
        at
    }
}
