//! Evaluates the scripts that test blocks give as inputs (`value::script`). Entry points run in the evaluator of CORE,
//! whatever the target under test.

use crate::test::values;
use base::Stop;
use driver::Module;
use driver::module::Signature;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use value::entry::{EntryType, OpaqueForm, element, split, stack_elements};
use value::script::{Form, Number, Pattern, Script, parse};
use value::test_block::MAX_RANDOM_BYTES;
use value::{ReadError, Storage, Value};

/// The program that a script refers to.
pub struct Scope {
    pub core: Arc<Module>,
    pub signatures: Vec<Signature>,
    /// Folder to which paths of data files are relative.
    pub folder: PathBuf,
}

/// An error of a script, with its byte offset.
pub struct Problem {
    pub offset: usize,
    pub cause: Cause,
}

pub enum Cause {
    /// The script is wrong.
    Message(String),
    /// The evaluation of an entry point stopped.
    Stop(Stop),
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        Problem { offset: error.offset, cause: Cause::Message(error.message) }
    }
}

type Evaluated<T> = Result<T, Problem>;

fn problem<T>(offset: usize, message: impl Into<String>) -> Evaluated<T> {
    Err(Problem { offset, cause: Cause::Message(message.into()) })
}

/// Returns the leaves of an entry point's arguments: the script's value is that of the only parameter, or a tuple of
/// the values of all.
pub fn arguments(text: &str, scope: &Scope, signature: &Signature) -> Evaluated<Vec<Value>> {
    let script = parse(text)?;
    let item = Evaluation { scope, variables: Vec::new() }.eval(&script)?;
    let params: Vec<&EntryType> = signature.params.iter().map(|param| &param.ty).collect();
    let items = match params.as_slice() {
        [_] => vec![item],
        _ => {
            let (found, wanted) = (describe(&item), params.len());
            let items = components(item).filter(|items| items.len() == wanted);
            let name = &signature.name;
            let message = || format!("`{name}` takes {}, but the script gives {found}", counted(wanted));
            items.map_or_else(|| problem(script.offset, message()), Ok)?
        }
    };
    let mut leaves = Vec::new();
    for (item, param) in items.into_iter().zip(&signature.params) {
        let fitted = fit(item, &param.ty);
        leaves.extend(fitted.or_else(|wrong| problem(script.offset, argument_error(signature, &param.name, &wrong)))?);
    }
    Ok(leaves)
}

fn counted(arguments: usize) -> String {
    if arguments == 1 { "1 argument".to_owned() } else { format!("{arguments} arguments") }
}

fn argument_error(signature: &Signature, param: &str, wrong: &str) -> String {
    format!("the argument `{param}` of `{}` is wrong: {wrong}", signature.name)
}

/// The value of an expression. The type of a number, array or record may be unknown until it is used.
#[derive(Clone)]
enum Item {
    Typed(EntryType, Vec<Value>),
    Number(Number),
    Tuple(Vec<Item>),
    Record(Vec<(String, Item)>),
    Array(Vec<Item>),
    /// An entry point, by its number, applied to fewer arguments than it has parameters.
    Function(usize, Vec<Item>),
}

/// The state of an evaluation: its scope, and the values of the script's variables.
struct Evaluation<'a> {
    scope: &'a Scope,
    variables: Vec<(String, Item)>,
}

impl Evaluation<'_> {
    /// Evaluates an expression of a script.
    fn eval(&mut self, script: &Script) -> Evaluated<Item> {
        let offset = script.offset;
        match &script.form {
            Form::Name(name) => self.name(name, offset),
            Form::Builtin(name) => problem(offset, format!("`${name}` needs the name of a file in quotes")),
            Form::Number(number) => Ok(Item::Number(number.clone())),
            Form::Constant(value) => Ok(flat(value.clone())),
            Form::Apply(function, arguments) => self.apply(function, arguments),
            Form::Let(pattern, value, body) => {
                let (value, count) = (self.eval(value)?, self.variables.len());
                self.bind(pattern, value, offset)?;
                let result = self.eval(body);
                self.variables.truncate(count);
                result
            }
            Form::Tuple(items) => Ok(Item::Tuple(self.all(items)?)),
            Form::Array(items) => Ok(Item::Array(self.all(items)?)),
            Form::Record(fields) => {
                let field = |(name, value): &(String, Script)| Ok((name.clone(), self.eval(value)?));
                Ok(Item::Record(fields.iter().map(field).collect::<Evaluated<_>>()?))
            }
            Form::Project(of, field) => {
                let of = self.eval(of)?;
                let message = format!("there is no field `{field}` in {}", describe(&of));
                project(of, field).map_or_else(|| problem(offset, message), Ok)
            }
            Form::Index(of, positions) => {
                let mut item = self.eval(of)?;
                for position in positions {
                    let at = self.eval(position)?;
                    item = index(item, &at).or_else(|message| problem(position.offset, message))?;
                }
                Ok(item)
            }
        }
    }

    fn all(&mut self, scripts: &[Script]) -> Evaluated<Vec<Item>> {
        scripts.iter().map(|script| self.eval(script)).collect()
    }

    fn name(&self, name: &str, offset: usize) -> Evaluated<Item> {
        if let Some((_, item)) = self.variables.iter().rev().find(|(variable, _)| variable == name) {
            return Ok(item.clone());
        }
        let at = self.scope.signatures.iter().position(|signature| signature.name == name);
        match at {
            Some(at) => self.call(at, Vec::new(), offset),
            None => problem(offset, format!("there is no entry point and no variable `{name}`")),
        }
    }

    /// Binds the variables of a pattern to the parts of a value.
    fn bind(&mut self, pattern: &Pattern, item: Item, offset: usize) -> Evaluated<()> {
        match pattern {
            Pattern::Any => Ok(()),
            Pattern::Name(name) => {
                self.variables.push((name.clone(), item));
                Ok(())
            }
            Pattern::Tuple(patterns) => {
                let message = format!("the pattern has {} parts, but its value is {}", patterns.len(), describe(&item));
                let items = components(item).filter(|items| items.len() == patterns.len());
                let items = items.map_or_else(|| problem(offset, message), Ok)?;
                patterns.iter().zip(items).try_for_each(|(pattern, item)| self.bind(pattern, item, offset))
            }
        }
    }

    /// Applies a built-in function or an entry point to arguments.
    fn apply(&mut self, function: &Script, arguments: &[Script]) -> Evaluated<Item> {
        if let Form::Builtin(name) = &function.form {
            let arguments = self.all(arguments)?;
            return builtin(name, &arguments, &self.scope.folder).or_else(|message| problem(function.offset, message));
        }
        let (at, mut items) = match self.eval(function)? {
            Item::Function(at, items) => (at, items),
            other => return problem(function.offset, format!("expected a function, found {}", describe(&other))),
        };
        items.extend(self.all(arguments)?);
        self.call(at, items, function.offset)
    }

    /// Calls an entry point if all of its arguments are present; else returns a `Function`.
    fn call(&self, at: usize, mut items: Vec<Item>, offset: usize) -> Evaluated<Item> {
        let Some(signature) = self.scope.signatures.get(at) else { return problem(offset, "there is no such entry") };
        let (name, wanted) = (&signature.name, signature.params.len());
        if wanted > 1 && items.len() == 1 {
            items = match items.pop().map(|item| (size_of_tuple(&item), item)) {
                Some((Some(size), item)) if size == wanted => components(item).unwrap_or_default(),
                Some((_, item)) => vec![item],
                None => Vec::new(),
            };
        }
        if items.len() > wanted {
            let given = items.len();
            return problem(offset, format!("`{name}` takes {}, but is given {given}", counted(wanted)));
        }
        if items.len() < wanted {
            return Ok(Item::Function(at, items));
        }
        let mut leaves = Vec::new();
        for (item, param) in items.into_iter().zip(&signature.params) {
            let fitted = fit(item, &param.ty);
            leaves.extend(fitted.or_else(|wrong| problem(offset, argument_error(signature, &param.name, &wrong)))?);
        }
        let result = self.scope.core.eval(name, leaves);
        let leaves = result.map_err(|stop| Problem { offset, cause: Cause::Stop(stop) })?;
        Ok(Item::Typed(signature.result.ty.clone(), leaves))
    }
}

fn flat(value: Value) -> Item {
    Item::Typed(EntryType::flat(value.elem(), value.shape().len()), vec![value])
}

/// Calls `$loaddata` or `$loadbytes`, the built-in functions that read files.
fn builtin(name: &str, arguments: &[Item], folder: &Path) -> Result<Item, String> {
    if !matches!(name, "loaddata" | "loadbytes") {
        return Err(format!("there is no built-in function `${name}`, only `$loaddata` and `$loadbytes`"));
    }
    let file = match arguments {
        [Item::Typed(_, leaves)] => text_of(leaves),
        _ => None,
    };
    let path = folder.join(file.ok_or_else(|| format!("`${name}` needs the name of a file in quotes"))?);
    if name == "loadbytes" {
        let bytes = values::bytes(&path)?;
        let item = value::ArrayValue::new(vec![bytes.len()], Storage::U8(bytes)).map(|array| flat(Value::Array(array)));
        return item.ok_or_else(|| format!("{} has more than {MAX_RANDOM_BYTES} bytes", path.display()));
    }
    let mut items: Vec<Item> = values::all_from_file(&path)?.into_iter().map(flat).collect();
    match items.pop() {
        Some(item) if items.is_empty() => Ok(item),
        last => {
            items.extend(last);
            Ok(Item::Tuple(items))
        }
    }
}

/// Returns the text that an array of bytes represents; `None` for other values.
fn text_of(leaves: &[Value]) -> Option<String> {
    let [Value::Array(array)] = leaves else { return None };
    let Storage::U8(bytes) = array.data() else { return None };
    String::from_utf8(bytes.clone()).ok()
}

fn size_of_tuple(item: &Item) -> Option<usize> {
    match item {
        Item::Tuple(items) => Some(items.len()),
        Item::Typed(ty, _) => ty.components().map(|components| components.len()),
        Item::Number(_) | Item::Record(_) | Item::Array(_) | Item::Function(..) => None,
    }
}

/// Returns the components if the item is a tuple.
fn components(item: Item) -> Option<Vec<Item>> {
    match item {
        Item::Tuple(items) => Some(items),
        Item::Typed(ty, leaves) => {
            let types = ty.components()?;
            let parts = types.iter().zip(split(&types, &leaves));
            Some(parts.map(|(ty, leaves)| Item::Typed(EntryType::clone(ty), leaves.to_vec())).collect())
        }
        Item::Number(_) | Item::Record(_) | Item::Array(_) | Item::Function(..) => None,
    }
}

/// Returns a field of a record or a component of a tuple.
fn project(item: Item, field: &str) -> Option<Item> {
    match item {
        Item::Tuple(items) => items.into_iter().nth(field.parse().ok()?),
        Item::Record(fields) => fields.into_iter().find(|(name, _)| name == field).map(|(_, item)| item),
        Item::Typed(EntryType::Opaque(opaque), leaves) => {
            let OpaqueForm::Record(fields) = &opaque.form else { return None };
            let types: Vec<&EntryType> = fields.iter().map(|(_, ty)| ty).collect();
            let mut parts = fields.iter().zip(split(&types, &leaves));
            let ((_, ty), leaves) = parts.find(|((name, _), _)| name.as_str() == field)?;
            Some(Item::Typed(ty.clone(), leaves.to_vec()))
        }
        Item::Typed(EntryType::Flat(_), _) | Item::Number(_) | Item::Array(_) | Item::Function(..) => None,
    }
}

/// Returns a row of an array.
fn index(item: Item, at: &Item) -> Result<Item, String> {
    let scalar = match at {
        Item::Number(number) => Some(number.scalar),
        Item::Typed(_, leaves) => match leaves.as_slice() {
            [Value::Scalar(scalar)] => Some(*scalar),
            _ => None,
        },
        Item::Tuple(_) | Item::Record(_) | Item::Array(_) | Item::Function(..) => None,
    };
    let at = scalar
        .and_then(|scalar| scalar.as_i128())
        .ok_or_else(|| format!("an index is an integer, not {}", describe(at)))?;
    let no_array = format!("only arrays have an index, and this is {}", describe(&item));
    let (length, row_type) = match &item {
        Item::Array(items) => (items.len(), None),
        Item::Typed(ty, leaves) => {
            let row = row_type(ty).ok_or(no_array)?;
            (leaves.first().and_then(|leaf| leaf.shape().first().copied()).unwrap_or(0), Some(row))
        }
        Item::Number(_) | Item::Tuple(_) | Item::Record(_) | Item::Function(..) => return Err(no_array),
    };
    let outside = || format!("the index {at} is out of bounds of an array of length {length}");
    let at = usize::try_from(at).ok().filter(|at| *at < length).ok_or_else(outside)?;
    match (item, row_type) {
        (Item::Array(items), _) => items.into_iter().nth(at).ok_or_else(outside),
        (Item::Typed(_, leaves), Some(row)) => {
            let row_leaves: Option<Vec<Value>> = leaves.iter().map(|leaf| element(leaf, 1, at)).collect();
            row_leaves.map(|leaves| Item::Typed(row, leaves)).ok_or_else(outside)
        }
        _ => Err(outside()),
    }
}

/// Returns the type of an array's rows.
fn row_type(ty: &EntryType) -> Option<EntryType> {
    match ty {
        EntryType::Flat(flat) => Some(EntryType::flat(flat.elem, flat.rank.checked_sub(1)?)),
        EntryType::Opaque(opaque) => match &opaque.form {
            OpaqueForm::Array(elem, 1) => Some(elem.clone()),
            OpaqueForm::Array(elem, rank) => Some(EntryType::spelt(OpaqueForm::Array(elem.clone(), rank - 1))),
            OpaqueForm::Record(_) | OpaqueForm::Sum(_) | OpaqueForm::Tree(_) | OpaqueForm::Data(_) => None,
        },
    }
}

/// Converts an item to a value of the type, and returns its leaves.
fn fit(item: Item, ty: &EntryType) -> Result<Vec<Value>, String> {
    let wrong = format!("expected {}, but this is {}", ty.name(), describe(&item));
    match item {
        Item::Typed(found, leaves) => {
            if is_same(&found, ty) {
                Ok(leaves)
            } else {
                Err(wrong)
            }
        }
        Item::Number(number) => match ty {
            EntryType::Flat(flat) if flat.rank == 0 => {
                number.of_type(flat.elem).map(|scalar| vec![Value::Scalar(scalar)]).ok_or(wrong)
            }
            EntryType::Flat(_) | EntryType::Opaque(_) => Err(wrong),
        },
        Item::Tuple(items) => {
            let types = ty.components().filter(|types| types.len() == items.len()).ok_or(wrong)?;
            fit_all(items, &types)
        }
        Item::Record(mut items) => {
            let EntryType::Opaque(opaque) = ty else { return Err(wrong) };
            let OpaqueForm::Record(fields) = &opaque.form else { return Err(wrong) };
            if fields.len() != items.len() {
                return Err(wrong);
            }
            let mut leaves = Vec::new();
            for (field, ty) in fields {
                let at = items.iter().position(|(name, _)| name == field.as_str()).ok_or_else(|| wrong.clone())?;
                leaves.extend(fit(items.swap_remove(at).1, ty)?);
            }
            Ok(leaves)
        }
        Item::Array(items) => {
            let row = row_type(ty).ok_or(wrong)?;
            fit_array(items, &row)
        }
        Item::Function(..) => Err(wrong),
    }
}

fn fit_all(items: Vec<Item>, types: &[&EntryType]) -> Result<Vec<Value>, String> {
    let mut leaves = Vec::new();
    for (item, ty) in items.into_iter().zip(types) {
        leaves.extend(fit(item, ty)?);
    }
    Ok(leaves)
}

fn fit_array(items: Vec<Item>, row: &EntryType) -> Result<Vec<Value>, String> {
    let count = items.len();
    let rows = items.into_iter().map(|item| fit(item, row)).collect::<Result<Vec<_>, _>>()?;
    stack_elements(row, &[count], &rows).map_err(|_| "the rows of an array have different shapes".to_owned())
}

/// Whether values of the types have the same form. The names of the types do not matter.
fn is_same(a: &EntryType, b: &EntryType) -> bool {
    let (a, b) = match (a, b) {
        (EntryType::Flat(a), EntryType::Flat(b)) => return a == b,
        (EntryType::Opaque(a), EntryType::Opaque(b)) => (a, b),
        (EntryType::Flat(_), EntryType::Opaque(_)) | (EntryType::Opaque(_), EntryType::Flat(_)) => return false,
    };
    match (&a.form, &b.form) {
        (OpaqueForm::Record(a), OpaqueForm::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((name, a), (other, b))| name == other && is_same(a, b))
        }
        (OpaqueForm::Sum(a), OpaqueForm::Sum(b)) => {
            let all =
                |a: &[EntryType], b: &[EntryType]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b));
            a.len() == b.len() && a.iter().zip(b).all(|((name, a), (other, b))| name == other && all(a, b))
        }
        (OpaqueForm::Array(a, rank), OpaqueForm::Array(b, other)) => rank == other && is_same(a, b),
        (OpaqueForm::Tree(a), OpaqueForm::Tree(b)) => a == b,
        (
            OpaqueForm::Record(_)
            | OpaqueForm::Sum(_)
            | OpaqueForm::Array(..)
            | OpaqueForm::Tree(_)
            | OpaqueForm::Data(_),
            _,
        ) => false,
    }
}

/// Describes an item for messages.
fn describe(item: &Item) -> String {
    match item {
        Item::Typed(ty, _) => ty.name(),
        Item::Number(number) => Value::Scalar(number.scalar).to_string(),
        Item::Tuple(items) => format!("({})", items.iter().map(describe).collect::<Vec<_>>().join(", ")),
        Item::Record(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, item)| format!("{name} = {}", describe(item))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Item::Array(items) => match items.first() {
            None => "an array without elements".to_owned(),
            Some(first) => format!("an array of {}", describe(first)),
        },
        Item::Function(..) => "an entry point that lacks arguments".to_owned(),
    }
}
