//! What imported names are called in a why. Pure.

use resolvers::facts::{BindingName, Import, ImportedName, Reference};

use crate::dsp::text::quoted;

/// An imported name that is exported again as `outside`.
pub(super) fn passed_on(name: &ImportedName, outside: &str) -> String {
    match (&name.name, outside) {
        (BindingName::Named(name), outside) if name == outside => quoted(name),
        (BindingName::Default, "default") => "the default".to_owned(),
        (BindingName::Default, outside) => format!("the default as {}", quoted(outside)),
        (BindingName::Namespace, "default") => "everything as the default".to_owned(),
        (BindingName::Namespace, outside) => format!("everything as {}", quoted(outside)),
        (BindingName::Named(name), "default") => format!("{} as the default", quoted(name)),
        (BindingName::Named(name), outside) => format!("{} as {}", quoted(name), quoted(outside)),
    }
}

/// The name as it is used; of whole modules and of defaults the members that are.
pub(super) fn used_as(
    import: &Import,
    name: &ImportedName,
    uses: &[&Reference],
    is_module: bool,
) -> Vec<String> {
    let plain = uses.iter().any(|it| it.member.is_none());
    let mut members: Vec<&str> = match name.name {
        BindingName::Named(_) if !is_module => Vec::new(),
        _ => uses.iter().filter_map(|it| it.member.as_deref()).collect(),
    };
    members.sort_unstable();
    members.dedup();
    let mut told: Vec<String> = members.into_iter().map(|member| member_of(name, member)).collect();
    if plain || told.is_empty() {
        let whole = match asset(&import.specifier) {
            Some(kind) if name.name == BindingName::Default => format!("the {kind} as {}", called(name)),
            _ => called(name),
        };
        told.insert(0, whole);
    }
    told
}

/// What is imported, by the extension of the specifier.
pub(super) fn asset(specifier: &str) -> Option<&'static str> {
    let path = specifier.split(['?', '#']).next().unwrap_or(specifier);
    let extension = path.rsplit_once('.')?.1;
    match extension {
        "css" | "scss" | "sass" | "less" | "styl" | "pcss" => Some("styles"),
        "svg" | "png" | "jpg" | "jpeg" | "gif" | "webp" | "avif" | "ico" => Some("image"),
        "json" | "json5" | "yaml" | "yml" | "toml" | "csv" => Some("data"),
        "vue" | "svelte" | "astro" => Some("component"),
        _ => None,
    }
}

pub(super) fn called(name: &ImportedName) -> String {
    match (&name.name, &name.local) {
        // `pkg.Name` of Go says where it is from.
        (BindingName::Named(name), Some(local)) if local.split_once('.').is_some_and(|it| it.1 == name) => {
            quoted(local)
        }
        (BindingName::Named(name), Some(local)) if name != local => {
            format!(
                "{} (as {})",
                if name == "default" { "the default".to_owned() } else { quoted(name) },
                quoted(local)
            )
        }
        (BindingName::Named(name), _) | (_, Some(name)) => quoted(name),
        (BindingName::Default, None) => "the default".to_owned(),
        (BindingName::Namespace, None) => "everything".to_owned(),
    }
}

pub(super) fn member_of(name: &ImportedName, member: &str) -> String {
    quoted(&format!("{}.{member}", name.local.as_deref().unwrap_or_default()))
}
