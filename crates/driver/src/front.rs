//! The front ends: source file to CORE, with the language chosen by the file's extension.

use crate::module::Module;
use base::{Diagnostic, Error, FileId, SourceMap, Symbol};
use core_ir::def::Type;
use front_mexpr::Inlined;
/// The options of MExpr; the other languages have none.
pub use front_mexpr::{Options, Root};
pub use syntax::files::{Reader, no_other_files};
use value::property::PropertyEntry;

/// The source languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    Futhark,
    Nova,
    MExpr,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::Futhark, Language::Nova, Language::MExpr];

    pub fn name(self) -> &'static str {
        match self {
            Language::Futhark => "Futhark",
            Language::Nova => "NOVA",
            Language::MExpr => "MExpr",
        }
    }

    /// Returns the extension of the language's files.
    pub fn extension(self) -> &'static str {
        match self {
            Language::Futhark => "fut",
            Language::Nova => "nova",
            Language::MExpr => "mc",
        }
    }

    /// Returns the extensions of source files for messages: `.fut, .nova or .mc`.
    pub fn extensions() -> String {
        let extensions = Language::ALL.map(|language| format!(".{}", language.extension())).join(", ");
        extensions.rsplit_once(", ").map_or(extensions.clone(), |(first, last)| format!("{first} or {last}"))
    }

    pub fn from_extension(extension: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.extension() == extension)
    }
}

/// A checked program in CORE, its warnings, and the entry points that can be tested as properties.
pub struct Front {
    pub module: Module,
    pub warnings: Vec<Diagnostic>,
    pub properties: Vec<PropertyEntry>,
}

/// Parses and checks a file of the source map, with the default options.
pub fn compile_source(
    language: Language,
    sources: &mut SourceMap,
    file: FileId,
    read: &mut Reader,
) -> Result<Front, Error> {
    compile_source_with(language, sources, file, &Options::default(), read)
}

/// Parses and checks a file of the source map. Its imports, which `read` finds, and the language's prelude are added to
/// the map.
pub fn compile_source_with(
    language: Language,
    sources: &mut SourceMap,
    file: FileId,
    options: &Options,
    read: &mut Reader,
) -> Result<Front, Error> {
    match language {
        Language::Futhark => {
            let checked = front_futhark::compile(sources, file, read)?;
            let module = Module::Core(checked.program);
            Ok(Front { module, warnings: checked.warnings, properties: checked.properties })
        }
        Language::Nova => {
            let module = Module::Core(front_nova::compile(sources, file)?);
            Ok(Front { module, warnings: Vec::new(), properties: Vec::new() })
        }
        Language::MExpr => {
            let program = front_mexpr::compile(sources, file, options, read, &inline_futhark)?;
            core_ir::outline::check(&program)?;
            let module = Module::Core(program);
            Ok(Front { module, warnings: Vec::new(), properties: Vec::new() })
        }
    }
}

/// Checks an expression of Futhark in a program of another language, as the body of a definition.
fn inline_futhark(text: &str, params: &[Type], result: &Type) -> Option<Inlined> {
    let mut head = "def inline".to_owned();
    for (at, ty) in params.iter().enumerate() {
        head += &format!(" (x{at}: {})", futhark_type(ty)?);
    }
    let unit = if params.is_empty() { " ()" } else { "" };
    head += &format!("{unit} : {} = (", futhark_type(result)?);
    let arguments: String = (0..params.len()).map(|at| format!(" x{at}")).collect();
    let mut sources = SourceMap::default();
    // Comments end with the line.
    let file = sources.add("inline.fut", format!("{head}{text}\n){arguments}\n"));
    let checked = front_futhark::compile(&mut sources, file, &mut no_other_files);
    let code = checked.map(|checked| (checked.program, Symbol::new("inline")));
    Some(Inlined { code, file, start: head.len() as u32 })
}

/// Returns a type of CORE in Futhark's syntax, if Futhark has it.
fn futhark_type(ty: &Type) -> Option<String> {
    Some(match ty {
        Type::Scalar(scalar) => scalar.to_string(),
        Type::Array(elem, _) => format!("[]{}", futhark_type(elem)?),
        Type::Function(from, to) => format!("({} -> {})", futhark_type(from)?, futhark_type(to)?),
        Type::Record(fields) => {
            let types =
                fields.iter().map(|(label, ty)| Some((label, futhark_type(ty)?))).collect::<Option<Vec<_>>>()?;
            if ty.is_tuple() && types.len() != 1 {
                let types: Vec<String> = types.into_iter().map(|(_, ty)| ty).collect();
                format!("({})", types.join(", "))
            } else {
                let fields: Vec<String> = types.into_iter().map(|(label, ty)| format!("{label}: {ty}")).collect();
                format!("{{{}}}", fields.join(", "))
            }
        }
        Type::Sum(_) | Type::Data(..) | Type::Seq(_) | Type::Ref(_) | Type::Tensor(_) | Type::Param(_) => return None,
    })
}

/// Whether the text of a program has unit tests of the language, which run if the options say so.
pub fn has_unit_tests(language: Language, text: &str) -> bool {
    match language {
        Language::Futhark | Language::Nova => false,
        Language::MExpr => front_mexpr::has_unit_tests(text),
    }
}

/// Checks a NOVA program and prints it back, without comments.
///
/// # Errors
/// The user's errors.
pub fn print_nova(sources: &SourceMap, file: FileId) -> Result<String, Error> {
    front_nova::print_back(sources, file)
}

/// Returns a source text in the layout of the language's formatter.
///
/// # Errors
/// Syntax errors. A bug, if formatting would change more than white space.
pub fn format_source(language: Language, file: FileId, text: &str) -> Result<String, Error> {
    match language {
        Language::Futhark => front_futhark::format::format(file, text),
        Language::Nova => front_nova::format::format(file, text),
        Language::MExpr => front_mexpr::format::format(file, text),
    }
}
