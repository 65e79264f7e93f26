//! Histograms.
//!
//! What is one operator on integers that may come in any order is combined by atomic operations. Else threads have histograms of
//! their own, for a piece of the elements each, and know which of their elements were touched; then a thread for each
//! element of the destination combines these in order:
//!
//! ```text
//! launch .. { .. own[p, ..] <- of piece p, touched[p, ..] <- true where there is something }
//! launch .. { for p < pieces { if touched[p, i] { hist[i] <- hist[i] + own[p, i] } } }
//! ```

use super::*;
use fun::def::Histogram;
use index::{IndexFn, Poly};

/// A thread has a histogram of its own only for so many elements of its piece to each of those.
const DENSE: i64 = 2;

impl Lowerer<'_> {
    pub(super) fn histogram_kernel(&mut self, nest: &Nest<'_>, histogram: &Histogram) -> Lowered<()> {
        if let Some(op) = self.atomic_operator(histogram) {
            return self.histogram_by_atomics(nest, histogram, op);
        }
        let scalars = self.is_of_scalars(&histogram.operator)
            && histogram.destinations.iter().all(|&array| self.program.type_of(array).rank() == histogram.index_rank);
        if !nest.steps.is_empty() || !scalars {
            return self.by_one(nest);
        }
        self.histogram_in_pieces(nest, histogram)
    }

    /// The operator, if it is a single one on an integer, and the order of its operands and of its uses does not matter.
    fn atomic_operator(&self, histogram: &Histogram) -> Option<BinOp> {
        let ([array], [param, other]) = (&histogram.destinations[..], &histogram.operator.operator.params[..]) else {
            return None;
        };
        let body = &histogram.operator.operator.body;
        let [Stm { pattern, exp: Exp::Bin(op, a, b), .. }] = &body.stms[..] else { return None };
        let elem = elem_of(self.program, *array);
        let operands = [a.var()?, b.var()?];
        let is_plain = operands == [*param, *other] || operands == [*other, *param];
        let is_result = body.result[..] == [pattern.first().copied()?.into()];
        let is_whole = self.program.type_of(*array).rank() == histogram.index_rank && self.is_scalar(*param);
        let is_exact = elem.is_integer() || elem == ScalarType::Bool;
        (is_plain && is_result && is_whole && is_exact && reduce::commutes(*op, elem)).then_some(*op)
    }

    fn histogram_by_atomics(&mut self, nest: &Nest<'_>, histogram: &Histogram, op: BinOp) -> Lowered<()> {
        let Some(&array) = histogram.destinations.first() else { return Err(bug("a histogram without destination")) };
        let result = &histogram.lambda.body.result;
        let (index, values) = result.split_at(histogram.index_rank.min(result.len()));
        let Some(&value) = values.first() else { return Err(bug("a histogram without values")) };
        self.for_each_element(nest, histogram.width, |this, at| {
            this.bind_index(&histogram.lambda.params, at)?;
            this.enter(&histogram.lambda, &histogram.inputs)?;
            let place = this.place(array)?.clone();
            let indices: Vec<target::Exp> = index.iter().map(|&at| exp(at)).collect();
            let old = this.out.names.fresh("old");
            let combine = target::Stm::Atomic {
                memory: place.block,
                elem: elem_of(this.program, array),
                index: address(&place.ixfn, &indices),
                old,
                value: target::Exp::Bin(op, Box::new(var(old)), Box::new(exp(value))),
            };
            let cond = this.in_range(array, index);
            this.push(target::Stm::If { cond, then_block: vec![combine], else_block: Vec::new() });
            Ok(())
        })?;
        self.pass_on_later(nest)
    }

    fn histogram_in_pieces(&mut self, nest: &Nest<'_>, histogram: &Histogram) -> Lowered<()> {
        let Some(&first) = histogram.destinations.first() else { return Err(bug("a histogram without destination")) };
        let bins: Vec<Poly> = self.dims(first).into_iter().take(histogram.index_rank).collect();
        let size = self.define("size", poly_exp(&Poly::product(&bins)));
        let width = exp(histogram.width);
        let threads = bin(BinOp::Mul, target::Exp::Setting(Setting::Groups), group_size());
        let dense = bin(BinOp::Mul, bin(BinOp::Max, var(size), i64_exp(1)), i64_exp(DENSE));
        let pieces = bin(BinOp::Min, bin(BinOp::Quot, width.clone(), dense), threads);
        let pieces = self.define("pieces", bin(BinOp::Max, pieces, i64_exp(1)));
        let elems: Vec<ScalarType> = histogram.destinations.iter().map(|&array| elem_of(self.program, array)).collect();
        let count = bin(BinOp::MulSat, var(pieces), var(size));
        let own = self.allocate_each("own", &elems, &count);
        let touched = self.allocate_each("touched", &[ScalarType::Bool], &count);
        let untouched = vec![target::Exp::Const(value::Scalar::Bool(false))];
        self.for_each_thread(count, nest.spans, |this, at| {
            this.write_each(&touched, &[ScalarType::Bool], &var(at), untouched);
            Ok(())
        })?;
        self.for_each_thread(var(pieces), nest.spans, |this, piece| {
            this.piece_of_histogram(histogram, (piece, pieces, size), (&own, &touched), &bins)
        })?;
        self.for_each_thread(var(size), nest.spans, |this, at| {
            this.join_histograms(histogram, (at, pieces, size), (&own, &touched), &bins)
        })
    }

    /// The histogram of a piece of the elements.
    fn piece_of_histogram(
        &mut self,
        histogram: &Histogram,
        (piece, pieces, size): (Name, Name, Name),
        (own, touched): (&[Name], &[Name]),
        bins: &[Poly],
    ) -> Lowered<()> {
        let Some(&first) = histogram.destinations.first() else { return Err(bug("a histogram without destination")) };
        let result = &histogram.lambda.body.result;
        let (index, values) = result.split_at(histogram.index_rank.min(result.len()));
        let operators = self.operators(std::iter::once(&histogram.operator));
        let body = |this: &mut Self, at: Name| {
            this.bind_index(&histogram.lambda.params, at)?;
            this.enter(&histogram.lambda, &histogram.inputs)?;
            let then_block = this.in_block(|this| {
                let indices: Vec<target::Exp> = index.iter().map(|&at| exp(at)).collect();
                let position = address(&IndexFn::row_major(bins), &indices);
                let start = bin(BinOp::Mul, var(piece), var(size));
                let place = this.define("place", bin(BinOp::Add, start, position));
                let elems = &operators.elems;
                let new: Vec<target::Exp> = values.iter().map(|&value| exp(value)).collect();
                let joined = this.in_block(|this| {
                    let old = this.read_each(own, elems, &var(place));
                    let results = this.operate_all(&operators, &old, &new)?;
                    this.write_each(own, elems, &var(place), results);
                    Ok(())
                })?;
                let alone = this.in_block(|this| {
                    this.write_each(own, elems, &var(place), new.clone());
                    let is_touched = vec![target::Exp::Const(value::Scalar::Bool(true))];
                    this.write_each(touched, &[ScalarType::Bool], &var(place), is_touched);
                    Ok(())
                })?;
                let cond = this.element(touched[0], ScalarType::Bool, var(place));
                this.push(target::Stm::If { cond, then_block: joined, else_block: alone });
                Ok(())
            })?;
            let cond = this.in_range(first, index);
            this.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
            Ok(())
        };
        self.over_piece((piece, pieces), exp(histogram.width), body)
    }

    /// Combines what the pieces have for an element with the destinations.
    fn join_histograms(
        &mut self,
        histogram: &Histogram,
        (at, pieces, size): (Name, Name, Name),
        (own, touched): (&[Name], &[Name]),
        bins: &[Poly],
    ) -> Lowered<()> {
        let indices: Vec<(Name, target::Exp)> =
            bins.iter().map(|size| (self.out.names.fresh("i"), poly_exp(size))).collect();
        self.unrank(&indices, var(at));
        let operators = self.operators(std::iter::once(&histogram.operator));
        let index: Vec<target::Exp> = indices.iter().map(|(name, _)| var(*name)).collect();
        let old = histogram.destinations.iter().map(|&array| self.read(array, &index)).collect::<Lowered<Vec<_>>>()?;
        let sums = self.declare_each("sum", &operators.elems, old);
        let piece = self.out.names.fresh("piece");
        let body = self.in_block(|this| {
            let start = bin(BinOp::Mul, var(piece), var(size));
            let place = this.define("place", bin(BinOp::Add, start, var(at)));
            let then_block = this.in_block(|this| {
                let new = this.read_each(own, &operators.elems, &var(place));
                this.join(&operators, &sums, &vars(&sums), &new)
            })?;
            let cond = this.element(touched[0], ScalarType::Bool, var(place));
            this.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
            Ok(())
        })?;
        self.for_(piece, var(pieces), body, false, &Vec::new());
        for (&array, &sum) in histogram.destinations.iter().zip(&sums) {
            self.write(array, &index, var(sum))?;
        }
        Ok(())
    }
}
