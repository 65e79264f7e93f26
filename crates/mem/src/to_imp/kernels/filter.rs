//! Filters.
//!
//! ```text
//! .. a thread for each element: row[i] <- the values; kept[i] <- i64(whether they stay)
//! .. kept is scanned by sums
//! .. a thread for each element: if kept[i] is more than kept[i - 1] { ys[kept[i] - 1] <- row[i] }
//! var count := kept[n - 1]
//! ```

use super::*;
use fun::def::Filter;
use index::{IndexFn, Poly};

impl Lowerer<'_> {
    pub(super) fn filter_kernel(&mut self, nest: &Nest<'_>, filter: &Filter) -> Lowered<()> {
        let Some((&count, arrays)) = nest.inner.pattern.split_first() else {
            return Err(bug("a filter without results"));
        };
        let Some((&keep, values)) = filter.lambda.body.result.split_first() else {
            return Err(bug("a filter that yields nothing"));
        };
        let kept = self.allocate_each("kept", &[ScalarType::I64], &exp(filter.width))[0];
        let mut found = Vec::new();
        for &array in arrays {
            let rows = self.dims(array).into_iter().skip(1);
            let shape: Vec<Poly> = std::iter::once(poly(filter.width)).chain(rows).collect();
            let ixfn = IndexFn::row_major(&shape);
            let elem = elem_of(self.program, array);
            let block = self.allocate_each("found", &[elem], &poly_exp(&ixfn.count()))[0];
            found.push(Place { block, ixfn });
        }
        self.for_each_thread(exp(filter.width), nest.spans, |this, at| {
            this.bind_index(&filter.lambda.params, at)?;
            this.enter(&filter.lambda, &filter.inputs)?;
            for ((&array, place), &value) in arrays.iter().zip(&found).zip(values) {
                this.moved.insert(array, place.clone());
                let stored = this.store(array, &[at.into()], value);
                this.moved.remove(&array);
                stored?;
            }
            let is_kept = target::Exp::Convert(ScalarType::I64, Box::new(exp(keep)));
            this.write_each(&[kept], &[ScalarType::I64], &var(at), vec![is_kept]);
            Ok(())
        })?;
        self.scan_sums(exp(filter.width), kept, nest.spans)?;
        self.for_each_thread(exp(filter.width), nest.spans, |this, at| {
            let earlier = this.define("earlier", bin(BinOp::Sub, var(at), i64_exp(1)));
            let before = this.element(kept, ScalarType::I64, var(earlier));
            let is_first = cmp(CmpOp::Eq, var(at), i64_exp(0));
            let before = target::Exp::Select(Box::new(is_first), Box::new(i64_exp(0)), Box::new(before));
            let before = this.define("before", before);
            let then_block = this.in_block(|this| {
                for (&array, from) in arrays.iter().zip(&found) {
                    let to = this.row(array, &[before.into()])?;
                    let from = inside(from.clone(), &[at.into()])?;
                    this.copy(elem_of(this.program, array), &to, &from)?;
                }
                Ok(())
            })?;
            let cond = cmp(CmpOp::Lt, var(before), this.element(kept, ScalarType::I64, var(at)));
            this.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
            Ok(())
        })?;
        self.declare_i64(count, i64_exp(0));
        let last = bin(BinOp::Sub, exp(filter.width), i64_exp(1));
        let value = self.element(kept, ScalarType::I64, last);
        let then_block = vec![target::Stm::Assign { name: count, value }];
        let cond = cmp(CmpOp::Lt, i64_exp(0), exp(filter.width));
        self.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
        Ok(())
    }
}
