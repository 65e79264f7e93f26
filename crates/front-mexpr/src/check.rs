//! The checker. It resolves names, infers types, and returns a tree in which every expression has its type.
//!
//! ```text
//! let id = lam x. x               id : a -> a, for every a
//! let f = lam r. addi r.x 1       f : {x : Int, ..} -> Int, for records of one shape
//! ```
//!
//! Types are inferred by the algorithm of Hindley and Milner. A definition generalises its type if its value is a
//! function, a variable, a literal, or a constructor or record of such values. Within a definition, nothing is
//! known of the types for which the variables of its annotation stand.

mod annotations;
mod declarations;
mod expressions;
pub(crate) mod messages;
mod patterns;
mod scope;
pub(crate) mod show;
pub mod tree;
pub mod types;
pub mod unify;

use crate::ast::{self, File, Literal};
use crate::library::{self, BUILTINS, EXTERNALS};
use base::{Diagnostic, Error, FileId, SourceMap, Span, Symbol};
use rustc_hash::FxHashMap;
use scope::Scope;
use show::NUMBERS;
use std::rc::Rc;
use syntax::errors::{MAX_ERRORS, cut_off};
use syntax::files::Program;
use tree::{ConNumber, VariableId};
use types::{DataNumber, ParamNumber, Scheme, Type};
use unify::Unifier;

/// The data types of a program, and their constructors.
#[derive(Default)]
pub struct Datas {
    datas: Vec<Data>,
    cons: Vec<Con>,
}

/// A data type. Any part of the program may add constructors.
pub struct Data {
    pub name: Symbol,
    /// Number of type arguments.
    pub arity: usize,
    pub cons: Vec<ConNumber>,
    pub span: Span,
}

/// A constructor.
pub struct Con {
    pub name: Symbol,
    pub data: DataNumber,
    /// Type parameters. Each is an argument of the data type.
    pub params: Vec<ParamNumber>,
    /// The arguments of the data type, for the values that the constructor makes.
    pub arguments: Rc<[Type]>,
    pub payload: Type,
    pub span: Span,
}

impl Con {
    /// Returns the type in place of a parameter, if the data type has these arguments.
    pub fn chosen<T: Clone>(&self, param: ParamNumber, arguments: &[T]) -> Option<T> {
        let at = self.arguments.iter().position(|ty| *ty == Type::Param(param))?;
        arguments.get(at).cloned()
    }
}

impl Datas {
    pub fn all(&self) -> &[Data] {
        &self.datas
    }

    pub fn get(&self, number: DataNumber) -> &Data {
        &self.datas[number.0 as usize]
    }

    pub fn con(&self, number: ConNumber) -> &Con {
        &self.cons[number.0 as usize]
    }
}

/// Meaning of a variable in scope.
struct Bound {
    id: VariableId,
    scheme: Scheme,
}

/// Meaning of the name of a type.
#[derive(Clone)]
enum Named {
    Data(DataNumber),
    /// Another name for a type, with its parameters.
    Alias(Vec<ParamNumber>, Type),
    /// A type of the language without arguments.
    Own(Type),
    Ref,
    /// A type that is inferred.
    Unknown,
}

#[derive(Default)]
struct Checker {
    unifier: Unifier,
    datas: Datas,
    values: Scope<Bound>,
    /// Files of the library that the program includes.
    included: Vec<String>,
    /// What programs may declare as `external`, once the built-in functions are known.
    natives: Option<FxHashMap<Symbol, Scheme>>,
    /// Constructors; `None` for those whose declarations have errors.
    cons: Scope<Option<ConNumber>>,
    types: Scope<Named>,
    /// Type variables of the annotations around the code that is being checked.
    letters: Scope<Type>,
    /// Numbers of the program whose types are not settled, with their values and places.
    literals: Vec<(Type, Literal, Span)>,
    variables: u32,
    /// Number of definitions around the code that is being checked.
    level: u32,
    diagnostics: Vec<Diagnostic>,
}

/// Checks a program in files. The built-in functions are added to the source map.
///
/// # Errors
/// The user's errors, in the order of the text.
pub fn check(sources: &mut SourceMap, program: &Program<File>) -> Result<tree::Program, Error> {
    let mut checker = Checker::default();
    checker.own_types();
    let paths = program.files.iter().filter_map(|(file, _)| library::within(&sources.file(*file).name));
    checker.included = paths.map(str::to_owned).collect();
    let file = sources.add("builtins.mc", BUILTINS);
    let (builtins, _) = crate::parse(file, BUILTINS);
    let (mut declared, mut tops) = (Vec::new(), Vec::new());
    checker.file(&builtins, false, &mut declared);
    let file = sources.add("externals.mc", EXTERNALS);
    let (externals, _) = crate::parse(file, EXTERNALS);
    checker.natives = Some(checker.inside(|checker| {
        checker.file(&externals, false, &mut Vec::new());
        let schemes = checker.values.names().into_iter();
        schemes.filter_map(|name| Some((name, checker.values.get(name)?.scheme.clone()))).collect()
    }));
    let main = program.files.last().map(|(file, _)| *file);
    for (file, tree) in &program.files {
        checker.file(tree, Some(*file) == main, &mut tops);
    }
    let body = program.files.last().and_then(|(_, tree)| tree.body.as_ref());
    let nothing = ast::Exp { kind: ast::ExpKind::Tuple(Vec::new()), span: Span::NOWHERE };
    let body = checker.exp(body.unwrap_or(&nothing));
    checker.settle();
    let Checker { unifier, datas, mut diagnostics, .. } = checker;
    if diagnostics.is_empty() {
        let external = |decl| if let tree::Decl::External(variable) = decl { Some(variable) } else { None };
        let builtins = declared.into_iter().filter_map(external).collect();
        let name = main.map_or("", |main| sources.file(main).name.as_str());
        let name = name.rsplit('/').next().unwrap_or_default().trim_end_matches(".mc").to_owned();
        let library = program.files.iter().map(|(file, _)| *file).filter(|file| library::has(sources, *file)).collect();
        return Ok(tree::Program { name, datas, builtins, tops, body, library, unifier });
    }
    diagnostics.sort_by_key(place);
    cut_off(&mut diagnostics, MAX_ERRORS);
    Err(Error::User(diagnostics))
}

/// Returns where an error is, for the order of messages.
fn place(diagnostic: &Diagnostic) -> (Option<FileId>, u32) {
    diagnostic.labels.first().map_or((None, 0), |label| (label.span.file(), label.span.start))
}

impl Checker {
    fn own_types(&mut self) {
        for (name, scalar) in NUMBERS {
            let ty = Type::Number(scalar);
            let meaning = if matches!(name, "Int" | "Float") { Named::Own(ty) } else { Named::Alias(Vec::new(), ty) };
            self.types.bind(Symbol::new(name), meaning);
        }
        let own = [("Bool", Type::Bool), ("Char", Type::Char), ("String", Type::string()), ("Symbol", Type::Symbol)];
        own.into_iter().for_each(|(name, ty)| self.types.bind(Symbol::new(name), Named::Own(ty)));
        self.types.bind(Symbol::new("Ref"), Named::Ref);
        self.types.bind(Symbol::new("Unknown"), Named::Unknown);
    }

    /// Checks the declarations of a file. Only the tests of the main file count.
    fn file(&mut self, file: &File, is_main: bool, tops: &mut Vec<tree::Decl>) {
        for top in &file.tops {
            if is_main || !matches!(top.decl, ast::Decl::Utest(_)) {
                tops.extend(self.decl(&top.decl, top.span));
                self.settle();
            }
        }
    }

    /// Settles the widths of numbers, and reports literals that do not fit.
    fn settle(&mut self) {
        self.unifier.settle();
        for (ty, literal, span) in std::mem::take(&mut self.literals) {
            if let Type::Number(scalar) = self.unifier.head(&ty)
                && literal.scalar(scalar).is_none()
            {
                self.does_not_fit(&literal, scalar, span);
            }
        }
    }

    /// Runs a part of the check whose names are not in scope afterwards.
    fn inside<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let marks = (self.values.mark(), self.cons.mark(), self.types.mark(), self.letters.mark());
        let result = part(self);
        self.values.back_to(marks.0);
        self.cons.back_to(marks.1);
        self.types.back_to(marks.2);
        self.letters.back_to(marks.3);
        result
    }

    /// Runs a part of the check that is inside of a definition.
    fn in_definition<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        self.level += 1;
        let result = part(self);
        self.level -= 1;
        result
    }

    fn fresh(&mut self) -> Type {
        self.unifier.fresh(self.level)
    }

    /// Creates a variable and binds its name.
    fn bind(&mut self, name: Symbol, scheme: Scheme) -> VariableId {
        let id = self.new_variable();
        self.values.bind(name, Bound { id, scheme });
        id
    }

    fn new_variable(&mut self) -> VariableId {
        self.variables += 1;
        VariableId(self.variables - 1)
    }
}
