//! What OpenZFS prints in JSON, with what it loses: characters past U+FFFF, and all from the first
//! byte on that is no character.

/// A property: its name, value and source, as the text forms have them.
pub(crate) type Property = (String, Vec<u8>, Vec<u8>);

/// The document of these datasets.
pub(crate) fn document(datasets: &[(&str, Vec<Property>)]) -> Vec<u8> {
    let mut out = String::from("{\"output_version\":{\"vers_major\":0},\"datasets\":{");
    // What can't be printed ends the document, and nobody is told.
    let _ = print_all(&mut out, datasets);
    (out + "\n").into_bytes()
}

fn print_all(out: &mut String, datasets: &[(&str, Vec<Property>)]) -> Option<()> {
    for (i, (name, properties)) in datasets.iter().enumerate() {
        out.push_str(if i > 0 { "," } else { "" });
        string(out, name.as_bytes())?;
        out.push_str(":{\"type\":\"FILESYSTEM\",\"properties\":{");
        for (i, (name, value, source)) in properties.iter().enumerate() {
            out.push_str(if i > 0 { "," } else { "" });
            string(out, name.as_bytes())?;
            out.push_str(":{\"value\":");
            string(out, value)?;
            let source = std::str::from_utf8(source).ok()?;
            let (kind, data) = match source.strip_prefix("inherited from ") {
                Some(name) => ("INHERITED".to_owned(), name),
                None if source == "-" => ("NONE".to_owned(), "-"),
                None => (source.to_uppercase(), "-"),
            };
            out.push_str(",\"source\":{\"type\":");
            string(out, kind.as_bytes())?;
            out.push_str(",\"data\":");
            string(out, data.as_bytes())?;
            out.push_str("}}");
        }
        out.push_str("}}");
    }
    out.push_str("}}");
    Some(())
}

fn string(out: &mut String, text: &[u8]) -> Option<()> {
    out.push('"');
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\t' => out.push_str("\\t"),
                '\n' => out.push_str("\\n"),
                ' '..='\u{7f}' => out.push(c),
                c if u32::from(c) <= 0xffff => out.push_str(&format!("\\u{:04x}", u32::from(c))),
                _ => {}
            }
        }
        if !chunk.invalid().is_empty() {
            return None;
        }
    }
    out.push('"');
    Some(())
}
