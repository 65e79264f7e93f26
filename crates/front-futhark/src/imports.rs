//! Loads the files of a program: the file given to the compiler and all files that it imports. A callback reads them,
//! so the compiler itself has no access to files. A path is relative to the folder of the importing file, and `.fut` is
//! added to it. Files are identified by their paths after `.` and `..` have been resolved.

use crate::ast::{Dec, DecKind, File, Import, ModExp, ModExpKind};
use crate::parser::{TOO_DEEP, cut_off, parse};
use base::{Code, Diagnostic, FileId, SourceMap, Span};
use rustc_hash::FxHashMap;

/// Callback that returns the text of the file at a path. Its error is one sentence without a full stop, why the file
/// cannot be read.
pub type Reader<'a> = dyn FnMut(&str) -> Result<String, String> + 'a;

const UNREADABLE: Code = Code("E0206");
const CYCLE: Code = Code("E0207");

/// Largest number of files of a program.
const MAX_FILES: usize = 10_000;

/// Largest number of syntax errors and import errors that are reported in one run, over all files.
const MAX_ERRORS: usize = 100;

/// A program in files.
#[derive(Clone, Default)]
pub struct Program {
    /// Files, each after those that it imports. The file given to the compiler is the last one.
    pub files: Vec<(FileId, File)>,
    /// Files that no other file imports. Each is in scope of the later ones. A compiled program has one, and an
    /// interactive session may have several.
    pub parts: Vec<FileId>,
    /// For each import, by its span, the file that it names.
    pub targets: FxHashMap<Span, FileId>,
    /// All files, by path.
    known: FxHashMap<String, FileId>,
}

/// Reads and parses a file and all files that it imports, and adds them to the source map.
///
/// # Errors The syntax errors of all files, files that cannot be read, and cyclic imports.
pub fn load(sources: &mut SourceMap, root: FileId, read: &mut Reader) -> Result<Program, Vec<Diagnostic>> {
    let mut program = Program::default();
    let (tree, errors) = parse(root, &sources.file(root).text);
    program.load_part(sources, (root, tree), errors, read)?;
    Ok(program)
}

impl Program {
    /// Adds a parsed file, and all files that it imports and that the program does not have yet.
    ///
    /// # Errors As for `load`. The program is then unusable.
    pub fn add_part(
        &mut self,
        sources: &mut SourceMap,
        part: (FileId, File),
        read: &mut Reader,
    ) -> Result<(), Vec<Diagnostic>> {
        self.load_part(sources, part, Vec::new(), read)
    }

    /// Loads a file of a session with its imports, given its parsed text.
    fn load_part(
        &mut self,
        sources: &mut SourceMap,
        (file, tree): (FileId, File),
        errors: Vec<Diagnostic>,
        read: &mut Reader,
    ) -> Result<(), Vec<Diagnostic>> {
        self.parts.push(file);
        let path = normal(&sources.file(file).name);
        let mut loader = Loader { sources, read, program: self, open: Vec::new(), errors };
        loader.begin(file, path, tree);
        loader.finish();
        cut_off(&mut loader.errors, MAX_ERRORS);
        if loader.errors.is_empty() { Ok(()) } else { Err(loader.errors) }
    }
}

/// A file some of whose imports are not loaded yet.
struct Open {
    file: FileId,
    path: String,
    tree: File,
    imports: Vec<Import>,
    /// Number of imports whose loading has begun.
    begun: usize,
}

struct Loader<'a, 'r> {
    sources: &'a mut SourceMap,
    read: &'a mut Reader<'r>,
    program: &'a mut Program,
    /// Files whose imports are being loaded. Each imports the next one.
    open: Vec<Open>,
    errors: Vec<Diagnostic>,
}

impl Loader<'_, '_> {
    fn begin(&mut self, file: FileId, path: String, tree: File) {
        let mut imports = Vec::new();
        imports_of(&tree.decs, &mut imports);
        self.program.known.insert(path.clone(), file);
        self.open.push(Open { file, path, tree, imports, begun: 0 });
    }

    /// Loads the imports of all open files.
    fn finish(&mut self) {
        while let Some(open) = self.open.last_mut() {
            match open.imports.get(open.begun).cloned() {
                Some(import) => {
                    open.begun += 1;
                    let path = resolve(&open.path, &import.path);
                    self.import(&import, path);
                }
                None => {
                    let done = self.open.pop();
                    self.program.files.extend(done.map(|done| (done.file, done.tree)));
                }
            }
        }
    }

    /// Loads the file of an import unless it is loaded already. Reports a cycle of imports.
    fn import(&mut self, import: &Import, path: String) {
        if let Some(&file) = self.program.known.get(&path) {
            if let Some(from) = self.open.iter().position(|open| open.file == file) {
                self.errors.push(self.cycle(from));
            }
            self.program.targets.insert(import.span, file);
            return;
        }
        if self.program.known.len() >= MAX_FILES {
            let diagnostic = Diagnostic::error(TOO_DEEP, format!("a program with more than {MAX_FILES} files"));
            // After the error, no further imports are loaded.
            self.open.iter_mut().for_each(|open| open.imports.truncate(open.begun));
            return self.errors.push(diagnostic.label(import.span, "this one exceeds the limit"));
        }
        match (self.read)(&path) {
            Ok(text) => {
                let file = self.sources.add(path.as_str(), text);
                self.program.targets.insert(import.span, file);
                let (tree, errors) = parse(file, &self.sources.file(file).text);
                self.errors.extend(errors);
                self.begin(file, path, tree);
            }
            Err(reason) => {
                let diagnostic = Diagnostic::error(UNREADABLE, "the imported file cannot be read");
                let help = "write the path relative to the folder of this file, without `.fut`";
                self.errors.push(diagnostic.label(import.span, reason).help(help));
            }
        }
    }

    /// Returns the error for a cycle: the last open file imports the one at index `from`.
    fn cycle(&self, from: usize) -> Diagnostic {
        let circle = self.open.get(from..).unwrap_or_default();
        let next = circle.iter().skip(1).chain(circle.first());
        let mut steps: Vec<(Span, String)> = Vec::new();
        for (open, next) in circle.iter().zip(next) {
            let import = open.begun.checked_sub(1).and_then(|at| open.imports.get(at));
            let text = format!("{} imports {}", open.path, next.path);
            steps.extend(import.map(|import| (import.span, text)));
        }
        let diagnostic = Diagnostic::error(CYCLE, "files import each other in a cycle");
        // The error is reported at the import that closes the cycle.
        let (last, before) = (steps.pop(), steps);
        let ends = last.into_iter().chain(before);
        let help = match circle {
            [_] => "remove this import: the definitions of a file are in scope in it",
            _ => "move the definitions that these files share into a file that imports none of them",
        };
        ends.fold(diagnostic, |diagnostic, (span, text)| diagnostic.label(span, text)).help(help)
    }
}

fn imports_of(decs: &[Dec], found: &mut Vec<Import>) {
    decs.iter().for_each(|dec| imports_of_dec(&dec.kind, found));
}

fn imports_of_dec(kind: &DecKind, found: &mut Vec<Import>) {
    match kind {
        DecKind::Import(import) => found.push(import.clone()),
        DecKind::Open(module) => imports_of_module(module, found),
        DecKind::Module(def) => imports_of_module(&def.body, found),
        DecKind::Local(inner) => imports_of_dec(&inner.kind, found),
        DecKind::Def(_) | DecKind::Type(_) | DecKind::ModuleType(_) => {}
    }
}

fn imports_of_module(module: &ModExp, found: &mut Vec<Import>) {
    match &module.kind {
        ModExpKind::Name(_) => {}
        ModExpKind::Structure(decs) => imports_of(decs, found),
        ModExpKind::Ascribe(inner, _) | ModExpKind::Lambda(_, _, inner) => imports_of_module(inner, found),
        ModExpKind::Apply(functor, argument) => {
            imports_of_module(functor, found);
            imports_of_module(argument, found);
        }
        ModExpKind::Import(import) => found.push(import.clone()),
    }
}

/// Returns the path to which `import` leads from the file `importing`.
pub fn resolve(importing: &str, import: &str) -> String {
    let folder = importing.rsplit_once('/').map_or("", |(folder, _)| folder);
    let root = if importing.starts_with('/') && folder.is_empty() { "/" } else { folder };
    match import.starts_with('/') || root.is_empty() {
        true => normal(&format!("{import}.fut")),
        false => normal(&format!("{root}/{import}.fut")),
    }
}

/// Returns the path without `.`, and without `..` that follow a folder.
pub fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => _ = parts.pop(),
            _ => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}
