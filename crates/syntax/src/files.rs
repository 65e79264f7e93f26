//! Loads the files of a program: the file given to the compiler and all files that it imports. A callback reads them,
//! so the compiler itself has no access to files. The language says where the file of an import may be, such as beside
//! the importing file or in the language's library. Files are identified by their paths after `.` and `..` have been
//! resolved.

use crate::errors::{TOO_DEEP, cut_off};
use base::{Code, Diagnostic, FileId, SourceMap, Span};
use rustc_hash::FxHashMap;

/// Callback that returns the text of the file at a path. Its error is one sentence without a full stop, why the file
/// cannot be read.
pub type Reader<'a> = dyn FnMut(&str) -> Result<String, String> + 'a;

/// A `Reader` for programs of one file: every import is an error.
///
/// # Errors
/// Always.
pub fn no_other_files(path: &str) -> Result<String, String> {
    Err(format!("cannot read {path}: the program is a single file"))
}

const UNREADABLE: Code = Code("E0206");
const CYCLE: Code = Code("E0207");
const IN_TWO_PLACES: Code = Code("E0208");

/// Largest number of files of a program.
const MAX_FILES: usize = 10_000;

/// Largest number of syntax errors and import errors that are reported in one run, over all files.
const MAX_ERRORS: usize = 100;

/// A place where a file names another one, by the path as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    pub path: String,
    pub span: Span,
}

/// The syntax tree of a file of a language.
pub trait Tree: Sized {
    /// The words of the language for an import, in messages: `("import", "imports", "imported")`.
    const IMPORT: (&'static str, &'static str, &'static str);
    /// Help on how a path is written.
    const PATHS: &'static str;

    fn parse(file: FileId, text: &str) -> (Self, Vec<Diagnostic>);

    /// Returns the imports of a file, in the order of the text.
    fn imports(&self) -> Vec<Import>;

    /// Returns the places where an imported file may be, one or more; the file must be in one of them. `importing` is
    /// the path of the file with the import.
    ///
    /// # Errors
    /// Why there can be no such file, as one sentence without a full stop.
    fn places(importing: &str, import: &str, roots: &[Root]) -> Result<Vec<Place>, String>;
}

/// A folder that programs can name in paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    pub name: String,
    pub folder: String,
}

/// A place where a file may be, by its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    File(String),
    /// A file of the language's library, with its text.
    Library(String, &'static str),
}

/// A program in files.
#[derive(Clone)]
pub struct Program<T> {
    /// Files, each after those that it imports. The file given to the compiler is the last one.
    pub files: Vec<(FileId, T)>,
    /// Files that no other file imports. Each is in scope of the later ones. A compiled program has one, and an
    /// interactive session may have several.
    pub parts: Vec<FileId>,
    /// For each import, by its span, the file that it names.
    pub targets: FxHashMap<Span, FileId>,
    /// Folders that imports can name.
    pub roots: Vec<Root>,
    /// All files, by path.
    known: FxHashMap<String, FileId>,
}

impl<T> Default for Program<T> {
    fn default() -> Program<T> {
        let (targets, known) = Default::default();
        Program { files: Vec::new(), parts: Vec::new(), targets, roots: Vec::new(), known }
    }
}

/// Reads and parses a file and all files that it imports, and adds them to the source map.
///
/// # Errors
/// The syntax errors of all files, files that cannot be read, and cyclic imports.
pub fn load<T: Tree>(sources: &mut SourceMap, root: FileId, read: &mut Reader) -> Result<Program<T>, Vec<Diagnostic>> {
    let mut program = Program::default();
    let (tree, errors) = T::parse(root, &sources.file(root).text);
    program.load_part(sources, (root, tree), errors, read)?;
    Ok(program)
}

impl<T: Tree> Program<T> {
    /// Adds a parsed file, and all files that it imports and that the program does not have yet.
    ///
    /// # Errors
    /// As for `load`. The program is then unusable.
    pub fn add_part(
        &mut self,
        sources: &mut SourceMap,
        part: (FileId, T),
        read: &mut Reader,
    ) -> Result<(), Vec<Diagnostic>> {
        self.load_part(sources, part, Vec::new(), read)
    }

    /// Like `add_part`, for a file with these errors of syntax.
    ///
    /// # Errors
    /// As for `load`. The program is then unusable.
    pub fn load_part(
        &mut self,
        sources: &mut SourceMap,
        (file, tree): (FileId, T),
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
struct Open<T> {
    file: FileId,
    path: String,
    tree: T,
    imports: Vec<Import>,
    /// Number of imports whose loading has begun.
    begun: usize,
}

/// A file at one of the places of an import, by its path.
#[derive(PartialEq)]
enum Found {
    /// The program has it already.
    Known(String, FileId),
    /// A file with this text.
    New(String, String),
}

impl Found {
    fn path(&self) -> &str {
        let (Found::Known(path, _) | Found::New(path, _)) = self;
        path
    }
}

struct Loader<'a, 'r, T> {
    sources: &'a mut SourceMap,
    read: &'a mut Reader<'r>,
    program: &'a mut Program<T>,
    /// Files whose imports are being loaded. Each imports the next one.
    open: Vec<Open<T>>,
    errors: Vec<Diagnostic>,
}

impl<T: Tree> Loader<'_, '_, T> {
    fn begin(&mut self, file: FileId, path: String, tree: T) {
        let imports = tree.imports();
        self.program.known.insert(path.clone(), file);
        self.open.push(Open { file, path, tree, imports, begun: 0 });
    }

    /// Loads the imports of all open files.
    fn finish(&mut self) {
        while let Some(open) = self.open.last_mut() {
            match open.imports.get(open.begun).cloned() {
                Some(import) => {
                    open.begun += 1;
                    match T::places(&open.path, &import.path, &self.program.roots) {
                        Ok(places) => self.import(&import, places),
                        Err(reason) => self.unreadable(&import, reason),
                    }
                }
                None => {
                    let done = self.open.pop();
                    self.program.files.extend(done.map(|done| (done.file, done.tree)));
                }
            }
        }
    }

    /// Loads the file of an import unless it is loaded already. Reports a cycle of imports.
    fn import(&mut self, import: &Import, places: Vec<Place>) {
        let (mut found, mut reason) = (Vec::new(), None);
        for place in places {
            match self.find(place) {
                Ok(file) if found.contains(&file) => {}
                Ok(file) => found.push(file),
                Err(why) => reason = reason.or(Some(why)),
            }
        }
        if let [first, second, ..] = &found[..] {
            let label = format!("both {} and {} exist", first.path(), second.path());
            let diagnostic =
                Diagnostic::error(IN_TWO_PLACES, "the path is that of two files").label(import.span, label);
            return self.errors.push(diagnostic.help(T::PATHS));
        }
        match found.pop() {
            None => self.unreadable(import, reason.unwrap_or_default()),
            Some(Found::Known(_, file)) => {
                if let Some(from) = self.open.iter().position(|open| open.file == file) {
                    self.errors.push(self.cycle(from));
                }
                self.program.targets.insert(import.span, file);
            }
            Some(Found::New(..)) if self.program.known.len() >= MAX_FILES => {
                let diagnostic = Diagnostic::error(TOO_DEEP, format!("a program with more than {MAX_FILES} files"));
                // After the error, no further imports are loaded.
                self.open.iter_mut().for_each(|open| open.imports.truncate(open.begun));
                self.errors.push(diagnostic.label(import.span, "this one exceeds the limit"));
            }
            Some(Found::New(path, text)) => {
                let file = self.sources.add(path.as_str(), text);
                self.program.targets.insert(import.span, file);
                let (tree, errors) = T::parse(file, &self.sources.file(file).text);
                self.errors.extend(errors);
                self.begin(file, path, tree);
            }
        }
    }

    /// Returns the file at a place, or why there is none.
    fn find(&mut self, place: Place) -> Result<Found, String> {
        let (Place::File(path) | Place::Library(path, _)) = &place;
        if let Some(&file) = self.program.known.get(path) {
            return Ok(Found::Known(path.clone(), file));
        }
        match place {
            Place::File(path) => (self.read)(&path).map(|text| Found::New(path, text)),
            Place::Library(path, text) => Ok(Found::New(path, text.to_owned())),
        }
    }

    fn unreadable(&mut self, import: &Import, reason: String) {
        let headline = format!("the {} file cannot be read", T::IMPORT.2);
        let diagnostic = Diagnostic::error(UNREADABLE, headline).label(import.span, reason);
        self.errors.push(diagnostic.help(T::PATHS));
    }

    /// Returns the error for a cycle: the last open file imports the one at index `from`.
    fn cycle(&self, from: usize) -> Diagnostic {
        let (import, imports, _) = T::IMPORT;
        let circle = self.open.get(from..).unwrap_or_default();
        let next = circle.iter().skip(1).chain(circle.first());
        let mut steps: Vec<(Span, String)> = Vec::new();
        for (open, next) in circle.iter().zip(next) {
            let import = open.begun.checked_sub(1).and_then(|at| open.imports.get(at));
            let text = format!("{} {imports} {}", open.path, next.path);
            steps.extend(import.map(|import| (import.span, text)));
        }
        let diagnostic = Diagnostic::error(CYCLE, format!("files {import} each other in a cycle"));
        // The error is reported at the import that closes the cycle.
        let (last, before) = (steps.pop(), steps);
        let ends = last.into_iter().chain(before);
        let help = match circle {
            [_] => format!("remove this {import}: the definitions of a file are in scope in it"),
            _ => format!("move the definitions that these files share into a file that {imports} none of them"),
        };
        ends.fold(diagnostic, |diagnostic, (span, text)| diagnostic.label(span, text)).help(help)
    }
}

/// Returns the path to which `import` leads from the file `importing`.
pub fn resolve(importing: &str, import: &str) -> String {
    let folder = importing.rsplit_once('/').map_or("", |(folder, _)| folder);
    let root = if importing.starts_with('/') && folder.is_empty() { "/" } else { folder };
    match import.starts_with('/') || root.is_empty() {
        true => normal(import),
        false => normal(&format!("{root}/{import}")),
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
