//! Tests of the templates of failures.

use rista_base::Template;

#[test]
fn templates_fill_holes_and_keep_doubled_braces() {
    let template = Template::new("Index [{}] of {{a}} out of bounds for [{}]");
    assert_eq!(template.holes(), 2);
    assert_eq!(template.fill(&["4".into(), "3".into()]), "Index [4] of {a} out of bounds for [3]");
    assert_eq!(Template::new("{").fill(&[]), "{");
}
