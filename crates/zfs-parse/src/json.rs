//! As much of JSON as OpenZFS prints since 2.3: objects of objects of strings.
//!
//! What it prints is complete only as far as the locale lets it be: characters past U+FFFF are
//! dropped without a word, and the first byte that is no character ends the document. So nothing is
//! believed of a document alone; see [`Recovery`](crate::question::sealed::Recovery).

use alloc::vec::Vec;

/// How deep objects and arrays may stand in one another.
const DEPTH: usize = 32;

/// A place in a document.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn new(document: &'a [u8]) -> Self {
        Self { rest: document }
    }

    /// Whether nothing but white space is left.
    fn is_at_end(&mut self) -> bool {
        self.blanks();
        self.rest.is_empty()
    }

    /// Reads an object: `member` reads the value of each key, in order.
    fn object(&mut self, mut member: impl FnMut(&[u8], &mut Self) -> Option<()>) -> Option<()> {
        self.expect(b'{')?;
        if self.skip_if(b'}') {
            return Some(());
        }
        loop {
            let key = self.string()?;
            self.expect(b':')?;
            member(&key, self)?;
            if self.skip_if(b'}') {
                return Some(());
            }
            self.expect(b',')?;
        }
    }

    /// Reads a string: its characters as UTF-8.
    fn string(&mut self) -> Option<Vec<u8>> {
        self.expect(b'"')?;
        let mut text = Vec::new();
        loop {
            match self.take()? {
                b'"' => return Some(text),
                b'\\' => {
                    let character = self.escaped()?;
                    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                byte => text.push(byte),
            }
        }
    }

    /// Passes over a value of any kind.
    fn skip(&mut self) -> Option<()> {
        self.skip_within(DEPTH)
    }

    fn skip_within(&mut self, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        self.blanks();
        match self.rest.first()? {
            b'"' => self.string().map(|_| ()),
            b'{' => self.object(|_, reader| reader.skip_within(depth)),
            b'[' => {
                self.expect(b'[')?;
                if self.skip_if(b']') {
                    return Some(());
                }
                loop {
                    self.skip_within(depth)?;
                    if self.skip_if(b']') {
                        return Some(());
                    }
                    self.expect(b',')?;
                }
            }
            _ => {
                let word = |b: &u8| b.is_ascii_alphanumeric() || b"+-.".contains(b);
                let length = self.rest.iter().take_while(|b| word(b)).count();
                self.rest = self.rest.get(length..).filter(|_| length > 0)?;
                Some(())
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        Some(match self.take()? {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => self.utf16()?,
            byte @ (b'"' | b'\\' | b'/') => char::from(byte),
            _ => return None,
        })
    }

    /// Four hexadecimal digits, or twice that for a pair of surrogates.
    fn utf16(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        self.rest = self.rest.strip_prefix(b"\\u")?;
        let second = self.hex()?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xd800) << 10) + second)
    }

    fn hex(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |n, _| Some(n * 16 + char::from(self.take()?).to_digit(16)?))
    }

    fn take(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    fn skip_if(&mut self, byte: u8) -> bool {
        self.blanks();
        let rest = self.rest.strip_prefix(&[byte]);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.skip_if(byte).then_some(())
    }
}

/// A dataset in a document of `zfs list -j` or `zfs get -j`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dataset {
    pub(crate) name: Vec<u8>,
    /// Its properties in order: name, value, and source as the text forms have it.
    pub(crate) properties: Vec<(Vec<u8>, Vec<u8>, Vec<u8>)>,
}

/// The datasets of a document, in order; nothing where it is not whole.
pub(crate) fn datasets(document: &[u8]) -> Option<Vec<Dataset>> {
    let mut datasets = Vec::new();
    let mut reader = Reader::new(document);
    let mut found = false;
    reader.object(|key, reader| match key {
        b"datasets" => {
            found = true;
            reader.object(|name, reader| {
                let mut dataset = Dataset { name: name.to_vec(), properties: Vec::new() };
                reader.object(|key, reader| match key {
                    b"properties" => reader.object(|name, reader| {
                        dataset.properties.push(property(name, reader)?);
                        Some(())
                    }),
                    _ => reader.skip(),
                })?;
                datasets.push(dataset);
                Some(())
            })
        }
        _ => reader.skip(),
    })?;
    (found && reader.is_at_end()).then_some(datasets)
}

fn property(name: &[u8], reader: &mut Reader<'_>) -> Option<(Vec<u8>, Vec<u8>, Vec<u8>)> {
    let (mut value, mut kind, mut from) = (None, Vec::new(), Vec::new());
    reader.object(|key, reader| match key {
        b"value" => {
            value = Some(reader.string()?);
            Some(())
        }
        b"source" => reader.object(|key, reader| {
            match key {
                b"type" => kind = reader.string()?,
                b"data" => from = reader.string()?,
                _ => reader.skip()?,
            }
            Some(())
        }),
        _ => reader.skip(),
    })?;
    Some((name.to_vec(), value?, source(&kind, &from)?))
}

/// The source as `zfs get` prints it: `inherited from` what fits in 127 bytes.
fn source(kind: &[u8], from: &[u8]) -> Option<Vec<u8>> {
    Some(match kind {
        b"NONE" => b"-".into(),
        b"DEFAULT" => b"default".into(),
        b"LOCAL" => b"local".into(),
        b"TEMPORARY" => b"temporary".into(),
        b"RECEIVED" => b"received".into(),
        b"INHERITED" => {
            let mut text = [b"inherited from ", from].concat();
            text.truncate(127);
            text
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use proptest::prelude::*;

    #[test]
    fn a_document_of_datasets_is_read_in_order() {
        let document = br#"{"output_version":{"command":"zfs list","vers_major":0,"vers_minor":1},
            "datasets":{"tank":{"name":"tank","type":"FILESYSTEM","createtxg":"1","properties":{
            "used":{"value":"1024","source":{"type":"NONE","data":"-"}},
            "x:y":{"value":"a\tb\n\u00e9\\\"","source":{"type":"INHERITED","data":"p"}}}},
            "tank/a":{"properties":{}}}}
            "#;
        let datasets = datasets(document).unwrap();
        assert_eq!(datasets.len(), 2);
        let [used, user] = &datasets[0].properties[..] else { panic!("{datasets:?}") };
        assert_eq!((&used.1[..], &used.2[..]), (&b"1024"[..], &b"-"[..]));
        assert_eq!(user.1, "a\tb\n\u{e9}\\\"".as_bytes());
        assert_eq!(user.2, b"inherited from p");
    }

    #[test]
    fn a_document_that_was_cut_off_is_none() {
        // OpenZFS in the C locale stops in the middle of the first string with a byte above 127.
        for document in [
            "",
            "{",
            r#"{"datasets":{"tank":{"properties":{"x:y":{"value":""#,
            r#"{"a":1}"#,
            r#"{"datasets":{}} x"#,
        ] {
            assert_eq!(datasets(document.as_bytes()), None, "{document}");
        }
        assert_eq!(datasets(br#"{"datasets":{}}"#), Some(Vec::new()));
    }

    #[test]
    fn depth_is_bounded() {
        let document = "[".repeat(100_000);
        assert_eq!(Reader::new(document.as_bytes()).skip(), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(document: Vec<u8>) {
            let _ = datasets(&document);
        }

        #[test]
        fn strings_read_back(text: String) {
            let escaped: String = text.encode_utf16().map(|unit| alloc::format!("\\u{unit:04x}")).collect();
            let document = alloc::format!("\"{escaped}\"");
            prop_assert_eq!(Reader::new(document.as_bytes()).string(), Some(text.into_bytes()));
        }
    }
}
