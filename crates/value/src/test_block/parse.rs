//! The parser of test blocks.

use super::random::random_input;
use super::scan::{Parsed, Scanner, blocks};
use super::{Case, Input, Outcome, Pipeline, Property, Run, Stream, Structure, TestBlockError, TestSpec};
use std::collections::HashMap;

/// Keywords, which cannot be tags of a case.
const KEYWORDS: [&str; 10] =
    ["auto", "entry", "error", "input", "output", "property", "run", "structure", "tags", "warning"];

/// Parses the test blocks in the comments of a source file.
///
/// Values and scripts stay text. Tags of the program, an expected compile error, structures and warnings may only stand
/// in the first block. A file that expects a compile error has no other block and no cases.
///
/// # Errors The first syntax error.
pub fn parse(text: &str) -> Result<TestSpec, TestBlockError> {
    let blocks = blocks(text);
    let mut spec = TestSpec::default();
    for (index, block) in blocks.iter().enumerate() {
        if spec.compile_error.is_some() {
            let message = "there is another test block, but the first one expects that the program is rejected";
            return Err(TestBlockError { line: block.line - 1, column: 1, message: message.to_owned() });
        }
        if index == 0 {
            spec.description.clone_from(&block.description);
        }
        let parser = Parser {
            scanner: Scanner::new(block),
            first_block: index == 0,
            spec: &mut spec,
            entries: vec!["main".to_owned()],
            names: HashMap::new(),
        };
        parser.block()?;
    }
    Ok(spec)
}

/// State while a block is parsed.
struct Parser<'a> {
    scanner: Scanner<'a>,
    spec: &'a mut TestSpec,
    first_block: bool,
    /// Entry points of the cases that follow.
    entries: Vec<String>,
    /// Names of the cases and runs in this block, with their lines.
    names: HashMap<String, usize>,
}

/// The form of a case's arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InputForm {
    Values,
    Random,
    Script,
}

impl Parser<'_> {
    /// Parses a whole test block. Tags of the program and a compile error may only stand in the first one.
    fn block(mut self) -> Parsed<()> {
        self.scanner.skip_blanks();
        if self.first_block {
            if self.eat_directive("tags") {
                self.spec.tags = self.program_tags()?;
            }
            if self.eat_directive("error:") {
                return self.compile_error();
            }
        }
        loop {
            self.scanner.skip_blanks();
            match self.scanner.peek() {
                None => return Ok(()),
                Some(_) => self.item()?,
            }
        }
    }

    /// Reads a keyword with its colon, and returns whether it came next.
    fn eat_directive(&mut self, keyword: &str) -> bool {
        let word = keyword.trim_end_matches(':');
        self.scanner.peek_word() == word && self.scanner.eat(keyword)
    }

    /// Parses a directive or a test case.
    fn item(&mut self) -> Parsed<()> {
        let before = self.scanner.clone();
        if self.eat_directive("entry:") {
            self.entries = self.names_in_line("`entry:` needs the names of entry points")?;
            Ok(())
        } else if self.eat_directive("property:") {
            self.properties(before.line())
        } else if self.eat_directive("warning:") {
            self.only_first(&before, "warnings")?;
            self.warning(&before)
        } else if self.eat_directive("structure") {
            self.only_first(&before, "structures")?;
            self.structure(before.line())
        } else {
            self.no_item()?;
            self.case()
        }
    }

    /// Returns an error for input that cannot stand between cases, with the reason if it is a common mistake.
    fn no_item(&self) -> Parsed<()> {
        let message = match self.scanner.peek_word() {
            "" if self.scanner.clone().eat("==") => {
                "`==` stands inside a test block: leave an empty line before a new block"
            }
            "tags" => "`tags` may only stand at the start of the first test block",
            "error" => "`error:` stands behind the input of a case, or alone in the first test block",
            "output" | "auto" => "there is no input for this output",
            word @ ("entry" | "property" | "warning") => {
                return Err(self.scanner.error(format!("there is no `:` behind `{word}`")));
            }
            "" if self.scanner.peek() != Some('"') => return Err(self.scanner.expected("a test case")),
            _ => return Ok(()),
        };
        Err(self.scanner.error(message))
    }

    fn only_first(&self, before: &Scanner, what: &str) -> Parsed<()> {
        let message = || format!("{what} may only stand in the first test block");
        if self.first_block { Ok(()) } else { Err(before.error(message())) }
    }

    /// Parses the tags `{ a b }` after `tags`.
    fn program_tags(&mut self) -> Parsed<Vec<String>> {
        self.scanner.expect("{")?;
        let start = self.scanner.clone();
        let mut tags = Vec::new();
        loop {
            self.scanner.skip_blanks();
            let tag = self.scanner.peek_word();
            match self.scanner.peek() {
                None => return Err(start.unclosed()),
                Some('}') => break,
                Some(_) if tag.is_empty() => return Err(self.scanner.expected("a tag or `}`")),
                Some(_) => self.scanner.eat(tag),
            };
            tags.push(tag.to_owned());
        }
        self.scanner.expect("}")?;
        self.scanner.skip_blanks();
        Ok(tags)
    }

    /// Parses the pattern after `error:` at the start of the first block.
    fn compile_error(&mut self) -> Parsed<()> {
        self.spec.compile_error = Some(self.scanner.pattern());
        self.scanner.skip_blanks();
        match self.scanner.peek() {
            None => Ok(()),
            Some(_) => Err(self.scanner.expected("the end of the block, since the program is to be rejected")),
        }
    }

    /// Parses one or more names up to the end of the line.
    fn names_in_line(&mut self, missing: &str) -> Parsed<Vec<String>> {
        let mut names = Vec::new();
        loop {
            self.scanner.skip_in_line();
            let before = self.scanner.clone();
            let name = self.scanner.take_while(|character| !character.is_whitespace());
            match name {
                "" if names.is_empty() => return Err(before.error(missing)),
                "" => return Ok(names),
                _ if !is_name(name) => return Err(before.error(format!("`{name}` is not the name of an entry point"))),
                _ => names.push(name.to_owned()),
            }
        }
    }

    fn properties(&mut self, line: usize) -> Parsed<()> {
        let names = self.names_in_line("`property:` needs the names of entry points")?;
        self.spec.properties.extend(names.into_iter().map(|entry| Property { entry, line }));
        Ok(())
    }

    fn warning(&mut self, before: &Scanner) -> Parsed<()> {
        let pattern = self.scanner.pattern();
        if pattern.is_any() {
            return Err(before.error("`warning:` needs a regular expression"));
        }
        self.spec.warnings.push(pattern);
        Ok(())
    }

    /// Parses a structure test after `structure`.
    fn structure(&mut self, line: usize) -> Parsed<()> {
        self.scanner.skip_blanks();
        let name = self.scanner.peek_word();
        let unknown = || self.scanner.error(format!("there is no pipeline `{name}`"));
        let pipeline = match name {
            "" => Pipeline::Core,
            _ => Pipeline::from_name(name).ok_or_else(unknown)?,
        };
        self.scanner.eat(name);
        self.scanner.expect("{")?;
        let start = self.scanner.clone();
        let mut counts = Vec::new();
        loop {
            self.scanner.skip_blanks();
            match self.scanner.peek() {
                None => return Err(start.unclosed()),
                Some('}') => break,
                Some(_) => counts.push(self.count()?),
            }
        }
        self.scanner.expect("}")?;
        self.spec.structures.push(Structure { pipeline, counts, line });
        Ok(())
    }

    /// Parses a construct and its expected count: `SegMap/Loop 2`.
    fn count(&mut self) -> Parsed<(String, u64)> {
        let path = self.scanner.take_while(|character| character.is_alphabetic() || character == '/');
        if path.is_empty() {
            return Err(self.scanner.expected("the name of a construct"));
        }
        self.scanner.skip_blanks();
        let before = self.scanner.clone();
        let count = self.scanner.take_while(|character| character.is_ascii_digit()).parse();
        Ok((path.to_owned(), count.map_err(|_| before.expected("a count"))?))
    }

    /// Parses a test case: its name, tags, input and expected outcome; or a run.
    fn case(&mut self) -> Parsed<()> {
        let before = self.scanner.clone();
        let quoted = self.scanner.peek() == Some('"');
        let given = if quoted { Some(self.scanner.quoted("a name is text")?) } else { None };
        let (tags, form) = self.case_tags()?;
        let named = given.is_some();
        let name = given.unwrap_or_else(|| format!("#{}", self.names.len() + 1));
        let line = before.line();
        match form {
            Some(form) => {
                let (input, outcome) = (self.input(form)?, self.outcome()?);
                let (name, entries) = (name.clone(), self.entries.clone());
                self.spec.cases.push(Case { name, named, line, entries, tags, input, outcome });
            }
            None => {
                let run = self.run_of(Run { name: name.clone(), line, tags, ..Run::default() })?;
                self.spec.runs.push(run);
            }
        }
        match self.names.insert(name.clone(), line) {
            Some(other) => Err(before.error(format!("the case on line {other} is also named `{name}`"))),
            None => Ok(()),
        }
    }

    /// Parses what follows the word `run`.
    fn run_of(&mut self, mut run: Run) -> Parsed<Run> {
        self.scanner.skip_blanks();
        if self.scanner.eat_word("args") {
            self.scanner.expect("{")?;
            self.scanner.skip_blanks();
            while !self.scanner.eat("}") {
                run.arguments.push(self.scanner.quoted("an argument is text")?);
                self.scanner.skip_blanks();
            }
        }
        if let Some(input) = self.stream("stdin")? {
            run.input = input;
        }
        run.prints = self.stream("prints")?;
        self.scanner.skip_blanks();
        if self.scanner.eat_word("exit") {
            self.scanner.skip_blanks();
            let code = self.scanner.take_while(|character| character.is_ascii_digit()).parse();
            run.exit = code.map_err(|_| self.scanner.error("an exit code is a number from 0 to 255"))?;
        } else if self.eat_directive("error:") {
            (run.exit, run.error) = (1, Some(self.scanner.pattern()));
        }
        Ok(run)
    }

    /// Parses a stream after its keyword, if that comes next: a text, or a file.
    fn stream(&mut self, keyword: &str) -> Parsed<Option<Stream>> {
        self.scanner.skip_blanks();
        if !self.scanner.eat_word(keyword) {
            return Ok(None);
        }
        self.scanner.skip_blanks();
        Ok(Some(match self.scanner.eat("@") {
            true => Stream::File(self.scanner.file_name()?),
            false => Stream::Text(self.scanner.quoted("a stream is `@` with a file, or text")?),
        }))
    }

    /// Parses the words of a case up to and including `input`, or of a run up to and including `run`. A run has no form
    /// of input.
    fn case_tags(&mut self) -> Parsed<(Vec<String>, Option<InputForm>)> {
        let mut tags = Vec::new();
        let mut form = InputForm::Values;
        loop {
            self.scanner.skip_blanks();
            let word = self.scanner.peek_word();
            let named = match word {
                "input" => break,
                "run" if form == InputForm::Values => {
                    self.scanner.eat(word);
                    return Ok((tags, None));
                }
                "random" => Some(InputForm::Random),
                "script" => Some(InputForm::Script),
                _ => None,
            };
            if word.is_empty() || KEYWORDS.contains(&word) {
                return Err(self.scanner.expected("`input`, `run` or a tag of a test case"));
            }
            match named {
                None => tags.push(word.to_owned()),
                Some(named) if form == InputForm::Values || form == named => form = named,
                Some(_) => return Err(self.scanner.error("an input is either `random` or `script`, not both")),
            }
            self.scanner.eat(word);
        }
        self.scanner.eat("input");
        Ok((tags, Some(form)))
    }

    /// Parses the input after its keyword: a file, or text in braces.
    fn input(&mut self, form: InputForm) -> Parsed<Input> {
        self.scanner.skip_blanks();
        let before = self.scanner.clone();
        if self.scanner.eat("@") {
            return match form {
                InputForm::Values => Ok(Input::File(self.scanner.file_name()?)),
                InputForm::Script => Ok(Input::ScriptFile(self.scanner.file_name()?)),
                InputForm::Random => Err(before.error("random input stands in braces, not in a file")),
            };
        }
        if !self.scanner.eat("{") {
            return Err(self.scanner.expected(if form == InputForm::Random { "`{`" } else { "`{` or `@`" }));
        }
        match form {
            InputForm::Values => Ok(Input::Values(self.scanner.braced(false)?)),
            InputForm::Random => Ok(Input::Random(random_input(&mut self.scanner)?)),
            InputForm::Script => {
                let script = self.scanner.braced(true)?;
                let empty = || before.error("script input needs an expression");
                if script.text.trim().is_empty() { Err(empty()) } else { Ok(Input::Script(script)) }
            }
        }
    }

    /// Parses the expected outcome; success if none is given.
    fn outcome(&mut self) -> Parsed<Outcome> {
        self.scanner.skip_blanks();
        if self.eat_directive("error:") {
            return Ok(Outcome::Error(self.scanner.pattern()));
        }
        if self.scanner.eat_word("auto") {
            self.scanner.skip_blanks();
            let found = self.scanner.eat_word("output");
            return if found { Ok(Outcome::Auto) } else { Err(self.scanner.expected("`output` after `auto`")) };
        }
        if !self.scanner.eat_word("output") {
            return Ok(Outcome::Success);
        }
        self.scanner.skip_blanks();
        if self.scanner.eat("@") {
            Ok(Outcome::File(self.scanner.file_name()?))
        } else if self.scanner.eat("{") {
            Ok(Outcome::Values(self.scanner.braced(false)?))
        } else {
            Err(self.scanner.expected("`{` or `@`"))
        }
    }
}

/// Whether an entry point may have this name.
fn is_name(name: &str) -> bool {
    let starts = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
    starts && name.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '\''))
}
