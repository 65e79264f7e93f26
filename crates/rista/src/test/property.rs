//! Tests properties: entry points that must return `true` for every input. Inputs are random and grow. An input that
//! falsifies the property is shrunk before it is reported. The evaluator of CORE makes the inputs, so they are the same
//! on every target.

use crate::test::options::Options;
use crate::test::outcome::{Outcome, Verdict};
use crate::test::subject::{End, Run, Subject, timed_out};
use driver::module::Signature;
use std::time::Instant;
use value::entry::{EntryType, print_structured};
use value::property::{PropertyEntry, generate, shrink, shrinks};
use value::{Scalar, ScalarType, Value};

/// Number of inputs that are tried.
const TRIES: u64 = 100;

/// Size of the last random input, and of all inputs that a generator makes, unless the property states a size.
const SIZE: u64 = 50;

/// Largest number of smaller inputs that are tried.
const SHRINKS: usize = 500;

/// Number of tries in a row in which the user's shrinker must find a smaller input that falsifies the property. Also
/// the number of seeds that are tried with the user's generator for each size.
const PATIENCE: usize = 20;

/// Largest number of characters of an input in a message.
const SHOWN: usize = 2_000;

/// Why the property is not shown to hold for an input: the input falsifies it, or the verdict was decided without it.
enum Wrong {
    Falsified(String),
    Decided(Verdict),
}

/// Tests a property. `run` runs it on an input.
pub fn test(subject: &Subject, entry: &str, options: &Options, run: impl Fn(Vec<Value>) -> Run) -> Verdict {
    let property = match find(subject, entry) {
        Ok(property) => property,
        Err(message) => return Verdict::failed(message),
    };
    let start = Instant::now();
    let trial = Trial { subject, property, options, run, start };
    let verdict = trial.tries();
    Verdict { seconds: Some(start.elapsed().as_secs_f64()), ..verdict }
}

/// Returns the property, after checking its type and the types of the functions in its attribute.
fn find<'s>(subject: &'s Subject, entry: &str) -> Result<&'s PropertyEntry, String> {
    let signature = |name: &str| subject.signatures.iter().find(|signature| signature.name == name);
    let no_entry = |name: &str| format!("there is no entry point `{name}`");
    let found = signature(entry).ok_or_else(|| no_entry(entry))?;
    let property = subject.properties.iter().find(|property| property.name == entry).ok_or_else(|| {
        let (count, result) = (found.params.len(), &found.result.shown);
        format!("`{entry}` is not a property: it has {count} parameters and returns {result}, not 1 and bool")
    })?;
    let param = &property.param;
    if let Some(name) = &property.generator {
        let found = signature(name).ok_or_else(|| format!("{}, which is to generate inputs", no_entry(name)))?;
        let fits = matches!(found.params.as_slice(), [size, seed]
            if is_scalar(&size.ty, ScalarType::I64) && seed_type(&seed.ty).is_some());
        if !fits || found.result.ty != *param {
            return Err(format!(
                "`{name}` is not a generator: it must take (size: i64) and (seed: i32) and return {}",
                param.name()
            ));
        }
    }
    if let Some(name) = &property.shrinker {
        let found = signature(name).ok_or_else(|| format!("{}, which is to shrink inputs", no_entry(name)))?;
        let fits = matches!(found.params.as_slice(), [input, seed]
            if input.ty == *param && seed_type(&seed.ty).is_some());
        if !fits || found.result.ty != *param {
            let name_of = param.name();
            return Err(format!(
                "`{name}` is not a shrinker: it must take {name_of} and (random: i32) and return {name_of}"
            ));
        }
    }
    Ok(property)
}

fn is_scalar(ty: &EntryType, elem: ScalarType) -> bool {
    *ty == EntryType::flat(elem, 0)
}

/// Returns the scalar type of a seed parameter, which must be an integer type.
fn seed_type(ty: &EntryType) -> Option<ScalarType> {
    match ty {
        EntryType::Flat(flat) if flat.rank == 0 && flat.elem.is_integer() => Some(flat.elem),
        EntryType::Flat(_) | EntryType::Opaque(_) => None,
    }
}

/// State of the test of a property.
struct Trial<'a, R> {
    subject: &'a Subject,
    property: &'a PropertyEntry,
    options: &'a Options,
    run: R,
    start: Instant,
}

impl<R: Fn(Vec<Value>) -> Run> Trial<'_, R> {
    /// Tests a property on generated inputs. Returns a failure with the smallest input found.
    fn tries(&self) -> Verdict {
        let largest = self.property.size.unwrap_or(SIZE);
        for number in 0..TRIES {
            if self.start.elapsed() > self.options.timeout {
                let verdict = timed_out(self.options);
                return Verdict {
                    message: format!("{}, when {number} of {TRIES} inputs were right", verdict.message),
                    ..verdict
                };
            }
            // A generator may rely on the size that the property states.
            let size = match self.property.generator {
                Some(_) => largest,
                None => (u128::from(largest) * u128::from(number) / u128::from(TRIES - 1)) as u64,
            };
            let input = match self.input(size, number) {
                Ok(input) => input,
                Err(verdict) => return verdict,
            };
            match self.judge(&input) {
                Ok(()) => {}
                Err(Wrong::Decided(verdict)) => {
                    let message = format!("{}\nwith the input {}", verdict.message, self.shown(&input));
                    return Verdict { message, ..verdict };
                }
                Err(Wrong::Falsified(why)) => return self.falsified(input, why, size, number),
            }
        }
        Verdict::passed()
    }

    /// Returns an input of this size. The same seed gives the same input.
    fn input(&self, size: u64, seed: u64) -> Result<Vec<Value>, Verdict> {
        let Some(generator) = &self.property.generator else {
            let help = "generate it with `#[prop(gen(f))]`";
            return generate(self.property, size, seed)
                .map_err(|why| Verdict::failed(format!("there is no random input: {why}; {help}")));
        };
        let size = Scalar::from_i128(ScalarType::I64, i128::from(size));
        let run = self.call(generator, vec![Value::Scalar(size)], seed);
        match run.end {
            End::Values(input) => Ok(input),
            End::Failure(text) => Err(Verdict::failed(format!("the generator `{generator}` fails: {text}"))),
            End::Decided(verdict) => Err(verdict.about(&format!("the generator `{generator}`"))),
        }
    }

    /// Calls a function of the user whose last parameter is a seed.
    fn call(&self, name: &str, mut arguments: Vec<Value>, seed: u64) -> Run {
        let Subject { signatures, core, .. } = self.subject;
        let signature: Option<&Signature> = signatures.iter().find(|signature| signature.name == name);
        let ty = signature.and_then(|signature| seed_type(&signature.params.last()?.ty)).unwrap_or(ScalarType::I32);
        arguments.push(Value::Scalar(Scalar::from_i128(ty, i128::from(seed))));
        self.subject.evaluate(core, name, arguments, self.options)
    }

    fn judge(&self, input: &[Value]) -> Result<(), Wrong> {
        match (self.run)(input.to_vec()).end {
            End::Values(values) if values == [Value::Scalar(Scalar::Bool(true))] => Ok(()),
            End::Values(_) => Err(Wrong::Falsified("it is false".to_owned())),
            End::Failure(text) => {
                Err(Wrong::Falsified(format!("it fails ({})", text.lines().next().unwrap_or_default())))
            }
            End::Decided(verdict) => Err(Wrong::Decided(verdict)),
        }
    }

    /// Returns why the input falsifies the property; `None` if it does not.
    fn fault(&self, input: &[Value]) -> Option<String> {
        match self.judge(input) {
            Err(Wrong::Falsified(why)) => Some(why),
            Ok(()) | Err(Wrong::Decided(_)) => None,
        }
    }

    /// Returns the verdict for a falsified property, after searching for the smallest input that falsifies it.
    fn falsified(&self, input: Vec<Value>, why: String, size: u64, number: u64) -> Verdict {
        let (input, why) = match (&self.property.shrinker, &self.property.generator) {
            (Some(shrinker), _) => self.shrink_by(shrinker, input, why),
            (None, Some(_)) => self.generate_smaller(input, why, size),
            (None, None) => self.shrink(input, why),
        };
        let shown = self.shown(&input);
        Verdict::new(Outcome::Failed, format!("{why} for the input\n{shown}\nfound on try {} of {TRIES}", number + 1))
    }

    /// Returns the smallest failing input found by built-in shrinking, and its failure.
    fn shrink(&self, mut input: Vec<Value>, mut why: String) -> (Vec<Value>, String) {
        let mut left = SHRINKS;
        'next: loop {
            for way in shrinks(self.property, &input) {
                let Some(smaller) = shrink(self.property, &input, way) else { continue };
                if left == 0 || self.start.elapsed() > self.options.timeout {
                    return (input, why);
                }
                left -= 1;
                if let Some(fault) = self.fault(&smaller) {
                    (input, why) = (smaller, fault);
                    continue 'next;
                }
            }
            return (input, why);
        }
    }

    /// Searches for a smaller input among those of the user's generator.
    fn generate_smaller(&self, input: Vec<Value>, why: String, size: u64) -> (Vec<Value>, String) {
        let seeds = 0..PATIENCE as u64;
        let smaller = (0..size).flat_map(|size| seeds.clone().map(move |seed| (size, seed))).take(SHRINKS);
        for (size, seed) in smaller {
            if self.start.elapsed() > self.options.timeout {
                break;
            }
            if let Ok(smaller) = self.input(size, seed)
                && let Some(fault) = self.fault(&smaller)
            {
                return (smaller, fault);
            }
        }
        (input, why)
    }

    /// Returns the smallest failing input found by the program's own function `shrinker`, and its failure.
    fn shrink_by(&self, shrinker: &str, mut input: Vec<Value>, mut why: String) -> (Vec<Value>, String) {
        let mut failures = 0;
        for seed in 0..SHRINKS as u64 {
            if failures == PATIENCE || self.start.elapsed() > self.options.timeout {
                break;
            }
            let End::Values(smaller) = self.call(shrinker, input.clone(), seed).end else { break };
            match self.fault(&smaller) {
                Some(fault) if smaller != input => {
                    (input, why, failures) = (smaller, fault, 0);
                }
                _ => failures += 1,
            }
        }
        (input, why)
    }

    fn shown(&self, input: &[Value]) -> String {
        let text = print_structured(&self.property.param, input);
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{} ..", text.get(..end).unwrap_or_default()),
            None => text,
        }
    }
}
