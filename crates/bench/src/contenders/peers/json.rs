//! Those that read what `zfs list -j` prints.

use std::borrow::Cow;
use std::fmt;
use std::mem;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use zfskit::dataset::ListOptions;
use zfskit::{Cmd, RecordingRunner};

use super::super::{Input, Outcome};
use crate::rows::COLUMNS;

#[derive(Deserialize)]
struct Document {
    datasets: Sum,
}

/// A dataset's properties, borrowed where JSON allows.
#[derive(Deserialize)]
struct Dataset<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    properties: Properties<'a>,
}

#[derive(Deserialize)]
struct Properties<'a> {
    #[serde(borrow)]
    origin: Text<'a>,
    #[serde(borrow)]
    mountpoint: Text<'a>,
    #[serde(borrow)]
    compression: Text<'a>,
    #[serde(borrow, rename = "type")]
    kind: Text<'a>,
    used: Size,
    available: Size,
    volsize: Size,
    quota: Size,
    referenced: Size,
    written: Size,
    logicalused: Size,
    usedbydataset: Size,
}

#[derive(Deserialize)]
struct Text<'a> {
    #[serde(borrow)]
    value: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Size {
    #[serde(deserialize_with = "number")]
    value: u64,
}

fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = <&str>::deserialize(deserializer)?;
    if text == "-" { Ok(0) } else { text.parse().map_err(serde::de::Error::custom) }
}

/// The datasets, added up as they come: nothing is stored.
struct Sum(u64);

impl<'de> Deserialize<'de> for Sum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Datasets;
        impl<'de> Visitor<'de> for Datasets {
            type Value = Sum;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("datasets by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Sum, A::Error> {
                let mut sum = 0_u64;
                while let Some((_, dataset)) = map.next_entry::<IgnoredAny, Dataset<'de>>()? {
                    let p = &dataset.properties;
                    let texts = [&p.origin, &p.mountpoint, &p.compression, &p.kind];
                    let length: usize = texts.iter().map(|text| text.value.len()).sum();
                    let sizes = [&p.used, &p.available, &p.volsize, &p.quota, &p.referenced];
                    let more = [&p.written, &p.logicalused, &p.usedbydataset];
                    let sizes = sizes.iter().chain(&more);
                    let length = (length + dataset.name.len()) as u64;
                    sum = sizes.fold(sum.wrapping_add(length), |s, n| s.wrapping_add(n.value));
                }
                Ok(Sum(sum))
            }
        }
        deserializer.deserialize_map(Datasets)
    }
}

pub(super) fn typed(text: &mut Input) -> Outcome {
    let document: Document = serde_json::from_slice(&text.0).expect("the document");
    Outcome::of(document.datasets.0, ())
}

/// All of what zfskit does with the output of its command.
pub(super) fn zfskit(text: &mut Input) -> Outcome {
    let options = ListOptions {
        recursive: true,
        properties: COLUMNS.map(String::from).into(),
        ..ListOptions::default()
    };
    let command = Cmd::new("zfs").args(options.build_args());
    let runner = RecordingRunner::new().record(command, mem::take(&mut text.0), Vec::new(), 0);
    let mut listing = pin!(zfskit::dataset::list(&runner, &options));
    // What is recorded is there at once.
    let Poll::Ready(datasets) = listing.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    else {
        panic!("an answer at once")
    };
    let datasets = datasets.expect("a list");
    let sum = datasets.iter().map(|dataset| (dataset.name.len() + dataset.properties.len()) as u64);
    Outcome::of(sum.sum(), datasets)
}
