//! Scatters and histograms for one thread, and single iterations of them, of which tasks and kernels are made.

use super::*;

impl Lowerer<'_> {
    pub(super) fn scatter(&mut self, scatter: &Scatter, spans: &Spans) -> Lowered<()> {
        if self.machine == Machine::Threads && !scatter.sequential && self.scatter_in_tasks(scatter, spans)? {
            return Ok(());
        }
        let Some(&index) = scatter.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let body = self.in_block(|this| this.scatter_iteration(scatter, false))?;
        self.for_(index, exp(scatter.width), body, false, spans);
        Ok(())
    }

    /// Lowers one iteration of a scatter. If `is_shared`, other threads may write to the same place.
    pub(super) fn scatter_iteration(&mut self, scatter: &Scatter, is_shared: bool) -> Lowered<()> {
        let Some(&first) = scatter.destinations.first() else { return Err(bug("a scatter without destination")) };
        let result = &scatter.lambda.body.result;
        let (index, values) = result.split_at(scatter.index_rank.min(result.len()));
        self.enter(&scatter.lambda, &scatter.inputs)?;
        let then_block = self.in_block(|this| {
            for (&array, &value) in scatter.destinations.iter().zip(values) {
                this.store(array, index, value)?;
            }
            Ok(())
        })?;
        let then_block = if is_shared { self.atomic(then_block) } else { then_block };
        let cond = self.in_range(first, index);
        self.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
        Ok(())
    }

    pub(super) fn histogram(&mut self, histogram: &Histogram, spans: &Spans) -> Lowered<()> {
        if self.machine == Machine::Threads && !histogram.sequential {
            return self.histogram_in_tasks(histogram, spans);
        }
        let Some(&index) = histogram.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let body = self.in_block(|this| this.histogram_iteration(histogram))?;
        self.for_(index, exp(histogram.width), body, false, spans);
        Ok(())
    }

    /// Lowers one iteration of a histogram: combines the lambda's values with the element at its index, if there is one.
    pub(super) fn histogram_iteration(&mut self, histogram: &Histogram) -> Lowered<()> {
        let Some(&first) = histogram.destinations.first() else { return Err(bug("a histogram without destination")) };
        let result = &histogram.lambda.body.result;
        let (index, values) = result.split_at(histogram.index_rank.min(result.len()));
        self.enter(&histogram.lambda, &histogram.inputs)?;
        let then_block = self.in_block(|this| {
            this.combine_at(histogram, index, |this, at, param| match values.get(at) {
                Some(&value) => this.bind(param, value),
                None => Err(bug("an operator without a value")),
            })
        })?;
        let cond = self.in_range(first, index);
        self.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
        Ok(())
    }

    /// Combines values with the destinations' elements at `index`. `bind` is as for `combine_with`. The operator's
    /// blocks and offsets are those of these elements.
    pub(super) fn combine_at(
        &mut self,
        histogram: &Histogram,
        index: &[Atom],
        mut bind: impl FnMut(&mut Self, usize, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let operator = &histogram.operator.operator;
        let (old, new) = histogram.operator.operands();
        let mut spots = histogram.operator.spots().iter();
        let mut blocks = FxHashMap::default();
        let mut combined = self.in_block(|this| {
            for (&param, &array) in old.iter().zip(&histogram.destinations) {
                if let Type::Scalar(ty) = *this.program.type_of(param) {
                    let indices: Vec<target::Exp> = index.iter().map(|&at| exp(at)).collect();
                    let init = this.read(array, &indices)?;
                    this.push(target::Stm::Declare { name: param, ty, init });
                    continue;
                }
                let element = this.row(array, index)?;
                let start = element.ixfn.as_single().map(|lmad| poly_exp(&lmad.offset));
                let (Some(start), Some(&block), Some(&offset)) = (start, spots.next(), spots.next()) else {
                    return Err(bug(format!("no block and offset for {param}")));
                };
                this.declare_i64(offset, start);
                blocks.insert(block, element.block);
            }
            for (at, &param) in new.iter().enumerate() {
                bind(this, at, param)?;
            }
            this.stms(&operator.body)?;
            for ((&param, &array), &value) in old.iter().zip(&histogram.destinations).zip(&operator.body.result) {
                match this.is_scalar(param) {
                    true => this.store(array, index, value)?,
                    false => this.fill(param, value)?,
                }
            }
            Ok(())
        })?;
        imp::walk::rename(&mut combined, &blocks);
        self.block.extend(combined);
        Ok(())
    }
}
