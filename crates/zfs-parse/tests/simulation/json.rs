//! What OpenZFS prints in JSON, with what it loses.

use super::system::Held;

/// A document of datasets and their properties. As in OpenZFS, characters past U+FFFF are dropped,
/// and the first byte that is no character ends the document, which is not told otherwise.
pub(crate) fn document<'a>(
    datasets: impl Iterator<Item = (&'a str, Vec<(&'a str, Held)>)>,
) -> Vec<u8> {
    let mut whole = true;
    let mut document = r#"{"output_version":{"vers_major":0},"datasets":{"#.to_owned();
    for (at, (name, properties)) in datasets.enumerate() {
        document.push_str(if at == 0 { "" } else { "," });
        document.push_str(&format!(r#""{name}":{{"name":"{name}","properties":{{"#));
        for (at, (property, (value, source))) in properties.into_iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            document.push_str(&format!(r#"{comma}"{property}":{{"value":""#));
            let text = std::str::from_utf8(&value);
            let good = text.map_err(|error| &value[..error.valid_up_to()]);
            let good = good.unwrap_or_else(|good| std::str::from_utf8(good).unwrap_or_default());
            document.extend(good.chars().filter(|c| *c <= '\u{ffff}').map(escaped));
            whole &= text.is_ok();
            if !whole {
                return document.into_bytes();
            }
            let source = String::from_utf8(source).unwrap();
            let (kind, from) = match source.strip_prefix("inherited from ") {
                Some(from) => ("INHERITED".to_owned(), from),
                None if source == "-" => ("NONE".to_owned(), "-"),
                None => (source.to_uppercase(), "-"),
            };
            document.push_str(&format!(r#"","source":{{"type":"{kind}","data":"{from}"}}}}"#));
        }
        document.push_str("}}");
    }
    document.push_str("}}\n");
    document.into_bytes()
}

fn escaped(c: char) -> String {
    match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".into(),
        '\t' => "\\t".into(),
        c if c.is_ascii() && !c.is_control() => c.into(),
        c => format!("\\u{:04x}", u32::from(c)),
    }
}
