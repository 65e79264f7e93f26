//! Messages about sizes that differ or are unknown.

use crate::check::definitions::finish::has_meta;
use crate::check::messages::report::{Reason, SIZE_UNKNOWN, SIZES_DIFFER, TYPES_DIFFER, brief, is_brief};
use crate::check::types::unify::folded;
use crate::check::types::{Replace, Size, Type, each_size_var, is_small};
use crate::check::{Checker, Reported};
use base::{Diagnostic, Name, Span, Symbol};

/// Largest number of characters of the program that a headline quotes.
const MAX_QUOTED: usize = 18;

/// Largest number of bindings of variables to variables that a message follows.
const MAX_MEANINGS: usize = 8;

impl Checker {
    /// Reports values of type `ty` whose sizes differ, such as the results of a function, where all must have the same
    /// size.
    pub fn irregular(&mut self, ty: &Type, span: Span, reason: &Reason) -> Reported {
        if let Type::Abstract(hidden) = ty
            && self.is_accumulator(hidden)
        {
            let headline = "an accumulator cannot be used as an ordinary value";
            let diagnostic = Diagnostic::error(TYPES_DIFFER, headline).label(span, "this is an accumulator");
            let help = "carry it in a loop, or pass it to a function whose parameter is an accumulator";
            return self.report(diagnostic.help(help));
        }
        if let Type::Abstract(_) = ty {
            let headline = "values of a lifted type, where all must have the same size";
            let label = format!("the sizes of each {} may be different", self.show(ty));
            return self.report(Diagnostic::error(SIZES_DIFFER, headline).label(span, label));
        }
        let label = format!("each call returns {} of a different size", self.show(ty));
        let mut diagnostic =
            Diagnostic::error(SIZES_DIFFER, "results of different sizes, where all must have the same size")
                .label(span, label)
                .help("give all results the same size, for example with `:> [n]t` inside the function");
        if !reason.span.is_nowhere() {
            diagnostic = diagnostic.label(reason.span, "its results are combined here");
        }
        self.report(diagnostic)
    }

    /// Reports a value whose size differs from the size that is needed.
    pub fn sizes_differ(
        &mut self,
        (found_size, needed_size): (Size, Size),
        found: &Type,
        expected: &Type,
        span: Span,
        reason: &Reason,
    ) -> Reported {
        if self.show_size(&needed_size).is_empty()
            && let Some((result, wanted)) = &reason.gives
        {
            // The context may determine the needed size. If the types do not agree at all, the sizes are still reported
            // here.
            let _ = self.unifier.unify(result, wanted);
        }
        if let Some(result) = self.result_of_own_size(found, &[&found_size, &needed_size]) {
            return self.results_differ(&result, expected, span, reason);
        }
        let (found_shown, needed_shown) = (self.show_size(&found_size), self.show_size(&needed_size));
        let same_name = !found_shown.is_empty() && found_shown == needed_shown;
        let nameless = found_shown.is_empty() || needed_shown.is_empty();
        let names = (self.size_named(&needed_size, "size"), self.size_named(&found_size, ""));
        let same_origin = nameless && self.origin_of_size(&needed_size) == self.origin_of_size(&found_size);
        let headline = match names {
            _ if same_name => format!("two different sizes named `{}`", brief(&found_shown)),
            _ if same_origin => "two sizes that may differ".to_owned(),
            (Some(needed), Some(found)) => format!("expected {needed}, found {found}"),
            (Some(needed), None) => format!("expected {needed}, found another size"),
            (None, Some(found)) => format!("expected another size, found {found}"),
            (None, None) => "two sizes that may differ".to_owned(),
        };
        let (found, expected) = (self.unifier.resolve(found), self.unifier.resolve(expected));
        let diagnostic =
            Diagnostic::error(SIZES_DIFFER, headline).label(span, format!("this is {}", self.show(&found)));
        let mut diagnostic = self.with_reason(diagnostic, &expected, reason);
        for (size, text) in [(&found_size, "actual"), (&needed_size, "expected")] {
            diagnostic = self.with_origin(diagnostic, size, (text, nameless), span);
        }
        if let Some(note) = self.same_meaning(&found_size, &needed_size) {
            diagnostic = diagnostic.note(note);
        }
        if same_name {
            for (name, origin, text) in self.namesakes(&found_size, &needed_size) {
                diagnostic = diagnostic.label(origin, format!("the `{name}` in the {text} size is bound here"));
            }
        } else if matches!((&found, &expected), (Type::Array(..), Type::Array(..))) {
            let help = self.open_result((&found_size, span), &needed_shown, &expected, reason);
            diagnostic.helps.extend(help.or_else(|| self.claim_of_size(&found_size, &needed_size, &expected)));
        }
        self.report(diagnostic)
    }

    /// Returns the result type of a function, if one of the sizes is new in each of its calls.
    fn result_of_own_size(&self, function: &Type, sizes: &[&Size]) -> Option<Type> {
        let Type::Function(_) = self.unifier.shallow(function) else { return None };
        let mut is_own = false;
        for size in sizes {
            each_size_var(&self.unifier.size(size), &mut |name| is_own |= self.unifier.is_nameless(name));
        }
        is_own.then(|| self.unifier.resolve(&self.result_of_rest(function, usize::MAX)))
    }

    /// Reports a function whose results have a new size in each call, where the expected type has one size for all
    /// results.
    fn results_differ(&mut self, result: &Type, expected: &Type, span: Span, reason: &Reason) -> Reported {
        let label = format!("each call returns {} of a different size", self.show(result));
        let diagnostic =
            Diagnostic::error(SIZES_DIFFER, "results of different sizes, where all must have the same size")
                .label(span, label)
                .help("to allow it, declare the parameter that takes this function as `(f: a -> []b)`")
                .help("or apply the functions one after the other: `xs |> f |> g`");
        let diagnostic = self.with_reason(diagnostic, &self.unifier.resolve(expected), reason);
        self.report(diagnostic)
    }

    /// Returns a phrase for a size in a headline: its expression, or "the size of" and the source text of the array.
    fn size_named(&self, size: &Size, kind: &str) -> Option<String> {
        let shown = self.show_size(size);
        if !shown.is_empty() {
            return Some(format!("{kind} {}", brief(&shown)).trim_start().to_owned());
        }
        let text = without_parentheses(self.sources.text(self.origin_of_size(size)?));
        let line = text.lines().next().unwrap_or_default();
        let cut = line.char_indices().nth(MAX_QUOTED).map_or(line, |(end, _)| line.get(..end).unwrap_or_default());
        let rest = if cut.len() < text.len() { " .." } else { "" };
        Some(format!("the size of `{}{rest}`", cut.trim_end()))
    }

    /// Returns the span of the expression whose size it is, if the size has no name.
    fn origin_of_size(&self, size: &Size) -> Option<Span> {
        let Size::Var(name) = self.unifier.size(size) else { return None };
        self.size_origins.get(&name).copied().filter(|origin| !origin.is_nowhere())
    }

    /// Returns the help for a value whose size is known only at run time, where the needed size is stated by a type.
    fn open_result(&self, found: (&Size, Span), needed: &str, expected: &Type, reason: &Reason) -> Option<String> {
        let of_value = self.origin_of_size(found.0) == Some(found.1);
        let said = self.sources.text(reason.span);
        let open = self.show(expected).replacen(&format!("[{needed}]"), "[]", 1);
        (of_value && !needed.is_empty() && said.starts_with(['[', '*'])).then(|| {
            format!("the size of this value is known only at run time and may differ from {needed}: declare `{open}`")
        })
    }

    /// Returns the help to claim that two sizes are equal. `None` if both are numbers.
    fn claim_of_size(&self, found: &Size, needed: &Size, expected: &Type) -> Option<String> {
        let [found, needed] = [found, needed].map(|size| folded(&self.unifier.size(size)));
        if matches!((&found, &needed), (Size::Const(_), Size::Const(_))) {
            return None;
        }
        let (size, ty) = (self.show_size(&needed), self.show(expected));
        Some(match (size.is_empty(), ty.contains("[]")) {
            (false, false) => format!("if the sizes are always equal, write `:> {ty}` to check it at run time"),
            (false, true) => {
                format!("if the sizes are always equal, use `:>` with the size `{size}` to check it at run time")
            }
            _ if has_meta(&needed) => {
                "declare the result type with its sizes: they determine the size needed here".into()
            }
            _ => {
                let is_free = |name: &&str| self.context.locals.find(Symbol::new(name)).is_empty();
                let name = ["k", "l", "size"].into_iter().find(is_free).unwrap_or("other_size");
                format!("name the size that is needed, `let [{name}] (ys: [{name}]t) = ..`, and write `:> [{name}]t`")
            }
        })
    }

    /// Reports a size that no variable holds where its value is needed.
    pub fn size_not_known(&mut self, size: &Size, span: Span) -> Reported {
        if let Size::Var(name) = size
            && let Some(origin) = self.size_origins.get(name).copied()
            && self.sources.text(origin) == name.hint.as_str()
        {
            let hidden = name.hint;
            let diagnostic = Diagnostic::error(SIZE_UNKNOWN, format!("cannot infer the hidden size `{hidden}`"))
                .label(span, "this does not determine the size")
                .label(origin, "the size is hidden here")
                .help(format!("declare the size as a size parameter: `[{hidden}] (x: [{hidden}]t)`"));
            return self.report(diagnostic);
        }
        let diagnostic = Diagnostic::error(SIZE_UNKNOWN, "the size needed here is not known");
        if let Size::Var(name) = size
            && self.sizes_lost.contains(name)
            && let Some(origin) = self.size_origins.get(name).copied()
        {
            let diagnostic = diagnostic
                .label(span, "needed here")
                .label(origin, "the size of an array inside of a sum is not returned from here")
                .help("state the type of the sum in each branch, call top-level functions, or return the size beside the value");
            return self.report(diagnostic);
        }
        self.report(diagnostic.label(span, "no variable has this size").help("bind the array with `let` before this"))
    }

    /// Reports a size parameter that no argument of the call determines.
    pub fn size_argument_not_witnessed(&mut self, parameter: Symbol, ty: &Type, span: Span) -> Reported {
        let name = self.sources.text(span);
        let subject = if is_brief(name) { format!(" of `{name}`") } else { String::new() };
        let shown = self.show(ty);
        let help = match self.unifier.resolve(ty) {
            Type::Function(function) => match &function.param {
                Type::Function(taken) => {
                    let taken = self.show(&taken.param).replace("[]", "[1]");
                    format!("declare the type of the parameter with its size, such as `\\(xs: {taken}) -> ..`")
                }
                _ => {
                    let result = self.show(&self.result_of_rest(ty, usize::MAX)).replace("[]", "[1]");
                    format!("declare the result type with its size, such as `: {result}`")
                }
            },
            _ => format!("declare its type with the size, such as `({}: {})`", brief(name), shown.replace("[]", "[1]")),
        };
        let diagnostic = Diagnostic::error(SIZE_UNKNOWN, format!("cannot infer the size `{parameter}`{subject}"))
            .label(span, format!("this is {shown}"))
            .help(help);
        self.report(diagnostic)
    }

    /// Adds a label that explains a size without a name: the expression that has it, or the variable that is out of
    /// scope. If the other size has no name, also explains a named one.
    fn with_origin(
        &self,
        diagnostic: Diagnostic,
        size: &Size,
        (text, nameless): (&str, bool),
        span: Span,
    ) -> Diagnostic {
        let Size::Var(name) = self.unifier.size(size) else { return diagnostic };
        let text = format!("the {text} size");
        if let Some((left, variable)) = self.left_scope.get(&name)
            && let Some(bound_at) = self.bound_at.get(variable)
        {
            let what = match left {
                Size::Var(_) => format!("`{}`, which", variable.hint),
                _ => format!("`{}`, where `{}`", brief(&self.show_size(left)), variable.hint),
            };
            return diagnostic.label(*bound_at, format!("{text} is {what} is bound here and not in scope outside"));
        }
        let is_labelled = |origin: &Span| diagnostic.labels.iter().any(|label| label.span == *origin);
        match (self.size_origins.get(&name), self.bound_at.get(&name)) {
            (Some(origin), _) if origin.is_nowhere() || *origin == span || is_labelled(origin) => diagnostic,
            (Some(origin), _) => diagnostic.label(*origin, format!("{text} comes from here")),
            (None, Some(bound)) if nameless && !is_labelled(bound) => {
                diagnostic.label(*bound, format!("{text} is bound here"))
            }
            (None, _) => diagnostic,
        }
    }

    /// Returns a note if the two sizes are equal in value but not as expressions.
    fn same_meaning(&self, found: &Size, needed: &Size) -> Option<String> {
        let replace = Replace { sizes: self.meanings.clone(), ..Replace::default() };
        let meant = |size: &Size| {
            let mut meant = self.unifier.size(size);
            for _ in 0..MAX_MEANINGS {
                let next = self.unifier.size(&replace.size(&meant));
                if next == meant || !is_small(&next) {
                    break;
                }
                meant = next;
            }
            folded(&meant)
        };
        let note = "sizes are compared as they are written: without arithmetic, and without the values of variables";
        (meant(found) == meant(needed)).then(|| note.to_owned())
    }

    /// Returns pairs of variables in the two sizes that have the same name but are different variables, each with the
    /// span of its binding.
    fn namesakes(&self, found: &Size, needed: &Size) -> Vec<(Symbol, Span, &'static str)> {
        let variables = |size: &Size| {
            let mut names: Vec<Name> = Vec::new();
            each_size_var(&self.unifier.size(size), &mut |name| names.push(name));
            names
        };
        let (of_found, of_needed) = (variables(found), variables(needed));
        let mut namesakes = Vec::new();
        for (a, b) in of_found.iter().zip(&of_needed).filter(|(a, b)| a != b && a.hint == b.hint) {
            for (name, text) in [(a, "actual"), (b, "expected")] {
                if let Some(origin) = self.bound_at.get(name) {
                    namesakes.push((name.hint, *origin, text));
                }
            }
        }
        namesakes.dedup();
        namesakes
    }
}

/// Removes parentheses around the whole text.
fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else { return text };
    let mut depth = 0_i32;
    let closes = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    if closes { text } else { inner }
}
