//! What loaders of AMD have names stand for.

use super::super::units::html::entered_by_require;

#[test]
fn what_a_page_enters() {
    for (page, expected) in [
        (r#"<script src="require.js" data-main="js/main"></script>"#, Some("js/main")),
        ("<SCRIPT async data-main='main.js'\n src=require.js></SCRIPT>", Some("main.js")),
        ("<script data-main=js/main></script><script data-main=other></script>", Some("js/main")),
        (r#"<script data-main="js/main?v=2" src="require.js"></script>"#, Some("js/main")),
        (r#"<script data-main="js/main#top" src="require.js"></script>"#, Some("js/main")),
        ("<!-- <script data-main='gone'></script> --><script data-main='main'></script>", Some("main")),
        ("<!-- <script data-main='gone'></script>", None),
        (r#"<script>"<p data-main='text'>"</script><div data-main="x"></div>"#, None),
        (r#"<script data-main=""></script>"#, None),
        (r#"<script data-main="?v=2"></script>"#, None),
        ("<script data-main", None),
    ] {
        assert_eq!(entered_by_require(page), expected, "{page}");
    }
}
