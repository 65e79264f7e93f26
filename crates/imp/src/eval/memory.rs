//! Blocks of the evaluator, and the account of what a program allocates, which is kept on demand.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::Scalar;

/// What a program does with memory while it runs. Blocks are counted by the elements that the program asks for, times
/// the bytes of an element of that type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Blocks allocated. Those of arguments and of constant tables are not among them.
    pub allocations: u64,
    /// The bytes of all these blocks together.
    pub allocated_bytes: u64,
    /// The most bytes of these blocks that were alive at a time: a block lives until no variable refers to it.
    pub peak_bytes: u64,
    /// The bytes of the arguments' blocks, which are the caller's.
    pub input_bytes: u64,
}

/// A block: elements are absent until they are written.
pub(super) struct Block {
    pub elements: RefCell<Vec<Option<Scalar>>>,
    /// The account that it is in, and its bytes.
    counted: Option<(Rc<Account>, u64)>,
}

/// A reference to a block.
pub(super) type Memory = Rc<Block>;

impl Block {
    /// A block that is in no account.
    pub fn new(elements: Vec<Option<Scalar>>) -> Memory {
        Rc::new(Block { elements: RefCell::new(elements), counted: None })
    }

    /// A block that is nowhere written, in the account, if one is kept, with as many bytes as are told.
    pub fn allocated(count: usize, bytes: u64, account: Option<&Rc<Account>>) -> Memory {
        let counted = account.map(|account| {
            account.begin(bytes);
            (account.clone(), bytes)
        });
        Rc::new(Block { elements: RefCell::new(vec![None; count]), counted })
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if let Some((account, bytes)) = &self.counted {
            account.end(*bytes);
        }
    }
}

/// Follows the blocks that a run allocates.
#[derive(Default)]
pub(super) struct Account {
    usage: Cell<MemoryUse>,
    alive: Cell<u64>,
}

impl Account {
    pub fn new(input_bytes: u64) -> Rc<Account> {
        Rc::new(Account { usage: Cell::new(MemoryUse { input_bytes, ..MemoryUse::default() }), alive: Cell::new(0) })
    }

    pub fn usage(&self) -> MemoryUse {
        self.usage.get()
    }

    fn begin(&self, bytes: u64) {
        let alive = self.alive.get().saturating_add(bytes);
        self.alive.set(alive);
        let usage = self.usage.get();
        self.usage.set(MemoryUse {
            allocations: usage.allocations + 1,
            allocated_bytes: usage.allocated_bytes.saturating_add(bytes),
            peak_bytes: usage.peak_bytes.max(alive),
            ..usage
        });
    }

    fn end(&self, bytes: u64) {
        self.alive.set(self.alive.get().saturating_sub(bytes));
    }
}
