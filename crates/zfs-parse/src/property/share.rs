//! Solaris's `share.*` properties.
