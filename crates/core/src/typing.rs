//! Type inference: the type of each kind of expression from the types of its parts. The verifier checks it (except for
//! sizes), the text form omits such types, and the constructors compute them.

use crate::def::{
    Datas, Def, DefId, Expr, ExprKind, LoopForm, Pat, Prim, Program, RefOp, SeqOp, Size, SliceDim, TableId, TensorOp,
    Type, tuple_field,
};
use crate::walk::{Substitution, for_each_expr, for_each_type_name, map_type, pat_binders, size_of_expr};
use base::{Name, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use value::service::{Form, Returns};
use value::{ArrayValue, ScalarType, Service};

/// Types of names.
pub trait Context {
    /// Returns the type parameters and the type of a variable.
    fn variable(&self, name: Name) -> Option<(&[Name], &Type)>;
    fn definition(&self, id: DefId) -> Option<&Def>;
    fn table(&self, id: TableId) -> Option<Type>;
}

/// Context in which no name is bound, for kinds of expressions whose types depend on none.
pub struct NoContext;

impl Context for NoContext {
    fn variable(&self, _: Name) -> Option<(&[Name], &Type)> {
        None
    }

    fn definition(&self, _: DefId) -> Option<&Def> {
        None
    }

    fn table(&self, _: TableId) -> Option<Type> {
        None
    }
}

/// Whether two types are equal apart from sizes.
pub fn same_shape(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Scalar(a), Type::Scalar(b)) => a == b,
        (Type::Array(a, _), Type::Array(b, _)) => same_shape(a, b),
        (Type::Record(a), Type::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|((f, a), (g, b))| f == g && same_shape(a, b))
        }
        (Type::Sum(a), Type::Sum(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|((c, a), (d, b))| c == d && same_shapes(a, b))
        }
        (Type::Data(a, x), Type::Data(b, y)) => a == b && same_shapes(x, y),
        (Type::Seq(a), Type::Seq(b)) | (Type::Ref(a), Type::Ref(b)) | (Type::Tensor(a), Type::Tensor(b)) => {
            same_shape(a, b)
        }
        (Type::Function(a, x), Type::Function(b, y)) => same_shape(a, b) && same_shape(x, y),
        (Type::Param(a), Type::Param(b)) => a == b,
        _ => false,
    }
}

fn same_shapes(a: &[Type], b: &[Type]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_shape(a, b))
}

/// Substitutes type arguments for the type parameters of `ty`; an error if their numbers differ.
pub fn instantiate(ty: &Type, params: &[Name], args: &[Type]) -> Result<Type, String> {
    if params.len() != args.len() {
        return Err(format!("{} type arguments for {} type parameters", args.len(), params.len()));
    }
    let types = params.iter().copied().zip(args.iter().cloned()).collect();
    Ok(Substitution { types, ..Substitution::default() }.ty(ty))
}

/// Returns the type with all sizes unknown.
pub fn without_sizes(ty: &Type) -> Type {
    map_type(ty, &|_| Size::Any, &Type::Param)
}

/// Returns the type with unknown sizes replaced by those of another type of the same shape.
pub fn with_sizes_of(ty: &Type, other: &Type) -> Type {
    match (ty, other) {
        (Type::Array(a, m), Type::Array(b, n)) => {
            Type::array(with_sizes_of(a, b), if *m == Size::Any { *n } else { *m })
        }
        (Type::Record(a), Type::Record(b)) => {
            Type::Record(a.iter().zip(b.iter()).map(|((name, a), (_, b))| (*name, with_sizes_of(a, b))).collect())
        }
        (Type::Sum(a), Type::Sum(b)) => {
            let payload = |a: &[Type], b: &[Type]| a.iter().zip(b).map(|(a, b)| with_sizes_of(a, b)).collect();
            Type::Sum(a.iter().zip(b.iter()).map(|((name, a), (_, b))| (*name, payload(a, b))).collect())
        }
        (Type::Data(id, a), Type::Data(_, b)) => {
            Type::Data(*id, a.iter().zip(b.iter()).map(|(a, b)| with_sizes_of(a, b)).collect())
        }
        _ => ty.clone(),
    }
}

/// Infers the type of an expression. An error describes what is wrong with its parts, or says that the kind does not
/// determine the type (`Variant`, an empty `Array`, a `Match` without cases, a foreign function).
pub fn infer(kind: &ExprKind, context: &dyn Context) -> Result<Type, String> {
    match kind {
        ExprKind::Literal(value) => Ok(Type::Scalar(value.scalar_type())),
        ExprKind::Table(id) => context.table(*id).ok_or_else(|| "there is no such table".to_owned()),
        ExprKind::Var(name, type_args) => {
            let (params, ty) = context.variable(*name).ok_or_else(|| format!("`{name}` is not in scope"))?;
            instantiate(ty, params, type_args)
        }
        ExprKind::Def(id, type_args) => {
            let def = context.definition(*id).ok_or("there is no such definition")?;
            instantiate(&def.ty(), &def.type_params, type_args)
        }
        ExprKind::Lambda(lambda) => {
            let ty = Type::functions(crate::walk::param_types(&lambda.params), lambda.body.ty.clone());
            Ok(outside(ty, lambda.params.iter().map(|param| &param.pat)))
        }
        ExprKind::Apply(function, args) => infer_apply(function, args),
        ExprKind::Block(bindings, body) => Ok(outside(body.ty.clone(), bindings.iter().map(|binding| &binding.pat))),
        ExprKind::If(_, yes, _) => Ok(yes.ty.clone()),
        ExprKind::Match(_, cases) => {
            let first = cases.first().ok_or("a match without cases needs a type")?;
            Ok(outside(first.body.ty.clone(), [&first.pat].into_iter()))
        }
        ExprKind::Loop(looped) => Ok(outside(looped.pat.ty(), [&looped.pat].into_iter())),
        ExprKind::Record(fields) => {
            Ok(Type::Record(fields.iter().map(|(name, field)| (*name, field.ty.clone())).collect()))
        }
        ExprKind::Field(record, name) => {
            let ty = record.ty.field(*name);
            ty.cloned().ok_or_else(|| format!("there is no field `{name}` here"))
        }
        ExprKind::Variant(name, _) => Err(format!("the variant `{name}` needs a type")),
        ExprKind::Array(items) => {
            let first = items.first().ok_or("an empty array needs a type")?;
            Ok(Type::array(first.ty.clone(), Size::Const(items.len() as i64)))
        }
        ExprKind::Index(array, indices) => {
            let row = array.ty.row(indices.len());
            row.cloned().ok_or_else(|| format!("{} indices into rank {}", indices.len(), array.ty.rank()))
        }
        ExprKind::Slice(array, dims) => slice_type(&array.ty, dims),
        ExprKind::Update(array, ..) => Ok(array.ty.clone()),
        ExprKind::Prim(prim, args) => infer_prim(*prim, args).map_err(|message| format!("{prim:?}: {message}")),
        ExprKind::Ensure(ensure) => Ok(ensure.then.ty.clone()),
    }
}

/// Returns the type outside of the scope of the patterns: sizes that are their variables become unknown.
pub fn outside<'p>(ty: Type, pats: impl Iterator<Item = &'p Pat>) -> Type {
    let mut has_size = false;
    for_each_type_name(&ty, &mut |_| has_size = true, &mut |_| {});
    if !has_size {
        return ty;
    }
    let names: FxHashSet<Name> = pats.flat_map(pat_binders).map(|(name, _)| name).collect();
    let size = |size| if matches!(size, Size::Var(name) if names.contains(&name)) { Size::Any } else { size };
    map_type(&ty, &size, &Type::Param)
}

/// Infers the type of an application.
fn infer_apply(function: &Expr, args: &[Expr]) -> Result<Type, String> {
    let mut ty = &function.ty;
    for (i, arg) in args.iter().enumerate() {
        let Type::Function(param, result) = ty else {
            return Err(format!("{} arguments for a function of {i}", args.len()));
        };
        if !same_shape(param, &arg.ty) {
            return Err(format!("argument {i} does not have the parameter's type"));
        }
        ty = result;
    }
    Ok(ty.clone())
}

/// Returns the type of a slice: the dimensions that are not fixed, with sizes if constants determine them.
pub fn slice_type(array: &Type, dims: &[SliceDim]) -> Result<Type, String> {
    let row = array.row(dims.len()).ok_or_else(|| format!("{} dimensions of rank {}", dims.len(), array.rank()))?;
    let kept: Vec<Size> =
        array.sizes().into_iter().zip(dims).filter_map(|(size, dim)| sliced_size(size, dim)).collect();
    Ok(Type::array_of(row.clone(), &kept))
}

fn sliced_size(size: Size, dim: &SliceDim) -> Option<Size> {
    match dim {
        SliceDim::Fix(_) => None,
        SliceDim::Range { start: None, end: None, stride: None } => Some(size),
        SliceDim::Range { .. } => Some(Size::Any),
    }
}

fn arguments<const N: usize>(args: &[Expr]) -> Result<&[Expr; N], String> {
    args.try_into().map_err(|_| format!("{} arguments instead of {N}", args.len()))
}

fn elem_of(array: &Expr) -> Result<(&Type, Size), String> {
    match &array.ty {
        Type::Array(elem, size) => Ok((elem, *size)),
        _ => Err("an argument should be an array".to_owned()),
    }
}

fn scalar_of(expr: &Expr) -> Result<ScalarType, String> {
    expr.ty.scalar().ok_or_else(|| "an argument should be a scalar".to_owned())
}

fn demand(holds: bool, message: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message.to_owned()) }
}

fn demand_i64(expr: &Expr) -> Result<(), String> {
    demand(expr.ty == Type::I64, "a count should be an i64")
}

/// Infers the type of a primitive's result.
pub fn infer_prim(prim: Prim, args: &[Expr]) -> Result<Type, String> {
    match prim {
        Prim::Un(op) => {
            let [a] = arguments(args)?;
            op.result(scalar_of(a)?).map(Type::Scalar).ok_or_else(|| "not defined on this type".to_owned())
        }
        Prim::Bin(op) => {
            let [a, b] = arguments(args)?;
            let ty = scalar_of(a)?;
            demand(scalar_of(b)? == ty, "the operands differ in type")?;
            demand(op.defined_on(ty), "not defined on this type")?;
            Ok(Type::Scalar(ty))
        }
        Prim::Cmp(_) => {
            let [a, b] = arguments(args)?;
            demand(scalar_of(a)? == scalar_of(b)?, "the operands differ in type")?;
            Ok(Type::BOOL)
        }
        Prim::Fma => {
            let [a, b, c] = arguments(args)?;
            let ty = scalar_of(a)?;
            demand(scalar_of(b)? == ty && scalar_of(c)? == ty, "the operands differ in type")?;
            demand(ty.is_float(), "the operands should be floats")?;
            Ok(Type::Scalar(ty))
        }
        Prim::Convert(to) => {
            let [a] = arguments(args)?;
            scalar_of(a)?;
            Ok(Type::Scalar(to))
        }
        Prim::Equal => {
            let [a, b] = arguments(args)?;
            demand(same_shape(&a.ty, &b.ty), "the operands differ in type")?;
            demand(!a.ty.has_function(), "functions cannot be compared")?;
            demand(!a.ty.has_reference(), "references and tensors cannot be compared")?;
            Ok(Type::BOOL)
        }
        Prim::Size(dim) => {
            let [array] = arguments(args)?;
            demand(array.ty.rank() > dim, "the array has no such dimension")?;
            Ok(Type::I64)
        }
        Prim::Parameter(_) => {
            let [] = arguments(args)?;
            Ok(Type::I64)
        }
        Prim::InAccelerate => {
            let [] = arguments(args)?;
            Ok(Type::BOOL)
        }
        Prim::Shared => {
            let [array] = arguments(args)?;
            elem_of(array).map(|_| Type::BOOL)
        }
        Prim::Copy | Prim::Trace(_) => {
            let [a] = arguments(args)?;
            Ok(a.ty.clone())
        }
        Prim::System(op) => infer_service(Service::System(op), args),
        Prim::Text(op) => infer_service(Service::Text(op), args),
        Prim::Fail => infer_service(Service::Fail, args),
        Prim::Foreign(_) => Err("the type of a foreign function's result is to be given".to_owned()),
        Prim::Iota | Prim::Replicate | Prim::Concat | Prim::Flatten | Prim::Unflatten | Prim::Transpose => {
            infer_shaping(prim, args)
        }
        Prim::FlatIndex(rank) | Prim::FlatUpdate(rank) => infer_flat(prim, rank, args),
        Prim::Seq(op) => infer_sequence(op, args),
        Prim::Ref(op) => infer_reference(op, args),
        Prim::Tensor(op) => infer_tensor(op, args),
        Prim::Zip => infer_zip(args),
        Prim::Unzip => {
            let [array] = arguments(args)?;
            let (elem, size) = elem_of(array)?;
            let fields = elem.fields().ok_or("the elements should be records")?;
            Ok(Type::Record(fields.iter().map(|(name, ty)| (*name, Type::array(ty.clone(), size))).collect()))
        }
        Prim::Loop => {
            let [count, function] = arguments(args)?;
            demand_i64(count)?;
            demand(*unary(function, &Type::I64)? == Type::unit(), "the function should give a unit")?;
            Ok(Type::unit())
        }
        Prim::Accelerate => {
            let [function] = arguments(args)?;
            unary(function, &Type::unit()).cloned()
        }
        Prim::Map
        | Prim::FlatMap
        | Prim::Reduce { .. }
        | Prim::Scan
        | Prim::Filter
        | Prim::Scatter
        | Prim::Histogram => infer_second_order(prim, args),
    }
}

/// Infers the type of a service's result. The type of one that ends the run is to be given.
fn infer_service(service: Service, args: &[Expr]) -> Result<Type, String> {
    check_service(service, args)?;
    match service.returns() {
        Returns::Unit => Ok(Type::unit()),
        Returns::One(form) => Ok(type_of_form(form)),
        Returns::Never => Err(format!("the type of `{}` is to be given", service.name())),
    }
}

/// Checks the number and the types of a service's operands.
pub fn check_service(service: Service, args: &[Expr]) -> Result<(), String> {
    let params = service.params();
    demand(args.len() == params.len(), "another number of arguments is needed")?;
    let fit = args.iter().zip(params).all(|(arg, form)| same_shape(&arg.ty, &type_of_form(*form)));
    demand(fit, "an argument should be a scalar or a string of another type")
}

/// Returns the type of a service's operand or result.
pub fn type_of_form(form: Form) -> Type {
    match form {
        Form::Scalar(ty) => Type::Scalar(ty),
        Form::Bytes => Type::array(Type::Scalar(ScalarType::U8), Size::Any),
    }
}

/// Infers the type of an operation on strided views.
fn infer_flat(prim: Prim, rank: usize, args: &[Expr]) -> Result<Type, String> {
    let [array, layout @ ..] = args else { return Err("there should be an array".into()) };
    let (elem, _) = elem_of(array)?;
    let is_update = matches!(prim, Prim::FlatUpdate(_));
    let expected = 1 + if is_update { rank + 1 } else { 2 * rank };
    demand(rank > 0 && layout.len() == expected, "another number of arguments is needed")?;
    if let (true, [layout @ .., value]) = (is_update, layout) {
        layout.iter().try_for_each(demand_i64)?;
        let open = Type::array_of(elem.clone(), &vec![Size::Any; rank]);
        demand(same_shape(&value.ty, &open), "what is written does not have that many dimensions of elements")?;
        return Ok(array.ty.clone());
    }
    layout.iter().try_for_each(demand_i64)?;
    let counts: Vec<Size> = layout.iter().skip(1).step_by(2).map(size_of_expr).collect();
    Ok(Type::array_of(elem.clone(), &counts))
}

/// Infers the type of an operation on sequences.
fn infer_sequence(op: SeqOp, args: &[Expr]) -> Result<Type, String> {
    let elem_of_seq = |items: &Expr| match &items.ty {
        Type::Seq(elem) => Ok(Type::clone(elem)),
        _ => Err("there should be a sequence".to_owned()),
    };
    let demand_elem = |value: &Expr, items: &Expr| {
        let elem = elem_of_seq(items)?;
        demand(same_shape(&value.ty, &elem), "the element differs in type")
    };
    match op {
        SeqOp::OfArray => {
            let [array] = arguments(args)?;
            let (elem, _) = elem_of(array)?;
            Ok(Type::Seq(elem.clone().into()))
        }
        SeqOp::ToArray => {
            let [items] = arguments(args)?;
            Ok(Type::array(elem_of_seq(items)?, Size::Any))
        }
        SeqOp::Length => {
            let [items] = arguments(args)?;
            elem_of_seq(items).map(|_| Type::I64)
        }
        SeqOp::Get => {
            let [items, at] = arguments(args)?;
            demand_i64(at)?;
            elem_of_seq(items)
        }
        SeqOp::Set => {
            let [items, at, value] = arguments(args)?;
            demand_i64(at)?;
            demand_elem(value, items)?;
            Ok(items.ty.clone())
        }
        SeqOp::Cons => {
            let [value, items] = arguments(args)?;
            demand_elem(value, items)?;
            Ok(items.ty.clone())
        }
        SeqOp::Snoc => {
            let [items, value] = arguments(args)?;
            demand_elem(value, items)?;
            Ok(items.ty.clone())
        }
        SeqOp::Concat => {
            let [items, more] = arguments(args)?;
            elem_of_seq(items)?;
            demand(same_shape(&items.ty, &more.ty), "the sequences differ in type")?;
            Ok(items.ty.clone())
        }
        SeqOp::Sub => {
            let [items, start, count] = arguments(args)?;
            elem_of_seq(items)?;
            demand_i64(start)?;
            demand_i64(count)?;
            Ok(items.ty.clone())
        }
    }
}

/// Infers the type of an operation on references.
fn infer_reference(op: RefOp, args: &[Expr]) -> Result<Type, String> {
    let content = |reference: &Expr| match &reference.ty {
        Type::Ref(content) => Ok(Type::clone(content)),
        _ => Err("there should be a reference".to_owned()),
    };
    match op {
        RefOp::New => {
            let [value] = arguments(args)?;
            Ok(Type::Ref(value.ty.clone().into()))
        }
        RefOp::Read => {
            let [reference] = arguments(args)?;
            content(reference)
        }
        RefOp::Write => {
            let [reference, value] = arguments(args)?;
            demand(same_shape(&value.ty, &content(reference)?), "the value differs in type")?;
            Ok(Type::unit())
        }
    }
}

/// Infers the type of an operation on tensors.
fn infer_tensor(op: TensorOp, args: &[Expr]) -> Result<Type, String> {
    let elem_of_tensor = |tensor: &Expr| match &tensor.ty {
        Type::Tensor(elem) => Ok(Type::clone(elem)),
        _ => Err("there should be a tensor".to_owned()),
    };
    let demand_shape =
        |shape: &Expr| demand(same_shape(&shape.ty, &Type::array(Type::I64, Size::Any)), "a shape is an array of i64");
    match op {
        TensorOp::New => {
            let [shape, elements] = arguments(args)?;
            demand_shape(shape)?;
            let (elem, _) = elem_of(elements)?;
            let holds_array = elem.any_part(&|part| matches!(part, Type::Array(..)).then_some(true));
            demand(!holds_array, "the elements of a tensor contain no arrays")?;
            Ok(Type::Tensor(elem.clone().into()))
        }
        TensorOp::Shape => {
            let [tensor] = arguments(args)?;
            elem_of_tensor(tensor)?;
            Ok(Type::array(Type::I64, Size::Any))
        }
        TensorOp::Size => {
            let [tensor] = arguments(args)?;
            elem_of_tensor(tensor).map(|_| Type::I64)
        }
        TensorOp::At(count) => {
            let [tensor, indices @ ..] = args else { return Err("there should be a tensor".to_owned()) };
            elem_of_tensor(tensor)?;
            demand(indices.len() == count, "another number of indices is needed")?;
            indices.iter().try_for_each(demand_i64)?;
            Ok(Type::I64)
        }
        TensorOp::Get => {
            let [tensor, at] = arguments(args)?;
            demand_i64(at)?;
            elem_of_tensor(tensor)
        }
        TensorOp::Set => {
            let [tensor, at, value] = arguments(args)?;
            demand_i64(at)?;
            demand(same_shape(&value.ty, &elem_of_tensor(tensor)?), "the element differs in type")?;
            Ok(Type::unit())
        }
        TensorOp::View => {
            let [tensor, start, shape] = arguments(args)?;
            elem_of_tensor(tensor)?;
            demand_i64(start)?;
            demand_shape(shape)?;
            Ok(tensor.ty.clone())
        }
        TensorOp::Part(count, rest) => {
            let [tensor, numbers @ ..] = args else { return Err("there should be a tensor".to_owned()) };
            elem_of_tensor(tensor)?;
            demand(numbers.len() == count + 2, "another number of sizes is needed")?;
            demand(rest.is_none_or(|rest| count <= rest), "there are more sizes than dimensions that they replace")?;
            numbers.iter().try_for_each(demand_i64)?;
            Ok(tensor.ty.clone())
        }
        TensorOp::ToArray => {
            let [tensor] = arguments(args)?;
            Ok(Type::array(elem_of_tensor(tensor)?, Size::Any))
        }
    }
}

fn infer_zip(args: &[Expr]) -> Result<Type, String> {
    let first = args.first().ok_or("there should be an argument")?;
    let (_, size) = elem_of(first)?;
    let fields: Result<Vec<(Symbol, Type)>, String> =
        args.iter().enumerate().map(|(i, arg)| Ok((tuple_field(i), elem_of(arg)?.0.clone()))).collect();
    Ok(Type::array(Type::Record(fields?.into()), size))
}

/// Infers the type of an operation that makes an array or changes its shape.
fn infer_shaping(prim: Prim, args: &[Expr]) -> Result<Type, String> {
    match prim {
        Prim::Iota => {
            let [count, start, step] = arguments(args)?;
            demand_i64(count)?;
            let ty = scalar_of(start)?;
            demand(scalar_of(step)? == ty && ty != ScalarType::Bool, "start and step should be numbers of one type")?;
            Ok(Type::array(Type::Scalar(ty), size_of_expr(count)))
        }
        Prim::Replicate => {
            let [count, item] = arguments(args)?;
            demand_i64(count)?;
            Ok(Type::array(item.ty.clone(), size_of_expr(count)))
        }
        Prim::Concat => {
            demand(args.len() >= 2, "there should be two or more arguments")?;
            let (first, _) = elem_of(&args[0])?;
            let mut total = Some(0i64);
            for arg in args {
                let (elem, size) = elem_of(arg)?;
                demand(same_shape(elem, first), "the arrays differ in type")?;
                let known = if let Size::Const(n) = size { Some(n) } else { None };
                total = total.zip(known).and_then(|(a, b)| a.checked_add(b));
            }
            Ok(Type::array(first.clone(), total.map_or(Size::Any, Size::Const)))
        }
        Prim::Flatten => {
            let [array] = arguments(args)?;
            let (row, rows) = elem_of(array)?;
            let Type::Array(elem, columns) = row else { return Err("the array should have two dimensions".into()) };
            let product = match (rows, *columns) {
                (Size::Const(n), Size::Const(m)) => n.checked_mul(m).map_or(Size::Any, Size::Const),
                _ => Size::Any,
            };
            Ok(Type::array((**elem).clone(), product))
        }
        Prim::Unflatten => {
            let [rows, columns, array] = arguments(args)?;
            demand_i64(rows)?;
            demand_i64(columns)?;
            let (elem, _) = elem_of(array)?;
            Ok(Type::array_of(elem.clone(), &[size_of_expr(rows), size_of_expr(columns)]))
        }
        _ => {
            let [array] = arguments(args)?;
            let (row, rows) = elem_of(array)?;
            let Type::Array(elem, columns) = row else { return Err("the array should have two dimensions".into()) };
            Ok(Type::array_of((**elem).clone(), &[*columns, rows]))
        }
    }
}

/// Infers the type of a primitive that takes functions, or that reads or writes by indices.
fn infer_second_order(prim: Prim, args: &[Expr]) -> Result<Type, String> {
    match prim {
        Prim::Map => {
            let [function, array] = arguments(args)?;
            let (elem, size) = elem_of(array)?;
            let result = unary(function, elem)?;
            Ok(Type::array(result.clone(), size))
        }
        Prim::FlatMap => {
            let [function, array] = arguments(args)?;
            let (elem, _) = elem_of(array)?;
            let row = unary(function, elem)?.elem().ok_or("the function should give an array")?;
            Ok(Type::array(row.clone(), Size::Any))
        }
        Prim::Filter => {
            let [function, array] = arguments(args)?;
            let (elem, _) = elem_of(array)?;
            demand(*unary(function, elem)? == Type::BOOL, "the predicate should give a bool")?;
            Ok(Type::array(elem.clone(), Size::Any))
        }
        Prim::Reduce { .. } => {
            let [operator, neutral, array] = arguments(args)?;
            demand_operator(operator, neutral, elem_of(array)?.0)?;
            Ok(neutral.ty.clone())
        }
        Prim::Scan => {
            let [operator, neutral, array] = arguments(args)?;
            demand_operator(operator, neutral, elem_of(array)?.0)?;
            Ok(array.ty.clone())
        }
        Prim::Scatter => {
            let [dest, indices, values] = arguments(args)?;
            demand_indices(dest, indices, values)?;
            Ok(dest.ty.clone())
        }
        _ => {
            let [dest, operator, neutral, indices, values] = arguments(args)?;
            demand_operator(operator, neutral, elem_of(values)?.0)?;
            demand_indices(dest, indices, values)?;
            Ok(dest.ty.clone())
        }
    }
}

fn unary<'e>(function: &'e Expr, param: &Type) -> Result<&'e Type, String> {
    match &function.ty {
        Type::Function(from, to) if same_shape(from, param) => Ok(to),
        Type::Function(..) => Err("the function does not take the elements".to_owned()),
        _ => Err("the first argument should be a function".to_owned()),
    }
}

fn demand_operator(operator: &Expr, neutral: &Expr, elem: &Type) -> Result<(), String> {
    demand(same_shape(&neutral.ty, elem), "the neutral element is not an element")?;
    let expected = Type::functions([elem.clone(), elem.clone()].into_iter(), elem.clone());
    demand(same_shape(&operator.ty, &expected), "the operator should take two elements to one")
}

/// Checks that the index is an `i64` or a tuple of them, one for each leading dimension of the destination.
fn demand_indices(dest: &Expr, indices: &Expr, values: &Expr) -> Result<(), String> {
    let (index, _) = elem_of(indices)?;
    let dims = match index {
        Type::Record(fields) if fields.iter().all(|(_, ty)| *ty == Type::I64) => fields.len(),
        ty if *ty == Type::I64 => 1,
        _ => return Err("an index should be an i64 or a tuple of them".to_owned()),
    };
    demand(dims > 0, "an index should have a component")?;
    let row = dest.ty.row(dims).ok_or("the index has more components than the destination dimensions")?;
    demand(same_shape(row, elem_of(values)?.0), "the values are not elements of the destination")
}

/// Whether a pattern always matches: it has no `Literal` and no `Variant` of several constructors.
pub fn irrefutable(pat: &Pat, datas: &Datas) -> bool {
    match pat {
        Pat::Var(..) | Pat::Wildcard(_) => true,
        Pat::Record(fields) => fields.iter().all(|(_, field)| irrefutable(field, datas)),
        Pat::Variant(_, payload, ty) => {
            ty.constructors(datas).is_some_and(|all| all.len() == 1)
                && payload.iter().all(|pat| irrefutable(pat, datas))
        }
        Pat::Literal(_) => false,
    }
}

/// Table of a program's variables with their types. Because names are unique, one table serves the whole program.
pub struct Variables<'p> {
    pub program: &'p Program,
    types: FxHashMap<Name, (&'p [Name], &'p Type)>,
}

impl<'p> Variables<'p> {
    pub fn of_program(program: &'p Program) -> Variables<'p> {
        let mut variables = Variables { program, types: FxHashMap::default() };
        for def in program.defs.values() {
            def.params.iter().for_each(|param| variables.pat(&[], &param.pat));
            for_each_expr(&def.body, &mut |expr| variables.binders(expr));
        }
        variables
    }

    fn pat(&mut self, type_params: &'p [Name], pat: &'p Pat) {
        match pat {
            Pat::Var(name, ty) => _ = self.types.insert(*name, (type_params, ty)),
            Pat::Wildcard(_) | Pat::Literal(_) => {}
            Pat::Record(fields) => fields.iter().for_each(|(_, pat)| self.pat(type_params, pat)),
            Pat::Variant(_, payload, _) => payload.iter().for_each(|pat| self.pat(type_params, pat)),
        }
    }

    /// Records the types of the variables that an expression binds.
    fn binders(&mut self, expr: &'p Expr) {
        match &expr.kind {
            ExprKind::Lambda(lambda) => lambda.params.iter().for_each(|param| self.pat(&[], &param.pat)),
            ExprKind::Block(bindings, _) => {
                bindings.iter().for_each(|binding| self.pat(&binding.type_params, &binding.pat));
            }
            ExprKind::Match(_, cases) => cases.iter().for_each(|case| self.pat(&[], &case.pat)),
            ExprKind::Loop(looped) => {
                self.pat(&[], &looped.pat);
                match &looped.form {
                    LoopForm::For(name, _) => _ = self.types.insert(*name, (&[], &Type::I64)),
                    LoopForm::ForIn(pat, _) => self.pat(&[], pat),
                    LoopForm::While(_) => {}
                }
            }
            _ => {}
        }
    }
}

impl Context for Variables<'_> {
    fn variable(&self, name: Name) -> Option<(&[Name], &Type)> {
        self.types.get(&name).copied()
    }

    fn definition(&self, id: DefId) -> Option<&Def> {
        self.program.defs.get(id)
    }

    fn table(&self, id: TableId) -> Option<Type> {
        self.program.tables.get(id).map(table_type)
    }
}

/// Returns the type of a constant array.
pub fn table_type(table: &ArrayValue) -> Type {
    let sizes: Vec<Size> = table.shape().iter().map(|dim| Size::Const(*dim as i64)).collect();
    Type::array_of(Type::Scalar(table.elem()), &sizes)
}
