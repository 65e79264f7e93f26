//! The printer: abstract syntax to text that parses to the same tree. It writes one line, with brackets wherever they
//! may be needed.

use front_mexpr::ast::{
    Bind, Decl, Exp, ExpKind, Field, File, Ident, Literal, Param, Pat, PatKind, Stm, Ty, TyKind, Utest,
};
use front_mexpr::lexer::{Kind, lex};

/// Prints a file. `Error` nodes are not expected.
pub fn print(file: &File) -> String {
    let includes = file.includes.iter().map(|include| format!("include {}", quoted(&include.path)));
    let tops = file.tops.iter().map(|top| decl(&top.decl, " end", ""));
    let body = file.body.iter().map(|body| format!("mexpr {}", exp(body)));
    includes.chain(tops).chain(body).collect::<Vec<_>>().join("\n")
}

fn separated<T>(items: &[T], between: &str, item: impl Fn(&T) -> String) -> String {
    items.iter().map(item).collect::<Vec<_>>().join(between)
}

/// Returns the text of a string in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.chars().map(|c| if c == '\'' { c.to_string() } else { escaped(c) }).collect::<String>())
}

fn escaped(c: char) -> String {
    match c {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        '\\' | '"' | '\'' => format!("\\{c}"),
        _ => c.to_string(),
    }
}

/// Returns a name, escaped if it is not a token of this kind.
fn name(ident: &Ident, kind: Kind, sort: &str) -> String {
    let text = ident.name.as_str();
    let tokens = lex(ident.span.file().unwrap_or_default(), text).tokens;
    let plain = tokens.len() == 2 && tokens[0].kind == kind && tokens[0].end as usize == text.len();
    if plain { text.to_owned() } else { format!("#{sort}{}", quoted(text)) }
}

fn variable(ident: &Ident) -> String {
    name(ident, Kind::Name, "var")
}

fn con(ident: &Ident) -> String {
    name(ident, Kind::Upper, "con")
}

fn type_name(ident: &Ident) -> String {
    name(ident, Kind::Upper, "type")
}

fn fields<T>(fields: &[Field<T>], sign: &str, value: impl Fn(&T) -> String) -> String {
    let field =
        |field: &Field<T>| format!("{} {sign} {}", name(&field.label, Kind::Name, "label"), value(&field.value));
    separated(fields, ", ", field)
}

fn tuple<T>(items: &[T], item: impl Fn(&T) -> String) -> String {
    format!("({}{})", separated(items, ", ", item), if items.len() == 1 { "," } else { "" })
}

/// Prints a declaration with the texts that end groups and others.
fn decl(decl: &Decl, end: &str, ends: &str) -> String {
    let typed = |sign: &str, t: &Option<Ty>| t.as_ref().map_or(String::new(), |t| format!(" {sign} {}", ty(t)));
    match decl {
        Decl::Let(one) => bind(one) + ends,
        Decl::Recursive(binds) => format!("recursive {}{end}", separated(binds, " ", bind)),
        Decl::Type { name, params, ty } => {
            let params: String = params.iter().map(|param| format!(" {}", variable(param))).collect();
            format!("type {}{params}{}{ends}", type_name(name), typed("=", ty))
        }
        Decl::Con { name, ty } => format!("con {}{}{ends}", con(name), typed(":", ty)),
        Decl::External { name, effects, ty: t } => {
            format!("external {}{} : {}{ends}", variable(name), if *effects { " !" } else { "" }, ty(t))
        }
        Decl::Utest(test) => {
            let Utest { left, right, equal, show } = &**test;
            let part =
                |word: &str, part: &Option<Exp>| part.as_ref().map_or(String::new(), |p| format!("{word}{}", atom(p)));
            let rest = part(" using ", equal) + &part(" else ", show);
            format!("utest {} with {}{rest}{ends}", atom(left), atom(right))
        }
        Decl::Error => unreachable!(),
    }
}

fn bind(bind: &Bind) -> String {
    let typed = bind.ty.as_ref().map_or(String::new(), |t| format!(" : {}", ty(t)));
    format!("let {}{typed} = {}", variable(&bind.name), exp(&bind.value))
}

/// Prints an expression that may extend to the right.
pub fn exp(e: &Exp) -> String {
    match &e.kind {
        ExpKind::Block(stms, last) => {
            let last = if matches!(last.kind, ExpKind::Block(..)) { atom(last) } else { exp(last) };
            separated(stms, " ", stm) + " " + &last
        }
        ExpKind::Lambda(params, body) => {
            let body = if matches!(body.kind, ExpKind::Lambda(..)) { atom(body) } else { exp(body) };
            separated(params, " ", param) + " " + &body
        }
        ExpKind::If(c, yes, no) => format!("if {} then {} else {}", exp(c), exp(yes), exp(no)),
        ExpKind::Match(m) => {
            format!("match {} with {} then {} else {}", exp(&m.subject), pat(&m.pat), exp(&m.yes), exp(&m.no))
        }
        ExpKind::Switch(subject, cases) => {
            let cases: String = cases.iter().map(|c| format!(" case {} then {}", pat(&c.pat), exp(&c.body))).collect();
            format!("switch {}{cases} end", exp(subject))
        }
        _ => application(e),
    }
}

fn stm(stm: &Stm) -> String {
    match stm {
        Stm::Decl(one) => decl(one, " in", " in"),
        Stm::Match(subject, p) => format!("match {} with {} in", exp(subject), pat(p)),
        Stm::Do(e) => format!("{};", application(e)),
    }
}

fn param(param: &Param) -> String {
    let name = param.name.as_ref().map_or(String::new(), |name| format!(" {}", variable(name)));
    let ty = param.ty.as_ref().map_or(String::new(), |t| format!(" : {}", ty(t)));
    format!("lam{name}{ty}.")
}

fn application(e: &Exp) -> String {
    match &e.kind {
        ExpKind::Apply(f, arguments) => {
            let f = if let ExpKind::Con(..) = f.kind { application(f) } else { atom(f) };
            format!("{f} {}", separated(arguments, " ", atom))
        }
        ExpKind::Con(name, argument) => format!("{} {}", con(name), atom(argument)),
        _ => atom(e),
    }
}

fn atom(e: &Exp) -> String {
    match &e.kind {
        ExpKind::Var(name) => variable(name),
        ExpKind::Frozen(name) => format!("#frozen{}", quoted(name.name.as_str())),
        ExpKind::Literal(value) => literal(value),
        ExpKind::Never => "never".to_owned(),
        ExpKind::Tuple(items) => tuple(items, exp),
        ExpKind::Record(items) => format!("{{{}}}", fields(items, "=", exp)),
        ExpKind::Update(record, items) => format!("{{{} with {}}}", exp(record), fields(items, "=", exp)),
        ExpKind::Seq(items) => format!("[{}]", separated(items, ", ", exp)),
        ExpKind::Select(e, labels) => {
            let e = if let ExpKind::Select(..) = e.kind { format!("({})", atom(e)) } else { atom(e) };
            e + &labels.iter().map(|label| format!(" .{}", selected(label))).collect::<String>()
        }
        _ => format!("({})", exp(e)),
    }
}

fn selected(label: &Ident) -> String {
    let text = label.name.as_str();
    let digits = text == "0" || !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.to_owned() } else { name(label, Kind::Name, "label") }
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Int(value) => value.to_string(),
        Literal::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
        Literal::Bool(value) => value.to_string(),
        Literal::Char('"') => "'\"'".to_owned(),
        Literal::Char(c) => format!("'{}'", escaped(*c)),
        Literal::Text(text) => quoted(text),
    }
}

fn pat(p: &Pat) -> String {
    match &p.kind {
        PatKind::Or(pats) => {
            separated(pats, " | ", |p| if let PatKind::Or(_) = p.kind { format!("({})", pat(p)) } else { pat(p) })
        }
        PatKind::And(pats) => separated(pats, " & ", negation),
        _ => negation(p),
    }
}

fn negation(p: &Pat) -> String {
    let elements = |pats: &[Pat]| format!("[{}]", separated(pats, ", ", pat));
    match &p.kind {
        PatKind::Or(_) | PatKind::And(_) => format!("({})", pat(p)),
        PatKind::Not(p) => format!("!{}", negation(p)),
        PatKind::Con(name, p) => format!("{} {}", con(name), negation(p)),
        PatKind::Var(name) => variable(name),
        PatKind::Wildcard => "_".to_owned(),
        PatKind::Literal(value) => literal(value),
        PatKind::Tuple(pats) => tuple(pats, pat),
        PatKind::Record(items) => format!("{{{}}}", fields(items, "=", pat)),
        PatKind::Seq(pats) => elements(pats),
        PatKind::Edges { before, rest, after } => {
            let rest = rest.as_ref().map_or("_".to_owned(), variable);
            format!("{} ++ {rest} ++ {}", elements(before), elements(after))
        }
        PatKind::Error => unreachable!(),
    }
}

fn ty(t: &Ty) -> String {
    match &t.kind {
        TyKind::Function(from, to) => {
            let from = if let TyKind::Function(..) | TyKind::All(..) = from.kind {
                format!("({})", ty(from))
            } else {
                ty(from)
            };
            format!("{from} -> {}", ty(to))
        }
        TyKind::All(name, t) => format!("all {}. {}", variable(name), ty(t)),
        TyKind::Name(name, arguments) if !arguments.is_empty() => {
            format!("{} {}", type_name(name), separated(arguments, " ", type_atom))
        }
        _ => type_atom(t),
    }
}

fn type_atom(t: &Ty) -> String {
    match &t.kind {
        TyKind::Name(name, arguments) if arguments.is_empty() => type_name(name),
        TyKind::Var(name) => variable(name),
        TyKind::Hole => "_".to_owned(),
        TyKind::Seq(t) => format!("[{}]", ty(t)),
        TyKind::Tensor(t) => format!("Tensor[{}]", ty(t)),
        TyKind::Tuple(types) => tuple(types, ty),
        TyKind::Record(items) => format!("{{{}}}", fields(items, ":", ty)),
        _ => format!("({})", ty(t)),
    }
}
