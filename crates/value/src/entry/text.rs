//! Entry types in words: their spelling in the source language, which names opaque types, and the text form that all
//! levels share.
//!
//! ```text
//! params = "(" param, .. ")"        param  = name ":" ["*"] type [shown]
//! result = ["*"] type [shown]       type   = form ["as" name]
//! form   = "[]".. atom              atom   = scalar type | "(" type, .. ")" | "{" field ":" type, .. "}"
//!                                          | "(" "#" name atom .. "|" .. ")" | "@" number
//!                                          | "tree" "(" number "=" "(" "#" name atom .. "|" .. ")", .. ")" atom
//! ```
//!
//! `shown` is a string, and is left out where it is the type's name; so is `as` with a name that is the spelling.

use super::{DataType, EntryParam, EntryResult, EntryType, FlatType, OpaqueForm, OpaqueType, TreeType};
use crate::ScalarType;
use base::Symbol;
use base::cursor::{Cursor, Parsed, Token, quote};
use std::fmt;
use std::sync::Arc;

impl fmt::Display for FlatType {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", "[]".repeat(self.rank), self.elem)
    }
}

impl EntryType {
    /// Returns the name of an opaque type, and the spelling of any other type.
    pub fn name(&self) -> String {
        match self {
            EntryType::Flat(flat) => flat.to_string(),
            EntryType::Opaque(opaque) => opaque.name.clone(),
        }
    }

    /// Returns the name for use inside another type: in parentheses if it would otherwise be parsed differently.
    fn name_within(&self) -> String {
        let EntryType::Opaque(opaque) = self else { return self.name() };
        let apart = match opaque.form {
            OpaqueForm::Sum(_) if opaque.has_spelt_name() => true,
            _ => !opaque.has_spelt_name() && opaque.name.contains(' '),
        };
        if apart { format!("({})", opaque.name) } else { opaque.name.clone() }
    }
}

impl OpaqueType {
    fn has_spelt_name(&self) -> bool {
        self.name == self.form.spelling()
    }
}

impl OpaqueForm {
    /// Returns the type in the syntax of the source language, with its parts by their names.
    pub fn spelling(&self) -> String {
        match self {
            OpaqueForm::Record(fields) => record(self, fields, EntryType::name),
            OpaqueForm::Sum(constructors) => sum(constructors, &str::to_owned, EntryType::name_within),
            OpaqueForm::Array(elem, rank) => format!("{}{}", "[]".repeat(*rank), elem.name_within()),
            OpaqueForm::Tree(tree) => tree.root.name(),
            OpaqueForm::Data(number) => format!("@{number}"),
        }
    }
}

fn record(form: &OpaqueForm, fields: &[(Symbol, EntryType)], show: impl Fn(&EntryType) -> String) -> String {
    if let Some(components) = form.components() {
        let components: Vec<String> = components.into_iter().map(show).collect();
        return format!("({})", components.join(", "));
    }
    let fields: Vec<String> = fields.iter().map(|(name, ty)| format!("{}: {}", field(*name), show(ty))).collect();
    format!("{{{}}}", fields.join(", "))
}

fn sum(
    constructors: &[(Symbol, Vec<EntryType>)],
    word: &impl Fn(&str) -> String,
    show: impl Fn(&EntryType) -> String,
) -> String {
    let constructor = |(name, payloads): &(Symbol, Vec<EntryType>)| {
        let payloads: String = payloads.iter().map(|payload| format!(" {}", show(payload))).collect();
        format!("#{}{payloads}", word(name.as_str()))
    };
    constructors.iter().map(constructor).collect::<Vec<_>>().join(" | ")
}

/// Prints parameters in the IRs' text form, parentheses included.
pub fn print_params(params: &[EntryParam]) -> String {
    let param = |param: &EntryParam| {
        let star = if param.consumed { "*" } else { "" };
        format!("{} : {star}{}{}", word(&param.name), print_type(&param.ty), print_shown(&param.ty, &param.shown))
    };
    format!("({})", params.iter().map(param).collect::<Vec<_>>().join(", "))
}

/// Prints a result in the IRs' text form.
pub fn print_result(result: &EntryResult) -> String {
    let star = if result.unique { "*" } else { "" };
    format!("{star}{}{}", print_type(&result.ty), print_shown(&result.ty, &result.shown))
}

fn print_shown(ty: &EntryType, shown: &str) -> String {
    if ty.name() == shown { String::new() } else { format!(" {}", quote(shown)) }
}

/// Prints a type in the IRs' text form.
pub fn print_type(ty: &EntryType) -> String {
    let EntryType::Opaque(opaque) = ty else { return ty.name() };
    let form = match &opaque.form {
        OpaqueForm::Record(fields) => record(&opaque.form, fields, print_type),
        OpaqueForm::Sum(constructors) => format!("({})", sum(constructors, &word, print_atom)),
        OpaqueForm::Array(elem, rank) => format!("{}{}", "[]".repeat(*rank), print_atom(elem)),
        OpaqueForm::Tree(tree) => {
            let data = |data: &DataType| format!("{} = ({})", data.number, sum(&data.constructors, &word, print_atom));
            let datas: Vec<String> = tree.datas.iter().map(data).collect();
            format!("tree ({}) {}", datas.join(", "), print_atom(&tree.root))
        }
        OpaqueForm::Data(number) => format!("@{number}"),
    };
    if opaque.has_spelt_name() { form } else { format!("{form} as {}", word(&opaque.name)) }
}

fn print_atom(ty: &EntryType) -> String {
    match ty {
        EntryType::Opaque(opaque) if !opaque.has_spelt_name() => format!("({})", print_type(ty)),
        _ => print_type(ty),
    }
}

/// Returns the text as it is if it is a word, else as a quoted string.
fn word(text: &str) -> String {
    let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'' | '.');
    let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(fine);
    if is_word { text.to_owned() } else { quote(text) }
}

fn field(name: Symbol) -> String {
    let is_number = !name.as_str().is_empty() && name.as_str().bytes().all(|c| c.is_ascii_digit());
    if is_number { name.to_string() } else { word(name.as_str()) }
}

/// Parses what `print_params` writes.
///
/// # Errors If the text does not have this form.
pub fn parse_params(cursor: &mut Cursor) -> Parsed<Vec<EntryParam>> {
    cursor.expect("(")?;
    cursor.list(")", |cursor| {
        let name = parse_word(cursor)?;
        cursor.expect(":")?;
        let consumed = cursor.eat("*")?;
        let ty = parse_type(cursor)?;
        Ok(EntryParam { name, shown: parse_shown(cursor, &ty)?, ty, consumed })
    })
}

/// Parses what `print_result` writes.
///
/// # Errors If the text does not have this form.
pub fn parse_result(cursor: &mut Cursor) -> Parsed<EntryResult> {
    let unique = cursor.eat("*")?;
    let ty = parse_type(cursor)?;
    Ok(EntryResult { shown: parse_shown(cursor, &ty)?, ty, unique })
}

fn parse_shown(cursor: &mut Cursor, ty: &EntryType) -> Parsed<String> {
    if matches!(cursor.peek(), Token::Text(_)) { cursor.text() } else { Ok(ty.name()) }
}

fn parse_word(cursor: &mut Cursor) -> Parsed<String> {
    if matches!(cursor.peek(), Token::Text(_)) { cursor.text() } else { cursor.word() }
}

/// Parses a type in the IRs' text form.
pub fn parse_type(cursor: &mut Cursor) -> Parsed<EntryType> {
    let ty = cursor.nest(parse_form)?;
    match ty {
        EntryType::Opaque(opaque) if cursor.is_word("as") => {
            cursor.advance()?;
            let name = parse_word(cursor)?;
            Ok(EntryType::Opaque(Arc::new(OpaqueType { name, form: opaque.form.clone() })))
        }
        ty => Ok(ty),
    }
}

fn parse_form(cursor: &mut Cursor) -> Parsed<EntryType> {
    let mut rank = 0;
    while cursor.eat("[")? {
        cursor.expect("]")?;
        rank += 1;
    }
    Ok(match parse_atom(cursor)? {
        EntryType::Flat(flat) => EntryType::flat(flat.elem, flat.rank + rank),
        opaque if rank == 0 => opaque,
        opaque => EntryType::spelt(OpaqueForm::Array(opaque, rank)),
    })
}

fn parse_atom(cursor: &mut Cursor) -> Parsed<EntryType> {
    if cursor.eat("{")? {
        let fields = cursor.list("}", |cursor| {
            let name = if let Token::Number(_) = cursor.peek() { cursor.number()? } else { parse_word(cursor)? };
            cursor.expect(":")?;
            Ok((Symbol::new(&name), parse_type(cursor)?))
        })?;
        return Ok(EntryType::spelt(OpaqueForm::Record(fields)));
    }
    if cursor.eat("(")? {
        return if cursor.is("#") { parse_sum(cursor) } else { parse_parentheses(cursor) };
    }
    if cursor.eat("@")? {
        return Ok(EntryType::spelt(OpaqueForm::Data(parse_number(cursor)?)));
    }
    if cursor.is_word("tree") {
        cursor.advance()?;
        return parse_tree(cursor);
    }
    let place = cursor.expected("a type");
    let elem = ScalarType::from_name(&cursor.word()?).ok_or(place)?;
    Ok(EntryType::flat(elem, 0))
}

fn parse_number(cursor: &mut Cursor) -> Parsed<usize> {
    let place = cursor.expected("a number");
    cursor.number()?.parse().map_err(|_| place)
}

fn parse_tree(cursor: &mut Cursor) -> Parsed<EntryType> {
    cursor.expect("(")?;
    let datas = cursor.list(")", |cursor| {
        let number = parse_number(cursor)?;
        cursor.expect("=")?;
        cursor.expect("(")?;
        Ok(DataType { number, constructors: parse_constructors(cursor)? })
    })?;
    let root = cursor.nest(parse_form)?;
    Ok(EntryType::spelt(OpaqueForm::Tree(Box::new(TreeType { datas, root }))))
}

fn parse_sum(cursor: &mut Cursor) -> Parsed<EntryType> {
    Ok(EntryType::spelt(OpaqueForm::Sum(parse_constructors(cursor)?)))
}

/// Parses constructors up to the closing bracket, which it consumes.
fn parse_constructors(cursor: &mut Cursor) -> Parsed<Vec<(Symbol, Vec<EntryType>)>> {
    let mut constructors = Vec::new();
    loop {
        cursor.expect("#")?;
        let name = Symbol::new(&parse_word(cursor)?);
        let mut payloads = Vec::new();
        while !cursor.is("|") && !cursor.is(")") {
            payloads.push(cursor.nest(parse_form)?);
        }
        constructors.push((name, payloads));
        if !cursor.eat("|")? {
            cursor.expect(")")?;
            return Ok(constructors);
        }
    }
}

/// Parses a tuple type, or one type in parentheses.
fn parse_parentheses(cursor: &mut Cursor) -> Parsed<EntryType> {
    let mut components = cursor.list(")", parse_type)?;
    match components.pop() {
        Some(only) if components.is_empty() => Ok(only),
        last => {
            components.extend(last);
            let numbered = |(at, ty): (usize, EntryType)| (Symbol::new(&at.to_string()), ty);
            Ok(EntryType::spelt(OpaqueForm::Record(components.into_iter().enumerate().map(numbered).collect())))
        }
    }
}
