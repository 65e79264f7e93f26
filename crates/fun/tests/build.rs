//! Tests that the verifier accepts built code, and that it has the intended types.

use base::Name;
use rista_fun::build::*;
use rista_fun::def::*;
use rista_fun::text::{print, print_type};
use rista_fun::verify::{Mode, verify};
use value::{BinOp, CmpOp, ScalarType, UnOp};

/// Builds a function `f (n : i64) (xs : [n]i64) -> results`.
fn built(
    results: impl FnOnce(&mut Program, &[Name]) -> Vec<Name>,
    build: impl FnOnce(&mut Builder, Name, Name) -> Vec<Atom>,
) -> Program {
    let mut program = Program::default();
    let n = program.fresh("n", Type::I64);
    let xs = program.fresh("xs", Type::of(ScalarType::I64, vec![n.into()]));
    let results = results(&mut program, &[n, xs]);
    let mut builder = Builder::new(&mut program);
    let result = build(&mut builder, n, xs);
    let body = builder.finish(result).expect("the builder has no bug");
    let params = [n, xs].map(|name| Param { name, consumed: false }).to_vec();
    let results = results.into_iter().map(|name| ResultParam { name, unique: false }).collect();
    program.functions.push(Function { name: "f".into(), params, results, body, foreign: None });
    let faults = verify(&program, Mode::Fun);
    assert!(faults.is_empty(), "{faults:#?}\n{}", print(&program));
    program
}

#[test]
fn a_built_program_is_right() {
    let results = |program: &mut Program, _: &[Name]| {
        let m = program.fresh("m", Type::I64);
        vec![m, program.fresh("ys", Type::of(ScalarType::I64, vec![m.into()]))]
    };
    let program = built(results, |builder, n, xs| {
        let doubled = builder.map(n.into(), &[xs], |builder, x| vec![builder.add(x[0].into(), x[0].into())]);
        let operator = builder.operator(BinOp::Add, ScalarType::I64);
        let monoid = Monoid { operator, neutral: vec![Atom::i64(0)], commutative: true };
        let sum = builder.reduce(n.into(), &doubled, monoid)[0];
        let both = builder.concat(vec![xs, doubled[0]]);
        let size = builder.type_of(both).dims()[0];
        let filled = builder.for_loop(&[both.into()], n.into(), |builder, i, acc| {
            vec![builder.update(acc[0], vec![i.into()], sum.into()).into()]
        });
        let cond = builder.cmp(CmpOp::Lt, n.into(), Atom::i64(10));
        let branch = builder.if_(
            cond,
            |_| vec![size, filled[0].into()],
            |builder| {
                let copy = builder.copy(xs);
                vec![n.into(), copy.into()]
            },
        );
        assert_eq!(print_type(&builder.type_of(branch[1])), format!("[{}]i64", branch[0]));
        branch.into_iter().map(Atom::Var).collect()
    });
    assert!(print(&program).contains("comm"));
}

#[test]
fn sums_and_products_fold_constants() {
    let results = |program: &mut Program, _: &[Name]| vec![program.fresh("r", Type::I64)];
    built(results, |builder, n, _| {
        assert_eq!(builder.sum(&[Atom::i64(2), Atom::i64(3)]), Atom::i64(5));
        assert_eq!(builder.sum(&[]), Atom::i64(0));
        assert_eq!(builder.product(&[Atom::i64(2), Atom::i64(3)]), Atom::i64(6));
        assert_eq!(builder.product(&[n.into(), Atom::i64(1)]), n.into());
        let before = builder.stms.len();
        let sum = builder.sum(&[Atom::i64(2), n.into(), Atom::i64(3)]);
        assert_eq!(builder.stms.len(), before + 1);
        vec![sum]
    });
}

#[test]
fn untyped_expressions_are_bugs() {
    let mut program = Program::default();
    let b = program.fresh("b", Type::BOOL);
    let mut builder = Builder::new(&mut program);
    builder.un(UnOp::Sqrt, b.into());
    assert!(builder.finish(Vec::new()).is_err());
    assert!(result_types(&program, &Exp::Literal(Vec::new())).is_err());
    assert!(result_types(&program, &Exp::Copy(b)).is_ok());
    assert!(result_types(&program, &Exp::Permute(b, vec![3])).is_err());
}

#[test]
fn failed_nested_bodies_leave_the_outer_one() {
    let mut program = Program::default();
    let mut builder = Builder::new(&mut program);
    builder.add(Atom::i64(1), Atom::i64(2));
    let failed: Result<Body, ()> = builder.try_body(|builder| {
        builder.add(Atom::i64(3), Atom::i64(4));
        Err(())
    });
    assert!(failed.is_err());
    assert_eq!(builder.stms.len(), 1);
}
