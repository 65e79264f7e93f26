//! Tokens and documentation.

use base::FileId;
use front_futhark::lexer::*;

fn kinds(text: &str) -> Vec<(Kind, &str)> {
    let tokens = lex(FileId(0), text, 20).tokens;
    let spelled = tokens.iter().map(|t| (t.kind, text.get(t.start as usize..t.end as usize).unwrap_or("")));
    spelled.filter(|(kind, _)| *kind != Kind::End).collect()
}

#[test]
fn names_operators_and_projections() {
    use Kind::*;
    assert_eq!(
        kinds("m.n.x m.+ m.( x.0.1"),
        [
            (QualName, "m.n.x"),
            (QualOperator, "m.+"),
            (LocalOpen, "m.("),
            (Name, "x"),
            (NumberField, ".0"),
            (NumberField, ".1"),
        ]
    );
    assert_eq!(
        kinds("in inn _ _x x' #a.b")[0..5].iter().map(|t| t.0).collect::<Vec<_>>(),
        [In, Name, Underscore, Name, Name]
    );
    assert_eq!(
        kinds("+> -> - = == <| *"),
        [(Operator, "+>"), (Arrow, "->"), (Minus, "-"), (Equals, "="), (Operator, "=="), (Operator, "<|"), (Star, "*"),]
    );
}

#[test]
fn numbers_and_ranges() {
    use Kind::*;
    let texts = ["1_000i64", "0x1e", "0x1.8p-3f32", "1.5e-3f32", "1e5", "0rXIV", "0b1010u8", "1f32"];
    for text in texts {
        assert_eq!(kinds(text), [(Number, text)]);
    }
    assert_eq!(kinds("0x1e+5").len(), 3);
    assert_eq!(
        kinds("0..<n..2...9..>a"),
        [
            (Number, "0"),
            (RangeUp, "..<"),
            (Name, "n"),
            (RangeSecond, ".."),
            (Number, "2"),
            (RangeInclusive, "..."),
            (Number, "9"),
            (RangeDown, "..>"),
            (Name, "a"),
        ]
    );
}

#[test]
fn quotes() {
    use Kind::*;
    assert_eq!(
        kinds(r#"'a' 'a '^t '~t '\'' '\n' "x\"y" '^'"#).iter().map(|t| t.0).collect::<Vec<_>>(),
        [Char, Tick, Name, TickCaret, Name, TickTilde, Name, Char, Char, String, Char]
    );
    let broken = lex(FileId(0), "\"abc\\\nx $$ @", 20);
    let places: Vec<_> = broken.diagnostics.iter().map(|d| (d.labels[0].span.start, d.headline.as_str())).collect();
    assert_eq!(places, [(0, "unterminated string"), (8, "unknown character `$`"), (11, "unknown character `@`")]);
}

#[test]
fn documentation_is_kept() {
    let text = "-- | The file.\n\n-- | One.\n-- More.\ndef x = 1 -- | no\n-- no\n-- | Two\nentry y";
    let tokens = lex(FileId(0), text, 20);
    assert_eq!(tokens.file_doc.as_deref(), Some("The file."));
    assert_eq!(tokens.docs, [(0, "One.\nMore.".to_owned()), (4, "Two".to_owned())]);
    let alone = lex(FileId(0), "-- | One.\ndef x = 1", 20);
    assert_eq!((alone.file_doc, alone.docs.len()), (None, 1));
    let plain = lex(FileId(0), "--| One.\n--  | Two.\n-- Three | four.\ndef x = 1", 20);
    assert_eq!((plain.file_doc, plain.docs.len()), (None, 0));
    let header = lex(FileId(0), "-- | One.\nimport \"x\"", 20);
    assert_eq!((header.file_doc.as_deref(), header.docs.len()), (Some("One."), 0));
}
