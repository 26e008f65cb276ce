//! `-s` and `-S`: options of two letters whose order among each other counts.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

/// The order of the rows: the first counts, the next decide ties.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sorting(pub(crate) Vec<SortBy>);

/// A property to sort by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SortBy {
    pub(crate) property: String,
    pub(crate) descending: bool,
}

const ASCENDING: &str = "ascending";
const DESCENDING: &str = "descending";

impl FromArgMatches for Sorting {
    // clap's derive keeps a list for each option and forgets the order between the two.
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let of = |id: &str, descending: bool| {
            let places = matches.indices_of(id).into_iter().flatten();
            let names = matches.get_many::<String>(id).into_iter().flatten();
            let sort = move |property: &String| SortBy { property: property.clone(), descending };
            places.zip(names.map(sort)).collect::<Vec<_>>()
        };
        let mut all = of(ASCENDING, false);
        all.extend(of(DESCENDING, true));
        all.sort_by_key(|(place, _)| *place);
        Ok(Self(all.into_iter().map(|(_, sort)| sort).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Sorting {
    fn augment_args(command: Command) -> Command {
        let sort = |id, letter, help| {
            Arg::new(id).short(letter).value_name("PROP").action(ArgAction::Append).help(help)
        };
        command
            .arg(sort(ASCENDING, 's', "Sort by this property, rising; may be given several times"))
            .arg(sort(DESCENDING, 'S', "Sort by this property, falling"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::{Cli, Command};
    use clap::Parser;

    #[test]
    fn the_order_between_the_two_letters_is_kept() {
        let cli = Cli::parse_from(["zfsq", "list", "-S", "used", "-s", "name", "-S", "quota"]);
        let Command::List(list) = cli.command else { panic!("a list") };
        let sorts: Vec<_> =
            list.sorting.0.iter().map(|s| (s.property.as_str(), s.descending)).collect();
        assert_eq!(sorts, [("used", true), ("name", false), ("quota", true)]);
    }
}
