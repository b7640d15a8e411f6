//! Completions of the command line for shells, made from the tables of options and commands.

use std::fmt::Write as _;

use ferz::Limit;

use super::options::{COMMANDS, ROWS};

/// Returns the completions for a shell; `None` for a shell that is not known.
pub(crate) fn script(shell: &str) -> Option<String> {
    match shell {
        "bash" => Some(bash()),
        "zsh" => Some(zsh()),
        "fish" => Some(fish()),
        _ => None,
    }
}

fn command_names() -> String {
    let names: Vec<&str> = COMMANDS.iter().map(|row| row.1).collect();
    names.join(" ")
}

/// All options, separated by blanks.
fn option_names() -> String {
    let mut names = Vec::new();
    for row in ROWS {
        names.extend(row.short.map(|letter| format!("-{letter}")));
        names.push(format!("--{}", row.long));
    }
    names.extend(Limit::ALL.iter().map(|limit| format!("--{}", limit.option())));
    names.join(" ")
}

fn bash() -> String {
    format!(
        "\
# Completions for bash: source this file, or put it into ~/.local/share/bash-completion/completions/ferz
_ferz() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    COMPREPLY=()
    case $before in
        -g|--goal|-t|--toplevel|-D|--define|-n|--answers-shown) return ;;
        --on-error|--on-warning) COMPREPLY=($(compgen -W 'print status halt' -- \"$word\")); return ;;
        completions) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$word\")); return ;;
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W '{}' -- \"$word\"))
        return
    fi
    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W '{}' -- \"$word\"))
    fi
    COMPREPLY+=($(compgen -f -X '!*.@(pl|plt|pro|prolog)' -- \"$word\") $(compgen -d -- \"$word\"))
}}
shopt -s extglob
complete -o filenames -F _ferz ferz
",
        option_names(),
        command_names()
    )
}

/// Quotes a text for zsh and fish.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "'\\''"))
}

fn zsh() -> String {
    let mut text = String::from(
        "#compdef ferz\n# Completions for zsh: put this file into a folder of $fpath as _ferz.\n_arguments -s \\\n",
    );
    let described = |help: &str| help.replace('[', "(").replace(']', ")").replace(':', ";");
    for row in ROWS {
        let value = if row.value.is_empty() {
            String::new()
        } else {
            format!(":{}:_files", described(row.value))
        };
        let equals = if row.value.is_empty() { "" } else { "=" };
        let help = described(row.help);
        if let Some(letter) = row.short {
            let _ = writeln!(text, "  {} \\", quoted(&format!("-{letter}[{help}]{value}")));
        }
        let _ = writeln!(
            text,
            "  {} \\",
            quoted(&format!("--{}{equals}[{help}]{value}", row.long))
        );
    }
    for limit in Limit::ALL {
        let _ = writeln!(
            text,
            "  {} \\",
            quoted(&format!("--{}=[limit]:amount:", limit.option()))
        );
    }
    let _ = writeln!(
        text,
        "  {} \\",
        quoted(&format!(
            "1:command or file:_alternative 'c:command:({})' 'f:file:_files'",
            command_names()
        ))
    );
    text.push_str("  '*:file:_files'\n");
    text
}

fn fish() -> String {
    let mut text = String::from("# Completions for fish: put this file into ~/.config/fish/completions/ferz.fish\n");
    for (_, name, _, help) in COMMANDS {
        let _ = writeln!(
            text,
            "complete -c ferz -n __fish_use_subcommand -a {name} -d {}",
            quoted(help)
        );
    }
    for row in ROWS {
        let short = row.short.map_or(String::new(), |letter| format!(" -s {letter}"));
        let value = if row.value.is_empty() { "" } else { " -r" };
        let only = match row.commands {
            [] => String::new(),
            commands => format!(" -n '__fish_seen_subcommand_from {}'", commands.join(" ")),
        };
        let _ = writeln!(
            text,
            "complete -c ferz{only}{short} -l {}{value} -d {}",
            row.long,
            quoted(row.help)
        );
    }
    for limit in Limit::ALL {
        let _ = writeln!(text, "complete -c ferz -l {} -x -d limit", limit.option());
    }
    text.push_str("complete -c ferz -n '__fish_seen_subcommand_from completions' -xa 'bash zsh fish'\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shell_gets_each_option_and_command() {
        for shell in ["bash", "zsh", "fish"] {
            let text = script(shell).expect("a known shell");
            for row in ROWS {
                assert!(text.contains(row.long), "{shell}: {}", row.long);
            }
            assert!(text.contains("eval") && text.contains("inferences"), "{shell}");
        }
        assert_eq!(script("csh"), None);
    }
}
