//! What the parts of components without styles do, which several libraries call alike. Pure.

/// Libraries whose components are put together of parts: the beginnings of their packages' names.
const LIBRARIES: &[&str] = &[
    "@ark-ui/",
    "@base-ui",
    "@kobalte/",
    "@radix-ui/",
    "bits-ui",
    "cmdk",
    "radix-ui",
    "radix-vue",
    "reka-ui",
    "vaul",
];

/// What a part does to the component that it is a part of, which is called `it`.
#[rustfmt::skip]
const PARTS: &[(&str, &str)] = &[
    ("Action", "does what it asks for and closes it"), ("Anchor", "it is placed beside"), ("Arrow", "points at what it belongs to"),
    ("Backdrop", "covers the page behind it"), ("Cancel", "closes it and does nothing"), ("CheckboxItem", "is chosen or not"),
    ("Close", "closes it"), ("Content", "holds what it shows"), ("Description", "describes it to people and screen readers"),
    ("Empty", "is shown where nothing is found"), ("Fallback", "stands in while there is no image"), ("Group", "holds choices that belong together"), ("Icon", "shows that it opens"),
    ("Indicator", "shows that it is chosen"), ("Input", "takes what is looked for"), ("Item", "is one of its choices"), ("ItemIndicator", "shows what is chosen"),
    ("ItemText", "says what a choice is"), ("Label", "says what a group of choices is"), ("List", "holds its choices"),
    ("Loading", "is shown while more is loaded"), ("Overlay", "covers the page behind it"), ("Panel", "shows what is chosen"), ("Popup", "holds what it shows"),
    ("Portal", "mounts it elsewhere in the page"), ("Positioner", "places it"), ("RadioGroup", "holds choices of which one is made"),
    ("RadioItem", "is one of the choices"), ("Root", "keeps its state and holds its parts"), ("ScrollDownButton", "scrolls down"),
    ("ScrollUpButton", "scrolls up"), ("Separator", "parts its choices"), ("Sub", "holds a menu in it"), ("SubContent", "holds a menu in it"),
    ("SubTrigger", "opens a menu in it"), ("Thumb", "is moved along it"), ("Title", "is its title for people and screen readers"),
    ("Track", "it is moved along"), ("Trigger", "opens it"), ("Value", "shows what is chosen"), ("Viewport", "is what is seen of it"),
];

/// The same of components that only some parts of libraries are: what opens and closes in its place, and what is one of several.
#[rustfmt::skip]
const OF_KINDS: &[(&str, &str, &str)] = &[
    ("accordion", "Content", "holds what an item shows while it is open"), ("accordion", "Header", "holds the trigger of an item"),
    ("accordion", "Item", "is one of the items that open and close"), ("accordion", "Root", "holds items that open and close"),
    ("accordion", "Trigger", "opens and closes an item"),
    ("collapsible", "Content", "is seen while it is open"), ("collapsible", "Root", "shows and hides its content"),
    ("collapsible", "Trigger", "opens and closes it"),
    ("navigation", "Content", "holds what an entry opens"), ("navigation", "Indicator", "points at the open entry"),
    ("navigation", "Item", "is one of its entries"), ("navigation", "Link", "leads to a page"), ("navigation", "List", "holds its entries"),
    ("navigation", "Root", "holds entries and what they open"), ("navigation", "Trigger", "opens an entry"),
    ("navigation", "Viewport", "is where the open entry is seen"),
    ("dialog", "Content", "is the box that opens above the page"), ("hover-card", "Content", "is the box that opens under the pointer"),
    ("menu", "Content", "is the menu that opens"), ("popover", "Content", "is the box that opens beside its trigger"),
    ("select", "Content", "is the list of choices that opens"), ("select", "Trigger", "opens the list of choices"),
    ("select", "Value", "shows the choice that is made"), ("tooltip", "Content", "is the hint that is shown"),
    ("tabs", "Content", "is seen while its tab is chosen"), ("tabs", "List", "holds the tabs"),
    ("tabs", "Root", "shows one of several parts at a time"), ("tabs", "Trigger", "is the tab that chooses a part"),
];

/// What a part of a component of the package does, where libraries of that sort call it so.
pub(super) fn part(package: &str, part: &str) -> Option<&'static str> {
    let is_headless = LIBRARIES.iter().any(|it| package.starts_with(it));
    let kind = OF_KINDS.iter().find(|(kind, name, _)| package.contains(kind) && *name == part);
    if let Some((.., does)) = kind.filter(|_| is_headless) {
        return Some(does);
    }
    // A component of one part has none.
    let is_one = ["aspect-ratio", "label", "progress", "separator", "slot", "toggle"]
        .iter()
        .any(|it| package.ends_with(it));
    // A toast is seen in the corner that it names.
    if is_headless && part == "Viewport" && package.contains("toast") {
        return Some("is where they appear");
    }
    let at = PARTS.binary_search_by_key(&part, |(name, _)| name).ok().filter(|_| is_headless)?;
    Some(PARTS[at].1).filter(|_| !is_one || !matches!(part, "Content" | "Root" | "Trigger"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_sorted_and_known_by_their_library() {
        assert!(PARTS.is_sorted() && LIBRARIES.is_sorted());
        assert_eq!(part("@radix-ui/react-dialog", "Close"), Some("closes it"));
        assert_eq!(part("@radix-ui/react-tabs", "Trigger"), Some("is the tab that chooses a part"));
        assert_eq!(part("@radix-ui/react-toggle", "Root"), None);
        assert_eq!(part("acme-dialog", "Close"), None);
    }
}
