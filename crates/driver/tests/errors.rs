//! Tests of the error pages: the wrong program gets the code and the message, the right one compiles, and every code
//! has a page. `BLESS=1` rewrites the messages.

use crate::common::on_large_stack;
use base::{Diagnostic, Error, SourceMap};
use rista_driver::render::{self, Colour};
use rista_driver::{Language, Level, Module, Settings, compile_source, errors, run_to};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A code that needs a program too long for its page. The page describes the program's form.
struct Long {
    code: &'static str,
    program: fn() -> String,
}

const LONG: &[Long] = &[Long { code: "E0104", program: negations }];

fn negations() -> String {
    format!("def same (b: bool) : bool =\n{}  b\n", "  !\n".repeat(2100))
}

/// A fenced block of a page: its language and its text. A block `futhark,NAME` is the file NAME, which the programs of
/// its part may import.
struct Block<'p> {
    language: &'p str,
    file: Option<&'p str>,
    text: &'p str,
}

#[test]
fn every_wrong_program_gets_the_code_of_its_page() {
    on_large_stack(|| {
        let problems: Vec<String> = errors::codes().filter_map(|code| wrong(code).err()).collect();
        assert!(problems.is_empty(), "\n{}", problems.join("\n\n"));
    });
}

#[test]
fn every_right_program_compiles() {
    on_large_stack(|| {
        let problems: Vec<String> = errors::codes().filter_map(|code| right(code).err()).collect();
        assert!(problems.is_empty(), "\n{}", problems.join("\n\n"));
    });
}

#[test]
fn every_code_has_a_page() {
    let mut reported = BTreeSet::new();
    collect_codes(&root().join("crates"), &mut reported);
    let listed: BTreeSet<String> = errors::codes().map(str::to_owned).collect();
    assert_eq!(reported, listed, "codes in the sources, and those in the table of pages");
    let files = std::fs::read_dir(root().join("docs/errors")).expect("docs/errors");
    let named: BTreeSet<String> =
        files.map(|file| file.expect("a file").file_name().to_string_lossy().replace(".md", "")).collect();
    assert_eq!(named, listed, "pages, and those in the table");
    assert!(errors::codes().is_sorted());
}

#[test]
fn every_page_has_its_parts() {
    for code in errors::codes() {
        let page = errors::page(code).expect("a page");
        let title = errors::title(code).expect("a title");
        assert!(page.starts_with(&format!("# {code}: {title}\n\n")), "{code}: heading");
        check_headline(code, title);
        let headings: Vec<&str> = page.lines().filter(|line| line.starts_with("## ")).collect();
        assert_eq!(headings, ["## Wrong", "## Message", "## Right"], "{code}: parts");
    }
}

#[test]
fn an_unknown_code_has_a_neighbour() {
    assert_eq!(errors::page("E0300"), None);
    assert_eq!(errors::nearest("E0300"), Some("E0301"));
    assert_eq!(errors::nearest("E401"), Some("E0401"));
    assert_eq!(errors::nearest("0603"), Some("E0603"));
}

/// Compiles the wrong programs, and compares (or writes) their messages.
fn wrong(code: &str) -> Result<(), String> {
    let (programs, files) = programs_and_files(code, "## Wrong")?;
    let shown = blocks(code, "## Message")?;
    if programs.len() != shown.len() {
        return Err(format!("{code}: {} wrong programs, and {} messages", programs.len(), shown.len()));
    }
    let mut page = errors::page(code).unwrap_or_default().to_owned();
    // In reverse order, so that the places of earlier blocks stay valid.
    for (block, shown) in programs.iter().zip(&shown).rev() {
        let message = message(code, block, &files)?;
        if shown.text == message {
            continue;
        }
        if std::env::var_os("BLESS").is_none() {
            return Err(format!(
                "{code}: the message is (BLESS=1 writes it)\n{message}\nand on the page\n{}",
                shown.text
            ));
        }
        let start = shown.text.as_ptr() as usize - errors::page(code).unwrap_or_default().as_ptr() as usize;
        page.replace_range(start..start + shown.text.len(), &message);
        let path = root().join(format!("docs/errors/{code}.md"));
        std::fs::write(path, &page).map_err(|error| format!("{code}: {error}"))?;
    }
    Ok(())
}

/// Returns the first message about a wrong program.
fn message(code: &str, block: &Block, files: &[Block]) -> Result<String, String> {
    let long = LONG.iter().find(|long| long.code == code);
    let (language, program) = match long {
        Some(long) => ("futhark", (long.program)()),
        None => (block.language, block.text.to_owned()),
    };
    let (sources, diagnostics) = compile("wrong", language, &program, files).map_err(|bug| format!("{code}: {bug}"))?;
    let Some(first) = diagnostics.first() else { return Err(format!("{code}: a wrong program compiles\n{program}")) };
    diagnostics.iter().for_each(|diagnostic| check_headline(code, &diagnostic.headline));
    let message = render::diagnostic(&sources, first, Colour::Plain);
    let message: String = message.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    if first.code.0 == code {
        return Ok(message);
    }
    Err(format!("{code}: a wrong program gets another code\n{message}"))
}

fn right(code: &str) -> Result<(), String> {
    let (programs, files) = programs_and_files(code, "## Right")?;
    for block in programs {
        let (sources, diagnostics) =
            compile("right", block.language, block.text, &files).map_err(|bug| format!("{code}: {bug}"))?;
        if let Some(first) = diagnostics.first() {
            let message = render::diagnostic(&sources, first, Colour::Plain);
            return Err(format!("{code}: a right program does not compile\n{message}"));
        }
    }
    Ok(())
}

/// Returns the diagnostics for a program: a source program is compiled to FUN, a text of a level is parsed. A bug of
/// the compiler is the error.
fn compile(name: &str, language: &str, text: &str, files: &[Block]) -> Result<(SourceMap, Vec<Diagnostic>), String> {
    let mut sources = SourceMap::default();
    let outcome = match language {
        "futhark" => from_source(&format!("{name}.fut"), Language::Futhark, text, files, &mut sources),
        "nova" => from_source(&format!("{name}.nova"), Language::Nova, text, files, &mut sources),
        "mexpr" => from_source(&format!("{name}.mc"), Language::MExpr, text, files, &mut sources),
        _ => from_text(&format!("{name}.{language}"), language, text, &mut sources),
    };
    match outcome {
        Ok(warnings) => Ok((sources, warnings)),
        Err(Error::User(diagnostics)) => Ok((sources, diagnostics)),
        Err(Error::Limitation(limitation)) => Ok((sources, vec![*limitation])),
        Err(Error::Bug(bug)) => Err(format!("a bug: {bug}")),
    }
}

fn from_source(
    name: &str,
    language: Language,
    text: &str,
    files: &[Block],
    sources: &mut SourceMap,
) -> Result<Vec<Diagnostic>, Error> {
    let file = sources.add(name, text);
    let mut read = |path: &str| {
        let found = files.iter().find(|block| block.file == Some(path));
        found.map(|block| block.text.to_owned()).ok_or_else(|| format!("cannot read {path}: there is no such file"))
    };
    let front = compile_source(language, sources, file, &mut read)?;
    run_to(front.module, Level::Fun, Settings { verify: true, ..Settings::default() }, &mut ())?;
    Ok(front.warnings)
}

fn from_text(name: &str, level: &str, text: &str, sources: &mut SourceMap) -> Result<Vec<Diagnostic>, Error> {
    let level = Level::from_name(level).expect("the language of a block is futhark, nova, mexpr or a level");
    let file = sources.add(name, text);
    Module::read(level, file, text)?;
    Ok(Vec::new())
}

fn check_headline(code: &str, headline: &str) {
    assert!(headline.chars().count() < 70, "{code}: the headline is too long: {headline}");
    assert!(!headline.ends_with('.'), "{code}: a full stop ends the headline: {headline}");
}

/// Returns the programs under a heading, and the files that they may import.
fn programs_and_files(code: &str, heading: &str) -> Result<(Vec<Block<'static>>, Vec<Block<'static>>), String> {
    Ok(blocks(code, heading)?.into_iter().partition(|block| block.file.is_none()))
}

/// Returns the fenced blocks under a heading.
fn blocks(code: &str, heading: &str) -> Result<Vec<Block<'static>>, String> {
    let page = errors::page(code).unwrap_or_default();
    let part = page.split_once(&format!("\n{heading}\n")).map_or("", |(_, part)| part);
    let part = part.split("\n## ").next().unwrap_or_default();
    let mut blocks = Vec::new();
    let mut rest = part;
    while let Some((_, fenced)) = rest.split_once("\n```") {
        let Some((info, text)) = fenced.split_once('\n') else { break };
        let (language, file) = info.split_once(',').map_or((info, None), |(language, file)| (language, Some(file)));
        let end = if text.starts_with("```") { 0 } else { text.find("\n```").map_or(text.len(), |end| end + 1) };
        blocks.push(Block { language, file, text: &text[..end] });
        rest = &text[end + "```".len()..];
    }
    if blocks.is_empty() { Err(format!("{code}: no block under {heading}")) } else { Ok(blocks) }
}

/// Collects every `Code("E....")` in the sources of the crates.
fn collect_codes(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_tests = path.file_name().is_some_and(|name| name == "tests");
        if path.is_dir() && !is_tests {
            collect_codes(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let uses = text.split("Code(\"E").skip(1).filter_map(|rest| rest.split_once("\")"));
            found.extend(uses.map(|(digits, _)| format!("E{digits}")));
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
