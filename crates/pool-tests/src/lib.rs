//! Pool tests.
