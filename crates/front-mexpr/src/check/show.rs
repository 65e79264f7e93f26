//! Printing of types in MExpr's syntax.

use super::Datas;
use super::tree::{Definition, Program};
use super::types::{ParamNumber, Row, Type, VariableNumber, component_number};
use super::unify::Unifier;
use crate::lexer::{Kind, lex};
use base::{FileId, Symbol};
use value::ScalarType;

/// The types of numbers. A program may declare other types with these names, except for `Int` and `Float`.
pub const NUMBERS: [(&str, ScalarType); 12] = [
    ("Int", ScalarType::I64),
    ("Float", ScalarType::F64),
    ("Int8", ScalarType::I8),
    ("Int16", ScalarType::I16),
    ("Int32", ScalarType::I32),
    ("Int64", ScalarType::I64),
    ("Word8", ScalarType::U8),
    ("Word16", ScalarType::U16),
    ("Word32", ScalarType::U32),
    ("Word64", ScalarType::U64),
    ("Float32", ScalarType::F32),
    ("Float64", ScalarType::F64),
];

/// Largest number of nodes of a type that are printed. The others become `..`.
const MAX_SHOWN: usize = 60;

/// Printer of types that gives each unknown type and each parameter without a name the same letter throughout a message.
#[derive(Default)]
pub struct Shower {
    unknown: Vec<VariableNumber>,
    params: Vec<ParamNumber>,
}

impl Program {
    /// Returns a type in MExpr's syntax.
    pub fn show(&self, ty: &Type) -> String {
        Shower::default().show(&self.unifier, &self.datas, ty)
    }

    /// Returns the type of a definition in MExpr's syntax.
    pub fn type_of(&self, definition: &Definition) -> String {
        let mut shower = Shower::default();
        let mut params = String::new();
        for param in &definition.params {
            params += &format!("all {}. ", shower.show(&self.unifier, &self.datas, &Type::Param(*param)));
        }
        params + &shower.show(&self.unifier, &self.datas, &definition.variable.ty)
    }
}

/// How tightly a part of a type is bound.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Tight {
    Loose,
    Param,
    Argument,
}

impl Shower {
    pub fn show(&mut self, unifier: &Unifier, datas: &Datas, ty: &Type) -> String {
        self.part(unifier, datas, ty, &mut MAX_SHOWN.clone(), Tight::Loose)
    }

    fn part(&mut self, unifier: &Unifier, datas: &Datas, ty: &Type, left: &mut usize, tight: Tight) -> String {
        if *left == 0 {
            return "..".to_owned();
        }
        *left -= 1;
        let mut part = |shower: &mut Self, ty: &Type, tight| shower.part(unifier, datas, ty, left, tight);
        match unifier.number_or_head(ty) {
            Type::Number(scalar) => number(scalar),
            Type::Bool => "Bool".to_owned(),
            Type::Char => "Char".to_owned(),
            Type::Symbol => "Symbol".to_owned(),
            Type::Seq(element) if unifier.head(&element) == Type::Char => "String".to_owned(),
            Type::Seq(element) => format!("[{}]", part(self, &element, Tight::Loose)),
            Type::Tensor(element) => format!("Tensor[{}]", part(self, &element, Tight::Loose)),
            Type::Ref(content) => applied("Ref", &[part(self, &content, Tight::Argument)], tight),
            Type::Record(fields, row) => {
                let is_tuple = fields.iter().enumerate().all(|(at, (label, _))| component_number(*label) == Some(at));
                let mut shown: Vec<String> = Vec::new();
                for (label, ty) in fields.iter() {
                    let ty = part(self, ty, Tight::Loose);
                    shown.push(if is_tuple { ty } else { format!("{} : {ty}", shown_label(*label)) });
                }
                let one = if is_tuple && row == Row::Closed && shown.len() == 1 { "," } else { "" };
                shown.extend((row != Row::Closed).then(|| "..".to_owned()));
                let shown = shown.join(", ");
                if is_tuple { format!("({shown}{one})") } else { format!("{{{shown}}}") }
            }
            Type::Data(data, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|ty| part(self, ty, Tight::Argument)).collect();
                applied(datas.get(data).name.as_str(), &arguments, tight)
            }
            Type::Function(param, result) => {
                let (param, result) = (part(self, &param, Tight::Param), part(self, &result, Tight::Loose));
                if tight > Tight::Loose { format!("({param} -> {result})") } else { format!("{param} -> {result}") }
            }
            Type::All(poly, ..) => {
                let params: Vec<String> = poly
                    .params
                    .iter()
                    .map(|param| format!("all {}. ", part(self, &Type::Param(*param), tight)))
                    .collect();
                let shown = format!("{}{}", params.concat(), part(self, &poly.ty, Tight::Loose));
                if tight > Tight::Loose { format!("({shown})") } else { shown }
            }
            Type::Variable(number) => format!("?{}", place(&mut self.unknown, number)),
            Type::Param(param) if unifier.param_kind(param).default().is_some() => {
                let default = unifier.param_kind(param).default();
                default.map_or(String::new(), |ty| part(self, &ty, tight))
            }
            Type::Param(number) => match unifier.param_name(number) {
                Some(name) => name.to_string(),
                None => letter(place(&mut self.params, number) - 1),
            },
            Type::Error => "?".to_owned(),
        }
    }
}

/// Returns the name of a type of numbers.
pub fn number(scalar: ScalarType) -> String {
    let named = NUMBERS.iter().find(|(_, other)| *other == scalar);
    named.map_or(String::new(), |(name, _)| (*name).to_owned())
}

/// Returns a label as programs write it.
pub(crate) fn shown_label(label: Symbol) -> String {
    let text = label.as_str();
    let lexed = lex(FileId(0), text);
    match lexed.tokens.first() {
        Some(token) if token.kind == Kind::Name && lexed.spelling(*token) == text => text.to_owned(),
        _ => format!("#label\"{}\"", text.escape_debug()),
    }
}

fn applied(name: &str, arguments: &[String], tight: Tight) -> String {
    match arguments {
        [] => name.to_owned(),
        _ if tight == Tight::Argument => format!("({name} {})", arguments.join(" ")),
        _ => format!("{name} {}", arguments.join(" ")),
    }
}

/// Returns the place of an item in the list, from 1. It is added if it is new.
fn place<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    let at = list.iter().position(|known| *known == item);
    at.map_or_else(
        || {
            list.push(item);
            list.len()
        },
        |at| at + 1,
    )
}

fn letter(at: usize) -> String {
    let letter = (b'a' + (at % 26) as u8) as char;
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}
