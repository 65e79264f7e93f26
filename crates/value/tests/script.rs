//! Tests of the expressions of script inputs.

use rista_value::Value;
use rista_value::script::{Form, Script, parse};

/// Prints the expression with `<` and `>` around each argument of an application.
fn shown(script: &Script) -> String {
    let list = |items: &[Script]| items.iter().map(shown).collect::<Vec<_>>().join(", ");
    match &script.form {
        Form::Name(name) => name.clone(),
        Form::Builtin(name) => format!("${name}"),
        Form::Number(number) => Value::Scalar(number.scalar).to_string(),
        Form::Constant(value) => value.to_string(),
        Form::Apply(function, arguments) => {
            let arguments: String = arguments.iter().map(|argument| format!(" <{}>", shown(argument))).collect();
            format!("{}{arguments}", shown(function))
        }
        Form::Let(pattern, value, body) => format!("let {pattern:?} = {} in {}", shown(value), shown(body)),
        Form::Tuple(items) => format!("({})", list(items)),
        Form::Array(items) => format!("[{}]", list(items)),
        Form::Record(fields) => {
            let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name} = {}", shown(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Form::Project(of, field) => format!("{}.{field}", shown(of)),
        Form::Index(of, at) => format!("{}[{}]", shown(of), list(at)),
    }
}

#[test]
fn expressions_are_read() {
    let cases = [
        ("f 1 2u8 -3.5 -f32.inf true", "f <1i32> <2u8> <-3.5f64> <-f32.inf> <true>"),
        ("f x.0 y[0, 1] [2] (g 3)", "f <x.0> <y[0i32, 1i32]> <[2i32]> <g <3i32>>"),
        ("(f 1).a.b -- of a comment\n", "f <1i32>.a.b"),
        ("{a = 1, b}", "{a = 1i32, b = b}"),
        ("(1, (), (2), [])", "(1i32, (), 2i32, [])"),
        ("$loaddata \"a.in\"", "$loaddata <[97u8, 46u8, 105u8, 110u8]>"),
        ("empty([0][3]f32)", "empty([0][3]f32)"),
        ("let x = 1 in x", "let Name(\"x\") = 1i32 in x"),
        (
            "let (x, (_, y)) = f 1 let z = x in z",
            "let Tuple([Name(\"x\"), Tuple([Any, Name(\"y\")])]) = f <1i32> in let Name(\"z\") = x in z",
        ),
        ("f 5000000000", "f <5000000000i64>"),
    ];
    for (text, expected) in cases {
        let script = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(shown(&script), expected, "{text}");
    }
}

#[test]
fn what_is_malformed_is_told_with_its_place() {
    let cases = [
        ("", "1:1: expected an expression, but found the end of the input"),
        ("f (1", "1:5: expected `,` or `)`, but found the end of the input"),
        ("f\n )", "2:2: expected the end of the script, but found `)`"),
        ("let x 1 in x", "1:7: expected `=`, but found `1`"),
        ("let x = 1", "1:10: expected `in` or another `let`, but found the end of the input"),
        ("f 1i31", "1:3: expected a number, but found `1i31`"),
        ("f 99999999999999999999", "1:3: `99999999999999999999` is out of the range of its type"),
        ("x.", "1:3: expected the name of a field, but found the end of the input"),
    ];
    for (text, expected) in cases {
        assert_eq!(parse(text).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn nesting_has_a_bound() {
    let deep = |count: usize| "(".repeat(count) + "1" + &")".repeat(count);
    let check = move || {
        assert!(parse(&deep(1_900)).is_ok());
        for text in [deep(3_000), "[".repeat(100_000), "let x = ".repeat(100_000), format!("let {}", deep(3_000))] {
            assert!(parse(&text).unwrap_err().message.contains("nested"));
        }
        assert!(parse(&format!("x{}", ".a".repeat(3_000))).unwrap_err().message.contains("nested"));
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(check).unwrap().join().unwrap();
}
