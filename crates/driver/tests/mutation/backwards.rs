//! Runs independent loops of IMP backwards, which changes the results of a loop whose iterations depend on each other.
//!
//! ```text
//! kernel i < n do .. done    =>    var m : i64 ← n; kernel k < m do var i : i64 ← (m - 1) - k; .. done
//! ```

use base::NameSource;
use imp::def::*;
use value::{BinOp, Scalar};

pub fn turn(program: &mut Program) {
    for function in program.functions.values_mut() {
        block(&mut program.names, &mut function.body);
    }
}

fn block(names: &mut NameSource, stms: &mut Block) {
    let mut turned = Vec::new();
    for mut stm in std::mem::take(stms) {
        match &mut stm {
            Stm::If { then_block, else_block, .. } => {
                block(names, then_block);
                block(names, else_block);
            }
            Stm::While { body, .. } => block(names, body),
            Stm::For { var, ty, bound, body, parallel, .. } => {
                block(names, body);
                if *parallel {
                    let (count, counter) = (names.fresh("count"), names.fresh("counter"));
                    let one = Exp::Const(Scalar::from_i128(*ty, 1));
                    let minus = |a, b| Exp::Bin(BinOp::Sub, Box::new(a), Box::new(b));
                    let init = std::mem::replace(bound, Exp::Var(count));
                    turned.push(Stm::Declare { name: count, ty: *ty, init });
                    let index = minus(minus(Exp::Var(count), one), Exp::Var(counter));
                    body.insert(0, Stm::Declare { name: *var, ty: *ty, init: index });
                    *var = counter;
                }
            }
            _ => {}
        }
        turned.push(stm);
    }
    *stms = turned;
}
