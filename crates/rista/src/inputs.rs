//! Arguments of an entry point, from the command line, from files and from standard input. Each is read as the type of
//! its parameter.

use crate::files;
use crate::load::{Failed, reason};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use driver::module::Signature;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Seek, SeekFrom};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use value::entry::{EntryParam, EntryType, FlatType, Pieces, example};
use value::{Expected, NPY_MAGIC, ReadError, ReadErrorKind, Reader, ScalarType, Value, read_stream};

/// The arguments on the command line, in order.
#[derive(Clone, Debug, Default)]
pub struct Given {
    items: Vec<Item>,
}

impl Given {
    /// Collects the values, each with its position on the command line, and the files of the option `-i`.
    pub fn new(values: impl Iterator<Item = (usize, OsString)>, matches: &ArgMatches) -> Given {
        let places = matches.indices_of("inputs").into_iter().flatten();
        let files = matches.get_many::<String>("inputs").into_iter().flatten().cloned();
        let mut items: Vec<(usize, Item)> = places.zip(files.map(Item::File)).collect();
        items.extend(values.map(|(place, text)| (place, Item::Value(text))));
        items.sort_by_key(|(place, _)| *place);
        Given { items: items.into_iter().map(|(_, item)| item).collect() }
    }

    /// Returns the option `-i`.
    pub fn files_option() -> Arg {
        let option = Arg::new("inputs").short('i').long("input").value_name("[NAME=]FILE").action(ArgAction::Append);
        option.help("Take an argument from a .npy file, or arguments from a file of values in text or binary form")
    }

    /// Returns the arguments of a program that is run for its effects: the words as they are on the command line.
    pub fn words(&self) -> Result<Vec<OsString>, Failed> {
        let word = |item: &Item| match item {
            Item::Value(word) => Ok(unprotected(word).to_owned()),
            Item::File(_) => Err(Failed::usage("--input gives arguments to entry points that take some")),
        };
        self.items.iter().map(word).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

#[derive(Clone, Debug)]
enum Item {
    /// A value in text form.
    Value(OsString),
    /// A file: `FILE` or `NAME=FILE`.
    File(String),
}

impl clap::Args for Given {
    fn augment_args(command: Command) -> Command {
        let values = Arg::new("values").value_name("VALUE").action(ArgAction::Append).num_args(0..);
        let values = values
            .value_parser(clap::value_parser!(OsString))
            .help("Arguments in text form, such as 5, 2.5f32, '[[1, 2], [3, 4]]', '(1, true)', '{x = 1}' or '#Some 3'");
        command.arg(values).arg(Given::files_option())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Given::augment_args(command)
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Given, clap::Error> {
        let places = matches.indices_of("values").into_iter().flatten();
        Ok(Given::new(places.zip(matches.get_many::<OsString>("values").into_iter().flatten().cloned()), matches))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Given::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Puts a blank before each negative number, which would otherwise be parsed as an option. Readers of values skip
/// blanks. A number behind blanks gets one, too, so that `unprotected` knows what was given.
pub fn protect_numbers(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let protect = |word: OsString| match is_negative(word.as_bytes()) {
        true => [OsString::from(" "), word].into_iter().collect(),
        false => word,
    };
    words.map(protect).collect()
}

/// Returns a word without the blank that `protect_numbers` puts before it.
fn unprotected(word: &OsStr) -> &OsStr {
    let given = word.as_bytes().strip_prefix(b" ").filter(|word| is_negative(word));
    given.map_or(word, OsStr::from_bytes)
}

/// Whether a word begins like a negative number, with or without blanks before it. No option begins like this.
fn is_negative(word: &[u8]) -> bool {
    let Some(word) = word.trim_ascii_start().strip_prefix(b"-") else { return false };
    word.starts_with(b".")
        || word.first().is_some_and(u8::is_ascii_digit)
        || ["f16.", "f32.", "f64."].iter().any(|start| word.starts_with(start.as_bytes()))
}

/// Returns the leaves of the entry point's arguments, in order. A file with a name goes to the parameter of that name.
/// All other values fill the remaining parameters in order, and standard input provides those that are missing.
pub fn collect(given: &Given, entry: &Signature) -> Result<Vec<Value>, Failed> {
    let mut slots = Slots { entry, slots: entry.params.iter().map(Slot::new).collect() };
    let mut rest = Vec::new();
    for item in &given.items {
        match item {
            Item::File(text) => match slots.named(text)? {
                Some((at, path)) => slots.fill_named(at, path)?,
                None => rest.push(item),
            },
            Item::Value(_) => rest.push(item),
        }
    }
    for item in rest {
        match item {
            Item::Value(word) => slots.fill_from_word(word)?,
            Item::File(path) => slots.fill(path, &open(Path::new(path))?)?,
        }
    }
    if slots.slots.iter().any(Slot::lacks_leaves) && !std::io::stdin().is_terminal() {
        let input = files::standard_input().map_err(|error| cannot_read("standard input", &error))?;
        slots.fill("standard input", &input)?;
    }
    slots.finish()
}

/// A parameter, and the pieces of its value read so far.
struct Slot<'a> {
    param: &'a EntryParam,
    pieces: Pieces,
}

impl<'a> Slot<'a> {
    fn new(param: &'a EntryParam) -> Slot<'a> {
        Slot { param, pieces: Pieces::new(&param.ty) }
    }

    /// Reads the next leaf of the value, or several leaves that are written as one value. A unit need not be written.
    fn fill(&mut self, source: &mut Source) -> Result<(), Failed> {
        let at = self.pieces.count();
        let Some(ty) = self.pieces.next_leaf(&mut source.reader) else { return Ok(()) };
        let wanted = match self.param.ty {
            EntryType::Flat(_) => Wanted { ty, ..Wanted::whole(self.param) },
            EntryType::Opaque(_) => Wanted {
                what: format!("value {} of `{}` : {}", at + 1, self.param.name, self.param.shown),
                shown: ty.to_string(),
                ty,
            },
        };
        let origin = source.origin;
        let whole = |error: &ReadError| {
            let error = self.pieces.whole_error(error)?;
            Some(Wanted::whole(self.param).malformed(origin, &error))
        };
        let leaf = source.read(&wanted, whole).map_err(|failed| self.with_form(failed))?;
        self.pieces.add(leaf);
        Ok(())
    }

    /// Reads the argument from a stream if it is a scalar or an array in binary form or a `.npy` file. Returns whether
    /// that succeeded. Otherwise a part of the stream may have been read.
    fn stream(&mut self, input: &mut impl BufRead) -> bool {
        let EntryType::Flat(FlatType { elem, rank }) = self.param.ty else { return false };
        let Ok(Some(value)) = read_stream(input, Expected { elem, rank }) else { return false };
        self.pieces.next_leaf(&mut Reader::new(&[]));
        self.pieces.add(value);
        true
    }

    fn lacks_leaves(&self) -> bool {
        !self.pieces.has_leaves()
    }

    /// Adds the text form of the whole value to the error, if the value has several parts. The user probably meant to
    /// write a whole value.
    fn with_form(&self, failed: Failed) -> Failed {
        match failed {
            Failed::Message(message) => Failed::Message(message + &self.form()),
            failed => failed,
        }
    }

    fn form(&self) -> String {
        match example(&self.param.ty).filter(|_| matches!(self.param.ty, EntryType::Opaque(_))) {
            Some(example) => format!("\nhelp: a value for `{}` is written as {example}", self.param.name),
            None => String::new(),
        }
    }
}

/// All parameters, each with the pieces read so far.
struct Slots<'a> {
    entry: &'a Signature,
    slots: Vec<Slot<'a>>,
}

impl<'a> Slots<'a> {
    /// Returns the first parameter that is not complete.
    fn next(&mut self) -> Option<&mut Slot<'a>> {
        self.slots.iter_mut().find(|slot| !slot.pieces.is_full())
    }

    /// Splits `NAME=FILE` into the parameter's number and the path; `None` if the text is only a path.
    fn named<'b>(&self, text: &'b str) -> Result<Option<(usize, &'b str)>, Failed> {
        let Some((name, path)) = text.split_once('=') else { return Ok(None) };
        match self.entry.params.iter().position(|param| param.name == name) {
            Some(at) => Ok(Some((at, path))),
            None if Path::new(text).exists() => Ok(None),
            None => {
                Err(Failed::Message(format!("{} has no parameter `{name}`\n{}", self.entry.name, takes(self.entry))))
            }
        }
    }

    /// Reads the argument of parameter `at` from a file.
    fn fill_named(&mut self, at: usize, path: &str) -> Result<(), Failed> {
        let Some(slot) = self.slots.get_mut(at) else { return Ok(()) };
        let name = &slot.param.name;
        if slot.pieces.is_full() {
            return Err(Failed::Message(format!("the parameter `{name}` is given twice")));
        }
        let file = open(Path::new(path))?;
        let rest = stream(&file, |input| !slot.pieces.is_full() && slot.stream(input));
        let Some(rest) = rest.map_err(|error| cannot_read(path, &error))? else { return Ok(()) };
        let mut source = rest.source(path);
        while !slot.pieces.is_full() {
            slot.fill(&mut source)?;
        }
        if !source.is_at_end() {
            return Err(Failed::Message(format!("{path} has more than one value for the parameter `{name}`")));
        }
        Ok(())
    }

    /// Reads an argument of the command line, which is one value.
    fn fill_from_word(&mut self, word: &OsStr) -> Result<(), Failed> {
        let origin = format!("`{}` on the command line", shortened(word.to_string_lossy().trim()));
        let mut source = Source::new(&origin, word.as_bytes());
        let mut name = "";
        while !source.has_begun() {
            let Some(slot) = self.next() else { return Err(self.too_many(&origin)) };
            slot.fill(&mut source)?;
            name = &slot.param.name;
        }
        if !source.is_at_end() {
            let message = format!("{origin} is more than one value for the parameter `{name}`");
            return Err(Failed::Message(message));
        }
        Ok(())
    }

    /// Reads values for the next parameters, up to the end of the file.
    fn fill(&mut self, origin: &str, file: &File) -> Result<(), Failed> {
        let rest = stream(file, |input| self.next().is_some_and(|slot| slot.stream(input)));
        let Some(rest) = rest.map_err(|error| cannot_read(origin, &error))? else { return Ok(()) };
        let mut source = rest.source(origin);
        while !source.is_at_end() {
            match self.next() {
                Some(slot) => slot.fill(&mut source)?,
                None => return Err(self.too_many(origin)),
            }
        }
        Ok(())
    }

    fn too_many(&self, origin: &str) -> Failed {
        let message = format!("{origin} gives more arguments than {} takes\n{}", self.entry.name, takes(self.entry));
        Failed::Message(message)
    }

    /// Returns the leaves of all parameters, or an error that lists the missing ones.
    fn finish(self) -> Result<Vec<Value>, Failed> {
        let entry = self.entry;
        let open = self.slots.iter().filter(|slot| slot.lacks_leaves());
        let missing: Vec<String> = open.map(|slot| format!("`{}`", slot.param.name)).collect();
        if missing.is_empty() {
            return Ok(self.slots.into_iter().flat_map(|slot| slot.pieces.leaves()).collect());
        }
        let form = self.slots.iter().find(|slot| slot.lacks_leaves()).map_or_else(String::new, Slot::form);
        let (what, verb) = if missing.len() == 1 { ("the argument", "is") } else { ("the arguments", "are") };
        let (missing, takes) = (missing.join(", "), takes(entry));
        Err(Failed::Message(format!("{what} {missing} of {} {verb} missing\n{takes}{form}", entry.name)))
    }
}

/// Returns the note about the entry point's parameters: `note: main takes xs: [n]f64, k: i64`.
fn takes(entry: &Signature) -> String {
    let params: Vec<String> = entry.params.iter().map(|param| format!("{}: {}", param.name, param.shown)).collect();
    let params = if params.is_empty() { "no arguments".to_owned() } else { params.join(", ") };
    format!("note: {} takes {params}", entry.name)
}

fn open(path: &Path) -> Result<File, Failed> {
    File::open(path).map_err(|error| cannot_read(&path.display().to_string(), &error))
}

fn cannot_read(origin: &str, error: &io::Error) -> Failed {
    Failed::Message(format!("cannot read {origin}: {}", reason(error)))
}

/// The bytes of a file. The first `read` of them have been read as values.
struct Rest {
    bytes: Vec<u8>,
    read: usize,
}

impl Rest {
    fn source<'a>(&'a self, origin: &'a str) -> Source<'a> {
        let is_npy = self.bytes.starts_with(NPY_MAGIC);
        Source { origin, reader: Reader::after(&self.bytes, self.read), is_npy }
    }
}

/// Reads values from a regular file, from its position on, as long as `take` accepts one. So memory holds large values
/// once. Returns the bytes if text or an invalid value follows, and `None` at the end. Other files are read as a whole.
fn stream(file: &File, mut take: impl FnMut(&mut BufReader<&File>) -> bool) -> io::Result<Option<Rest>> {
    if !file.metadata()?.is_file() {
        return Ok(Some(Rest { bytes: files::read_values(file)?, read: 0 }));
    }
    let mut input = BufReader::new(file);
    let start = input.stream_position()?;
    let mut end = start;
    while !input.fill_buf()?.is_empty() && take(&mut input) {
        end = input.stream_position()?;
    }
    input.seek(SeekFrom::Start(end))?;
    if end > start && input.fill_buf()?.is_empty() {
        return Ok(None);
    }
    input.seek(SeekFrom::Start(start))?;
    let read = usize::try_from(end - start).map_err(io::Error::other)?;
    Ok(Some(Rest { bytes: files::read_values(file)?, read }))
}

/// A source of values: a reader, and its name in messages.
struct Source<'a> {
    origin: &'a str,
    reader: Reader<'a>,
    is_npy: bool,
}

/// A value to be read: its name and type in messages.
struct Wanted {
    what: String,
    shown: String,
    ty: FlatType,
}

impl Wanted {
    fn whole(param: &EntryParam) -> Wanted {
        let ty = FlatType { elem: ScalarType::Bool, rank: 0 };
        Wanted { what: format!("`{}`", param.name), shown: param.shown.clone(), ty }
    }

    fn is_type_of(&self, value: &Value) -> bool {
        value.elem() == self.ty.elem && value.shape().len() == self.ty.rank
    }

    fn mismatch(&self, origin: &str, value: &Value) -> String {
        let sizes: String = value.shape().iter().map(|size| format!("[{size}]")).collect();
        format!("{} takes {}, but {origin} is of type {sizes}{}", self.what, self.shown, value.elem())
    }

    fn malformed(&self, origin: &str, error: &ReadError) -> Failed {
        Failed::Message(format!("{} takes {}, but {origin} is not one\nnote: {error}", self.what, self.shown))
    }
}

impl<'a> Source<'a> {
    fn new(origin: &'a str, bytes: &'a [u8]) -> Source<'a> {
        Source { origin, reader: Reader::new(bytes), is_npy: bytes.starts_with(NPY_MAGIC) }
    }

    /// Whether any bytes have been read.
    fn has_begun(&self) -> bool {
        self.reader.offset() > 0
    }

    fn is_at_end(&mut self) -> bool {
        self.reader.is_at_end()
    }

    /// Reads the next value, which is a leaf. On failure, `whole` may return a better error, about the value as a
    /// whole.
    fn read(&mut self, wanted: &Wanted, whole: impl FnOnce(&ReadError) -> Option<Failed>) -> Result<Value, Failed> {
        let mut again = self.reader.clone();
        self.reader.read_value_as(wanted.ty.elem, wanted.ty.rank).map_err(|error| {
            let is_other = matches!(error.kind, ReadErrorKind::Type | ReadErrorKind::Syntax);
            whole(&error).unwrap_or_else(|| match again.read_value() {
                Ok(value) if is_other && !wanted.is_type_of(&value) => {
                    let help = if self.is_npy { conversion(&value, wanted.ty) } else { String::new() };
                    Failed::Message(wanted.mismatch(self.origin, &value) + &help)
                }
                _ => wanted.malformed(self.origin, &error),
            })
        })
    }
}

/// Returns a help text with Python code that converts the array to the expected element type; empty if it has that type.
fn conversion(value: &Value, ty: FlatType) -> String {
    if value.elem() == ty.elem {
        return String::new();
    }
    format!("\nhelp: convert it in Python with `array.astype(\"{}\")`", numpy_name(ty.elem))
}

fn numpy_name(ty: ScalarType) -> String {
    let bits = ty.bytes() * 8;
    match ty {
        ScalarType::Bool => "bool".to_owned(),
        _ if ty.is_float() => format!("float{bits}"),
        _ if ty.name().starts_with('u') => format!("uint{bits}"),
        _ => format!("int{bits}"),
    }
}

/// Returns the start of a long text.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
