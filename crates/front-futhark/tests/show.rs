//! Prints trees as short text for the tests: `(f x)` is an application, `(+ a b)` an operator, `[head a b]` any other
//! form.

use front_futhark::ast::*;

pub fn names(name: &QualName) -> String {
    let path = name.path.iter().map(|part| format!("{part}."));
    path.chain([name.name.to_string()]).collect()
}

fn join<T>(items: &[T], show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(" ")
}

fn option<T>(item: Option<&T>, show: impl Fn(&T) -> String) -> String {
    item.map_or("~".to_owned(), show)
}

fn literal(literal: &Literal) -> String {
    let suffix = |s: &Option<value::ScalarType>| s.map_or("", |ty| ty.name());
    match literal {
        Literal::Bool(value) => value.to_string(),
        Literal::Int { magnitude, negative, suffix: s } => {
            format!("{}{magnitude}{}", if *negative { "-" } else { "" }, suffix(s))
        }
        Literal::Float { value, suffix: s } => format!("{value:?}{}", suffix(s)),
    }
}

/// Prints an expression.
pub fn exp(e: &Exp) -> String {
    match &e.kind {
        ExpKind::Literal(value) => literal(value),
        ExpKind::String(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        ExpKind::Var(name) => names(name),
        ExpKind::Hole => "???".into(),
        ExpKind::Tuple(items) => format!("[tuple {}]", join(items, exp)),
        ExpKind::Record(fields) => {
            format!("[record {}]", join(fields, |(name, e)| format!("{}={}", name.name, option(e.as_ref(), exp))))
        }
        ExpKind::Array(items) => format!("[array {}]", join(items, exp)),
        ExpKind::Apply(f, args) => format!("({} {})", exp(f), join(args, exp)),
        ExpKind::Constructor(name, args) => format!("[#{} {}]", name.name, join(args, exp)),
        ExpKind::Binary(op, a, b) => format!("({} {} {})", names(op), exp(a), exp(b)),
        ExpKind::Unary(UnaryOp::Negate, a) => format!("(- {})", exp(a)),
        ExpKind::Unary(UnaryOp::Not, a) => format!("(! {})", exp(a)),
        ExpKind::Index(a, dims) => format!("[index {} {}]", exp(a), join(dims, dim)),
        ExpKind::Project(a, field) => format!("{}.{}", exp(a), field.name),
        ExpKind::LocalOpen(name, a) => format!("[open {} {}]", names(name), exp(a)),
        ExpKind::Range(range) => {
            let (kind, end) = match &range.end {
                RangeEnd::Inclusive(e) => ("...", e),
                RangeEnd::Up(e) => ("..<", e),
                RangeEnd::Down(e) => ("..>", e),
            };
            format!("[{kind} {} {} {}]", exp(&range.start), option(range.second.as_ref(), exp), exp(end))
        }
        ExpKind::Lambda(l) => {
            let result = l.result.as_ref().map_or(String::new(), |t| format!(": {}", ty(t)));
            format!("[\\ {}{result} -> {}]", join(&l.params, pat), exp(&l.body))
        }
        ExpKind::If(a, b, c) => format!("[if {} {} {}]", exp(a), exp(b), exp(c)),
        ExpKind::Match(e, cases) => {
            format!("[match {} {}]", exp(e), join(cases, |c| format!("{}->{}", pat(&c.pat), exp(&c.body))))
        }
        ExpKind::Section(op) => format!("[section {}]", names(op)),
        ExpKind::SectionLeft(e, op) => format!("[section {} {}]", exp(e), names(op)),
        ExpKind::SectionRight(op, e) => format!("[section {} {}]", names(op), exp(e)),
        ExpKind::PathSection(path) => format!("[path {}]", steps(path)),
        ExpKind::Block(lets, body) => format!("[block {} {}]", join(lets, binding), exp(body)),
        ExpKind::With(e, path, value) => format!("[with {} {} {}]", exp(e), steps(path), exp(value)),
        ExpKind::Loop(l) => loop_exp(l),
        ExpKind::Ascribe(e, t) => format!("[: {} {}]", exp(e), ty(t)),
        ExpKind::Coerce(e, t) => format!("[:> {} {}]", exp(e), ty(t)),
        ExpKind::Assert(a, b) => format!("[assert {} {}]", exp(a), exp(b)),
        ExpKind::Attr(a, e) => format!("[attr {} {}]", attr(a), exp(e)),
        ExpKind::Error => "ERROR".into(),
    }
}

fn loop_exp(l: &Loop) -> String {
    let form = match &l.form {
        LoopForm::For(name, e) => format!("for {} < {}", name.name, exp(e)),
        LoopForm::ForIn(p, e) => format!("for {} in {}", pat(p), exp(e)),
        LoopForm::While(e) => format!("while {}", exp(e)),
    };
    let sizes = join(&l.sizes, |n| format!("[{}]", n.name));
    format!("[loop {sizes}{} {} {form} {}]", pat(&l.pat), option(l.init.as_ref(), exp), exp(&l.body))
}

fn dim(d: &Dim) -> String {
    let part = |e: &Option<Box<Exp>>| option(e.as_deref(), exp);
    match d {
        Dim::Fix(e) => exp(e),
        Dim::Slice { start, end, stride } => format!("{}:{}:{}", part(start), part(end), part(stride)),
    }
}

fn steps(path: &[Step]) -> String {
    join(path, |step| match step {
        Step::Field(name) => format!(".{}", name.name),
        Step::Index(dims) => format!("@{}", join(dims, dim)),
    })
}

fn binding(l: &Let) -> String {
    match &l.kind {
        LetKind::Pat { sizes, pat: p, value } => {
            format!("[let {}{} {}]", join(sizes, |n| format!("[{}]", n.name)), pat(p), exp(value))
        }
        LetKind::Function(d) => def(d),
        LetKind::Update { name, path, value } => format!("[update {} {} {}]", name.name, steps(path), exp(value)),
    }
}

fn type_params(params: &[TypeParam]) -> String {
    params.iter().fold(String::new(), |out, p| {
        out + &match p.kind {
            TypeParamKind::Size => format!("[{}] ", p.name.name),
            TypeParamKind::Type(l) => format!("{}{} ", ["'", "'~", "'^"][l as usize], p.name.name),
        }
    })
}

fn def(d: &Def) -> String {
    let word = if d.entry { "entry" } else { "def" };
    let result = d.result.as_ref().map_or(String::new(), |t| format!(": {} ", ty(t)));
    let params = d.params.iter().fold(String::new(), |out, p| out + &pat(p) + " ");
    format!("[{word} {} {}{}{result}= {}]", d.name.name, type_params(&d.type_params), params, exp(&d.body))
}

pub fn pat(p: &Pat) -> String {
    match &p.kind {
        PatKind::Name(name) => name.to_string(),
        PatKind::Wildcard => "_".into(),
        PatKind::Tuple(items) => format!("[tuple {}]", join(items, pat)),
        PatKind::Record(fields) => {
            format!("[record {}]", join(fields, |(name, p)| format!("{}={}", name.name, option(p.as_ref(), pat))))
        }
        PatKind::Constructor(name, payload) => format!("[#{name} {}]", join(payload, pat)),
        PatKind::Literal(value) => literal(value),
        PatKind::Ascribe(p, t) => format!("[: {} {}]", pat(p), ty(t)),
        PatKind::Attr(a, p) => format!("[attr {} {}]", attr(a), pat(p)),
    }
}

fn attr(a: &Attr) -> String {
    if a.args.is_empty() { a.name.to_string() } else { format!("{}({})", a.name, join(&a.args, attr)) }
}

pub fn ty(t: &TypeExp) -> String {
    match &t.kind {
        TypeExpKind::Name(name, args) if args.is_empty() => names(name),
        TypeExpKind::Name(name, args) => {
            let arg = |a: &TypeArg| match a {
                TypeArg::Type(t) => ty(t),
                TypeArg::Size(e) => format!("[{}]", option(e.as_ref(), exp)),
            };
            format!("({} {})", names(name), join(args, arg))
        }
        TypeExpKind::Array(size, t) => format!("[{}]{}", option(size.as_deref(), exp), ty(t)),
        TypeExpKind::Tuple(items) => format!("[tuple {}]", join(items, ty)),
        TypeExpKind::Record(fields) => {
            format!("[record {}]", join(fields, |(name, t)| format!("{}:{}", name.name, ty(t))))
        }
        TypeExpKind::Sum(cases) => {
            format!("[sum {}]", join(cases, |(name, payload)| format!("#{}({})", name.name, join(payload, ty))))
        }
        TypeExpKind::Function(name, a, b) => {
            format!("[-> {}{} {}]", name.map_or(String::new(), |n| format!("{}:", n.name)), ty(a), ty(b))
        }
        TypeExpKind::Unique(t) => format!("*{}", ty(t)),
        TypeExpKind::Exists(sizes, t) => format!("[? {} {}]", join(sizes, |n| n.name.to_string()), ty(t)),
    }
}

pub fn dec(d: &Dec) -> String {
    let attrs = d.attrs.iter().fold(String::new(), |out, a| format!("{out}#{} ", attr(a)));
    let doc = d.doc.as_ref().map_or(String::new(), |doc| format!("{doc:?} "));
    doc + &attrs
        + &match &d.kind {
            DecKind::Def(d) => def(d),
            DecKind::Type(t) => format!("[{}]", type_def(t.liftedness, t.name, &t.params, Some(&t.ty))),
            DecKind::Module(m) => {
                let params = m.params.iter().fold(String::new(), |out, p| format!("{out}{} ", module_param(p)));
                let result = m.result.as_ref().map_or(String::new(), |t| format!(": {} ", mod_type(t)));
                format!("[module {} {params}{result}= {}]", m.name.name, mod_exp(&m.body))
            }
            DecKind::ModuleType(m) => format!("[module type {} = {}]", m.name.name, mod_type(&m.ty)),
            DecKind::Open(m) => format!("[open {}]", mod_exp(m)),
            DecKind::Local(d) => format!("[local {}]", dec(d)),
            DecKind::Import(import) => format!("[import {}]", import.path),
        }
}

fn type_def(liftedness: Liftedness, name: Ident, params: &[TypeParam], t: Option<&TypeExp>) -> String {
    let mark = ["", "~", "^"][liftedness as usize];
    format!("type{mark} {} {}= {}", name.name, type_params(params), option(t, ty))
}

fn module_param(p: &ModuleParam) -> String {
    format!("({}: {})", p.name.name, mod_type(&p.ty))
}

fn mod_exp(m: &ModExp) -> String {
    match &m.kind {
        ModExpKind::Name(name) => names(name),
        ModExpKind::Structure(decs) => format!("{{{}}}", join(decs, dec)),
        ModExpKind::Ascribe(m, t) => format!("[: {} {}]", mod_exp(m), mod_type(t)),
        ModExpKind::Apply(a, b) => format!("({} {})", mod_exp(a), mod_exp(b)),
        ModExpKind::Lambda(p, result, body) => {
            format!("[\\ {} {} {}]", module_param(p), option(result.as_ref(), mod_type), mod_exp(body))
        }
        ModExpKind::Import(import) => format!("[import {}]", import.path),
    }
}

fn mod_type(t: &ModTypeExp) -> String {
    match &t.kind {
        ModTypeExpKind::Name(name) => names(name),
        ModTypeExpKind::Specs(specs) => format!("{{{}}}", join(specs, spec)),
        ModTypeExpKind::With(t, name, params, definition) => {
            format!("[with {} {} {}{}]", mod_type(t), names(name), type_params(params), ty(definition))
        }
        ModTypeExpKind::Arrow(name, a, b) => {
            format!("[-> {}{} {}]", name.map_or(String::new(), |n| format!("{}:", n.name)), mod_type(a), mod_type(b))
        }
    }
}

fn spec(s: &Spec) -> String {
    let doc = s.doc.as_ref().map_or(String::new(), |doc| format!("{doc:?} "));
    doc + &match &s.kind {
        SpecKind::Val { name, type_params: params, ty: t } => {
            format!("[val {} {}: {}]", name.name, type_params(params), ty(t))
        }
        SpecKind::Type { liftedness, name, params, ty } => {
            format!("[{}]", type_def(*liftedness, *name, params, ty.as_ref()))
        }
        SpecKind::Module { name, ty } => format!("[module {}: {}]", name.name, mod_type(ty)),
        SpecKind::Include(t) => format!("[include {}]", mod_type(t)),
    }
}

/// Returns the direct subexpressions of `e`, except those in types and patterns.
pub fn children(e: &Exp) -> Vec<&Exp> {
    fn dims<'a>(dims: &'a [Dim], out: &mut Vec<&'a Exp>) {
        for dim in dims {
            match dim {
                Dim::Fix(e) => out.push(e),
                Dim::Slice { start, end, stride } => {
                    out.extend([start, end, stride].into_iter().flatten().map(|exp| &**exp))
                }
            }
        }
    }
    fn path<'a>(steps: &'a [Step], out: &mut Vec<&'a Exp>) {
        for step in steps {
            if let Step::Index(items) = step {
                dims(items, out);
            }
        }
    }
    let mut out = Vec::new();
    match &e.kind {
        ExpKind::Literal(_) | ExpKind::String(_) | ExpKind::Var(_) | ExpKind::Hole => {}
        ExpKind::Section(_) | ExpKind::Error => {}
        ExpKind::Tuple(items) | ExpKind::Array(items) | ExpKind::Constructor(_, items) => out.extend(items),
        ExpKind::Record(fields) => out.extend(fields.iter().filter_map(|(_, e)| e.as_ref())),
        ExpKind::Apply(f, args) => out.extend(std::iter::once(&**f).chain(args)),
        ExpKind::Binary(_, a, b) | ExpKind::Assert(a, b) => out.extend([&**a, &**b]),
        ExpKind::Unary(_, a) | ExpKind::Project(a, _) | ExpKind::LocalOpen(_, a) => out.push(a),
        ExpKind::SectionLeft(a, _) | ExpKind::SectionRight(_, a) | ExpKind::Attr(_, a) => out.push(a),
        ExpKind::Ascribe(a, _) | ExpKind::Coerce(a, _) => out.push(a),
        ExpKind::Index(a, items) => {
            out.push(a);
            dims(items, &mut out);
        }
        ExpKind::Range(range) => {
            let (RangeEnd::Inclusive(end) | RangeEnd::Up(end) | RangeEnd::Down(end)) = &range.end;
            out.extend([&range.start, end].into_iter().chain(&range.second));
        }
        ExpKind::Lambda(l) => out.push(&l.body),
        ExpKind::If(a, b, c) => out.extend([&**a, &**b, &**c]),
        ExpKind::Match(e, cases) => out.extend(std::iter::once(&**e).chain(cases.iter().map(|c| &c.body))),
        ExpKind::PathSection(steps) => path(steps, &mut out),
        ExpKind::Block(lets, body) => {
            for binding in lets {
                match &binding.kind {
                    LetKind::Pat { value, .. } | LetKind::Update { value, .. } => out.push(value),
                    LetKind::Function(def) => out.push(&def.body),
                }
            }
            out.push(body);
        }
        ExpKind::With(e, steps, value) => {
            out.extend([&**e, &**value]);
            path(steps, &mut out);
        }
        ExpKind::Loop(l) => {
            let (LoopForm::For(_, e) | LoopForm::ForIn(_, e) | LoopForm::While(e)) = &l.form;
            out.extend([e, &l.body].into_iter().chain(&l.init));
        }
    }
    out
}
