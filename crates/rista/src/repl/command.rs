//! Commands about the session, which begin with a colon.

use crate::load::Failed;

#[derive(Debug, PartialEq)]
pub enum Command<'a> {
    Help,
    Type(&'a str),
    Time(&'a str),
    Load(&'a str),
    Reload,
    Clear,
    Quit,
}

/// Commands, each with its argument and its description.
const COMMANDS: [(&str, &str, &str); 7] = [
    (":help", "", "show this"),
    (":type", "EXPRESSION", "show the type and evaluate nothing"),
    (":time", "EXPRESSION", "evaluate, and show how long it takes"),
    (":load", "FILE", "forget all definitions and load those of a file"),
    (":reload", "", "load the file again; later definitions stay"),
    (":clear", "", "forget all definitions"),
    (":quit", "", "leave, as Ctrl-D does"),
];

/// Returns the words of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _, _)| *name)
}

pub fn help() -> String {
    let line = |(name, argument, about): &(&str, &str, &str)| {
        let usage = format!("{name} {argument}");
        format!("{usage:<18}  {about}\n")
    };
    let commands: String = COMMANDS.iter().map(line).collect();
    format!(
        "An expression is evaluated. A definition is kept, and shadows an earlier one of\n\
         the same name for later input. An incomplete input continues on the next line;\n\
         an empty line ends it. A command may be shortened: `:t` is `:type`.\n\n{commands}"
    )
}

/// Whether the input is a command.
pub fn is_command(input: &str) -> bool {
    input.trim_start().starts_with(':')
}

/// Parses a command; `None` if the input is part of a program. A shortened name means the first command in the list
/// that begins with it.
pub fn parse(input: &str) -> Result<Option<Command<'_>>, Failed> {
    let input = input.trim();
    if !is_command(input) {
        return Ok(None);
    }
    let (word, argument) = input.split_once(char::is_whitespace).unwrap_or((input, ""));
    let argument = argument.trim();
    let found = COMMANDS.iter().find(|(name, _, _)| word.len() > 1 && name.starts_with(word));
    let Some((name, wanted, _)) = found else {
        return Err(Failed::message(format!("there is no command `{word}`; `:help` lists them")));
    };
    if wanted.is_empty() != argument.is_empty() {
        let needs = if wanted.is_empty() { "takes no argument" } else { "needs an argument" };
        return Err(Failed::message(format!("`{name}` {needs}: `{}`", format!("{name} {wanted}").trim_end())));
    }
    Ok(Some(match *name {
        ":type" => Command::Type(argument),
        ":time" => Command::Time(argument),
        ":load" => Command::Load(argument),
        ":reload" => Command::Reload,
        ":clear" => Command::Clear,
        ":quit" => Command::Quit,
        _ => Command::Help,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_may_be_shortened_and_know_their_arguments() {
        let command = |input| parse(input).ok().flatten();
        assert_eq!(command(" :t  map f "), Some(Command::Type("map f")));
        assert_eq!(command(":q"), Some(Command::Quit));
        assert_eq!(command(":l a b.fut"), Some(Command::Load("a b.fut")));
        assert_eq!(command("x : i32"), None);
        for wrong in [":", ":nothing", ":type", ":quit now", ":types x"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
