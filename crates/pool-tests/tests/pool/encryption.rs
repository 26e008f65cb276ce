//! Encrypted filesystems, with their keys loaded and not.

use pool_tests::{Plan, pool_or_skip, zfs};
use zfs_parse::question::{Depth, Types};
use zfs_parse::value::Cell;
use zfs_parse::zfs::{Get, List};

use crate::support::{Whole as _, client, name, ran};

#[test]
fn encrypted_filesystems_are_read_with_and_without_their_key() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let key = pool.folder().join("a key");
    std::fs::write(&key, [7; 32]).expect("a file");
    let root = pool.path("secret");
    let location = format!("keylocation=file://{}", key.display());
    let made = zfs([
        "create",
        "-o",
        "encryption=aes-256-gcm",
        "-o",
        "keyformat=raw",
        "-o",
        &location,
        &root,
    ]);
    if !made.status.success() {
        let said =
            String::from_utf8_lossy(&made.stderr).lines().next().unwrap_or_default().to_owned();
        pool_tests::skip(&format!("no encryption: {said}"));
        return;
    }
    let below = pool.path("secret/below");
    pool.zfs(["create", "-o", "com.example:note=seen", &below]);
    pool.zfs(["snapshot", &format!("{below}@s")]);
    let client = client();
    let asked = [
        "name",
        "encryption",
        "encryptionroot",
        "keystatus",
        "keyformat",
        "keylocation",
        "casesensitivity",
        "quota",
        "com.example:note",
        "pbkdf2iters",
    ];
    let listing = || {
        let question = List::new(asked).expect("a question").types(Types::ALL).depth(Depth::All);
        let listing = client.list(question.dataset(name(pool.name()))).whole();
        assert_eq!(ran(&client).len(), 1);
        assert_eq!(listing.len(), 4);
        listing
    };
    for loaded in [true, false] {
        let status = if loaded { "available" } else { "unavailable" };
        if !loaded {
            pool.zfs(["unload-key", &root]);
        }
        let listing = listing();
        for row in listing.rows() {
            let cell = |property| row.cell(property).expect("a cell");
            let bytes = |property| cell(property).bytes().map(<[u8]>::to_vec);
            if row.name() == pool.name().as_bytes() {
                assert_eq!(bytes("encryption"), Some(b"off".to_vec()));
                assert_eq!(cell("encryptionroot"), Cell::NotApplicable);
                assert_eq!(cell("keystatus"), Cell::NotApplicable);
                assert_eq!(cell("keylocation"), Cell::None);
                continue;
            }
            assert_eq!(bytes("encryption"), Some(b"aes-256-gcm".to_vec()));
            assert_eq!(bytes("encryptionroot"), Some(root.clone().into_bytes()));
            assert_eq!(bytes("keystatus"), Some(status.into()), "{row:?}");
            if row.name() == root.as_bytes() {
                let location = format!("file://{}", key.display());
                assert_eq!(bytes("keylocation"), Some(location.into_bytes()));
                assert_eq!(cell("quota"), Cell::None, "not encrypted");
            }
            if row.name().starts_with(below.as_bytes()) {
                assert_eq!(bytes("com.example:note"), Some(b"seen".to_vec()), "not encrypted");
            }
        }
        // Every property has its row, and every row says something that can be read.
        let question = Get::new(["all"]).expect("a question").depth(Depth::All);
        let found = client.get(question.dataset(name(&root))).whole();
        let _ = ran(&client);
        for row in found.rows() {
            row.cell().unwrap_or_else(|error| panic!("{row:?}: {error}"));
        }
        let row = found.row(below.as_bytes(), "keystatus").expect("a row");
        assert_eq!(row.value_text(), status.as_bytes());
    }
}
