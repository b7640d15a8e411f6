//! Makes what is generated and kept in the tree: the lexer, the parser of the bracket structure, and the categories of
//! characters. A part of the build script, with the feature `generate`.

use std::fs;
use std::path::Path;

use unicode_properties::UnicodeGeneralCategory;

#[path = "base/categories.rs"]
mod categories;

/// Makes all of it anew. Fails if the tree had something else: it has the right files then, and the next build passes.
///
/// # Errors
///
/// The message for the user.
pub(crate) fn generate() -> Result<(), String> {
    let out = std::path::PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets it for build scripts"));
    let out = out.as_path();
    lalrpop::Configuration::new()
        .set_in_dir("text")
        .set_out_dir(out)
        .process()
        .map_err(|error| format!("text/grammar.lalrpop: {error}"))?;
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    for (source, made, maker) in super::KEPT {
        let text = read(&Path::new("text").join(source))?;
        let code = match maker {
            "logos" => lexer(&text)?,
            _ => read(&out.join(made))?,
        };
        let code = code
            .lines()
            .skip_while(|line| line.starts_with("// "))
            .collect::<Vec<_>>();
        let mark = super::mark(source, &text, maker);
        keep(
            &format!("text/{made}"),
            format!("{mark}\n{}\n", code.join("\n")).as_bytes(),
        )?;
    }
    keep("base/categories.bin", &packed_categories())
}

/// Returns the lexer that logos makes of the rules.
fn lexer(rules: &str) -> Result<String, String> {
    let told = |error: &dyn std::fmt::Display| format!("text/tokens.logos: {error}");
    let rules = rules
        .parse::<proc_macro2::TokenStream>()
        .map_err(|error| told(&error))?;
    let mut code = logos_codegen::strip_attributes(rules.clone());
    code.extend(logos_codegen::generate(rules));
    let file = syn::parse2(code).map_err(|error| told(&error))?;
    Ok(prettyplease::unparse(&file))
}

/// Writes a file of the tree, and fails if it was another.
fn keep(path: &str, content: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::write(path, content).map_err(|error| format!("{path}: {error}"))?;
    Err(format!("{path} was out of date, and has been made again"))
}

/// Returns the general categories of all characters, run by run: the number of the category, and the number of
/// characters in seven bits a byte, the last ones first.
fn packed_categories() -> Vec<u8> {
    let category = |code| char::from_u32(code).map(UnicodeGeneralCategory::general_category);
    let mut packed = Vec::new();
    let (mut start, mut current) = (0, category(0));
    for code in 1..=u32::from(char::MAX) + 1 {
        // Surrogates are no characters: they are part of the run before them.
        let next = category(code).or(current.filter(|_| code <= u32::from(char::MAX)));
        if next == current {
            continue;
        }
        let number = categories::CATEGORIES.iter().position(|&known| Some(known) == current);
        packed.push(number.expect("all categories are listed") as u8);
        let mut length = code - start;
        while length >= 0x80 {
            packed.push((length & 0x7f) as u8 | 0x80);
            length >>= 7;
        }
        packed.push(length as u8);
        (start, current) = (code, next);
    }
    packed
}
