//! Values, names and messages.

use zfs_parse::Dialect;
use zfs_parse::failure::Failure;
use zfs_parse::name::{MAX_LENGTH, Name, NameKind};
use zfs_parse::property::{Form, Property, Scope};
use zfs_parse::value::{Cell, Number, Time, Value};

const FORMS: [Form; 13] = [
    Form::Size,
    Form::Quota,
    Form::AutoQuota,
    Form::Count,
    Form::Limit,
    Form::Integer,
    Form::Guid,
    Form::Ratio,
    Form::Percent,
    Form::Time,
    Form::Keyword,
    Form::Text,
    Form::TextOrNone,
];

/// Each line, in every form: what is read prints as what reads the same.
pub(crate) fn values(data: &[u8]) {
    for text in data.split(|b| *b == b'\n' || *b == b'\t').chain([data]) {
        for form in FORMS {
            match form.read(text) {
                Ok(cell) => value(form, text, &cell),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

fn value(form: Form, text: &[u8], cell: &Cell<'_>) {
    assert_eq!(cell.clone().into_owned(), *cell);
    let Some(value) = cell.value() else { return };
    let again = match value {
        Value::Size(n) | Value::Count(n) | Value::Guid(n) => {
            number(*n);
            n.to_string()
        }
        Value::Ratio(ratio) => ratio.to_string(),
        Value::Percent(percent) => percent.to_string(),
        Value::Time(Time::Epoch(seconds)) => seconds.to_string(),
        Value::Time(Time::Printed(time)) => {
            let _ = (time.to_string(), time.epoch_in_utc());
            return;
        }
        Value::Keyword(kept) | Value::Text(kept) => {
            assert_eq!(kept.as_bytes(), text, "nothing is trimmed");
            let _ = (kept.to_str(), kept.escaped(), kept.switch());
            return;
        }
        _ => return,
    };
    let read = form.read(again.as_bytes());
    assert_eq!(read.as_ref(), Ok(cell), "{form:?}: {text:?} prints as {again}");
}

fn number(n: Number) {
    assert!(n.may_be(n.nominal()), "{n:?}");
    match n {
        Number::Exact(exact) => assert!(n.exact() == Some(exact) && n.nominal() == exact),
        Number::Rounded(rounded) => {
            assert!(rounded.low() <= rounded.nominal() && rounded.nominal() <= rounded.high());
            assert_eq!(n.exact(), None);
        }
        _ => {}
    }
}

/// The bytes as a dataset's name, a property's, a dialect's: each is one or is refused.
pub(crate) fn names(data: &[u8]) {
    match Name::new(data) {
        Ok(name) => {
            let text = name.as_str();
            assert!(text.as_bytes() == data && text.len() <= MAX_LENGTH);
            assert!(data[0].is_ascii_alphabetic(), "an operand can't be taken for an option");
            assert!(!data.iter().any(|b| b"\t\n".contains(b)));
            assert!(text.starts_with(name.dataset()) && name.dataset().starts_with(name.pool()));
            assert_eq!(name.kind() == NameKind::Dataset, name.dataset() == text);
            assert_eq!(text.parse::<Name>().as_ref(), Ok(&name));
        }
        Err(refusal) => assert!(!refusal.to_string().chars().any(char::is_control)),
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    for scope in [Scope::Dataset, Scope::Pool, Scope::Vdev] {
        match Property::of(scope, text) {
            Ok(property) => {
                let name = property.name();
                assert!(!name.starts_with('-') && !name.contains(','));
                assert!(!name.chars().any(char::is_control));
                assert_eq!(Property::of(scope, name).as_ref(), Ok(&property), "a fixed point");
            }
            Err(refusal) => assert!(!refusal.to_string().chars().any(char::is_control)),
        }
    }
    if let Ok(dialect) = text.parse::<Dialect>() {
        let named = dialect.to_string();
        assert_eq!(named.parse::<Dialect>().map(|d| d.to_string()), Ok(named));
    }
}

/// The bytes as standard error: no byte is lost, and each failure can be shown.
pub(crate) fn failure(data: &[u8]) {
    let mut rebuilt = Vec::new();
    for failure in Failure::read_all(data) {
        rebuilt.extend_from_slice(failure.message());
        rebuilt.push(b'\n');
        rebuilt.extend_from_slice(failure.detail());
        let _ = format!("{failure:?} {:?} {:?}", failure.kind(), failure.kind().retry());
        let shown = failure.to_string();
        assert!(!shown.chars().any(char::is_control), "{shown:?} is not for a terminal");
        if let Some(entity) = failure.entity() {
            let mut parts = failure.message().windows(entity.len().max(1));
            assert!(entity.is_empty() || parts.any(|part| part == entity), "{failure:?}");
        }
    }
    let ended = [data, b"\n"].concat();
    assert!(rebuilt == data || rebuilt == ended, "{rebuilt:?} of {data:?}");
}
