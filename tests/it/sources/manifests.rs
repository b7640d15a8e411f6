//! The packages say what a registry and its readers ask for, and can be published in the order of their dependencies.

use std::fs;
use std::path::PathBuf;

/// The packages, each with the file that says which features it has, in the order in which they are published.
const PACKAGES: [(&str, &str); 8] = [
    ("crates/texts", "README.md"),
    ("src/engine", "README.md"),
    ("crates/libraries", "README.md"),
    ("crates/web", "README.md"),
    ("crates/data", "README.md"),
    ("", "src/lib.rs"),
    ("crates/tools", "README.md"),
    ("crates/program", "README.md"),
];

fn read(folder: &str, file: &str) -> String {
    let path: PathBuf = crate::root().join(folder).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of a section of a manifest, without comments.
fn section<'t>(manifest: &'t str, name: &str) -> Vec<&'t str> {
    let head = format!("[{name}]");
    let lines = manifest.lines().skip_while(move |line| *line != head).skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

/// The texts in quotes in the line of a key.
fn values<'t>(lines: &[&'t str], key: &str) -> Vec<&'t str> {
    let line = lines
        .iter()
        .find(|line| line.starts_with(key))
        .copied()
        .unwrap_or_default();
    line.split('"').skip(1).step_by(2).collect()
}

#[test]
fn packages_tell_registries_what_they_are() {
    let mut before: Vec<String> = Vec::new();
    for (folder, features_in) in PACKAGES {
        let manifest = read(folder, "Cargo.toml");
        let package = section(&manifest, "package");
        let name = values(&package, "name")[0].to_owned();
        for inherited in ["version", "edition", "rust-version", "license"] {
            let line = format!("{inherited}.workspace = true");
            assert!(package.contains(&line.as_str()), "{name}: {inherited}");
        }
        let description = values(&package, "description").concat();
        assert!((20..=300).contains(&description.len()), "{name}: {description}");
        // The bounds are those of crates.io.
        let keywords = values(&package, "keywords");
        assert!(
            (1..=5).contains(&keywords.len()) && keywords.iter().all(|word| word.len() <= 20),
            "{name}"
        );
        assert!((1..=5).contains(&values(&package, "categories").len()), "{name}");
        let readme = read(folder, values(&package, "readme")[0]);
        assert!(readme.starts_with(&format!("# {name}\n")), "{name}: {readme}");
        // Without a repository, relative links of a read-me file lead nowhere. That of `ferz` has them for when there is one.
        let has_links = readme.contains("](") && !readme.contains("](http");
        assert!(
            !has_links || folder.is_empty() || manifest.contains("repository"),
            "{name}"
        );
        let told = read(folder, features_in);
        for line in section(&manifest, "features") {
            if let Some((feature, _)) = line.split_once(" = ")
                && feature != "default"
            {
                assert!(
                    told.contains(&format!("| `{feature}` |")),
                    "{name}: {feature} in {features_in}"
                );
            }
        }
        // A path without a version is dropped from what is published, which only tests may do without.
        for kind in ["dependencies", "build-dependencies", "dev-dependencies"] {
            for line in section(&manifest, kind).iter().filter(|line| line.starts_with("ferz")) {
                let known = line.split(' ').next().unwrap_or_default();
                let is_told = line.contains("version = ");
                assert_eq!(is_told, kind != "dev-dependencies", "{name}: {line}");
                assert!(
                    !is_told || before.iter().any(|name| name == known),
                    "{name} stands before {known}"
                );
            }
        }
        before.push(name);
    }
}
