//! One import in its place: the file it stands in, the config that holds there, and the conditions that follow.
//!
//! Values only; where the import leads is not asked here.

use std::sync::Arc;

use super::probe::is_declaration;
use super::specifier;
use super::tsconfig::{ModuleResolution, TsConfig};
use crate::facts::{Import, ImportKind, ImportSyntax, ResolutionMode};
use crate::languages::ecmascript::Flavor;
use crate::path::RepoPath;

/// What holds for all imports of one file.
#[derive(Clone)]
pub(super) struct Context {
    pub(super) config: Option<Arc<TsConfig>>,
    /// Whether the config includes the file, rather than being the nearest one.
    pub(super) is_included: bool,
    /// Whether Node runs the file as CommonJS.
    pub(super) commonjs: bool,
    /// The same where the file's extension alone says so.
    pub(super) format: Option<bool>,
}

/// One import in its place, ready to be resolved.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "seven independent facts of an import, each with its own rule"
)]
pub(super) struct Request<'a> {
    pub(super) importer: &'a RepoPath,
    pub(super) dir: &'a [u8],
    pub(super) specifier: &'a str,
    pub(super) config: Option<&'a TsConfig>,
    /// See [`Context::is_included`].
    pub(super) is_included: bool,
    pub(super) resolution: ModuleResolution,
    /// An ES module under `node16`: paths are written with their extension, and never mean a directory.
    pub(super) explicit: bool,
    /// The conditions of `exports` and `imports` that hold, `types` and `default` apart.
    pub(super) conditions: &'a [&'a str],
    /// Only the type checker follows it: a declaration is as good as an implementation.
    pub(super) types: bool,
    /// Node resolves it, not TypeScript: `require` of a path in a file that runs as it is.
    pub(super) node: bool,
    /// The file that is named wins over the source it might be compiled from: a JavaScript file asks, or a
    /// `/// <reference path>`.
    pub(super) verbatim: bool,
    /// TypeScript compiles the file, and its imports to `require`.
    pub(super) compiled: bool,
    /// A loader of AMD resolves it.
    pub(super) by_amd: bool,
}

/// The conditions that hold for an import, `types` and `default` apart.
pub(super) fn conditions<'a>(import: &Import, context: &'a Context) -> Vec<&'a str> {
    let config = context.config.as_deref();
    let required = match import.mode {
        Some(mode) => mode == ResolutionMode::Require,
        None => is_required(import) || config.is_some_and(|config| takes_require(import, config, context)),
    };
    let mut conditions = vec![if required { "require" } else { "import" }];
    if runs_in_node(context, required) {
        conditions.push("node");
    }
    conditions
        .extend(config.into_iter().flat_map(|config| config.custom_conditions.iter().map(String::as_str)));
    conditions
}

/// Whether Node follows the import, as the config says.
fn runs_in_node(context: &Context, required: bool) -> bool {
    match context.config.as_ref().map(|config| config.resolution) {
        Some(ModuleResolution::Node16) => true,
        Some(ModuleResolution::Node10) => required,
        Some(ModuleResolution::Bundler) | None => false,
    }
}

/// Whether only Flow can mean the import: TypeScript refuses `import type` in JavaScript. Flow reads what runs.
fn is_of_flow(import: &Import, flavor: Option<Flavor>) -> bool {
    flavor.is_some_and(Flavor::is_javascript)
        && matches!(import.syntax, ImportSyntax::Import | ImportSyntax::ReExport | ImportSyntax::ImportType)
}

fn is_required(import: &Import) -> bool {
    import.syntax.is_require()
        || matches!(import.syntax, ImportSyntax::ImportEquals | ImportSyntax::RequireResolve)
}

/// Whether TypeScript emits `require` for an `import`: by the file's format under `node16`, by its extension, else
/// by `module`.
fn takes_require(import: &Import, config: &TsConfig, context: &Context) -> bool {
    match config.resolution {
        ModuleResolution::Node10 => false,
        ModuleResolution::Node16 => context.commonjs && import.syntax != ImportSyntax::DynamicImport,
        ModuleResolution::Bundler => context.format.unwrap_or(config.emits_require),
    }
}

impl<'a> Request<'a> {
    pub(super) fn new(
        importer: &'a RepoPath,
        import: &Import,
        specifier: &'a str,
        context: &'a Context,
        conditions: &'a [&'a str],
    ) -> Self {
        let config = context.config.as_deref();
        let flavor = Flavor::of_name(importer.file_name());
        // What a declaration imports, nobody runs.
        let declares = is_declaration(importer.file_name());
        let types = declares || import.kind == ImportKind::Type && !is_of_flow(import, flavor);
        let relative = specifier::is_relative(specifier);
        let resolution = config.map_or(ModuleResolution::Bundler, |config| config.resolution);
        Self {
            importer,
            dir: importer.parent(),
            specifier,
            config,
            is_included: context.is_included,
            resolution,
            explicit: resolution == ModuleResolution::Node16 && conditions.contains(&"import"),
            conditions,
            types,
            node: relative && is_required(import) && matches!(flavor, Some(Flavor::Js | Flavor::Cjs)),
            verbatim: relative
                && (import.syntax == ImportSyntax::ReferencePath
                    || !types && flavor.is_some_and(Flavor::is_javascript)),
            compiled: matches!(flavor, Some(Flavor::Ts | Flavor::Tsx | Flavor::Mts | Flavor::Cts))
                && context.format.unwrap_or_else(|| config.is_some_and(|config| config.emits_require)),
            by_amd: import.syntax.is_amd(),
        }
    }

    /// Whether `exports` and `imports` of manifests count: not for what TypeScript follows under `node10`, where a
    /// `require` is still run by Node.
    pub(super) fn reads_maps(&self) -> bool {
        let required = self.conditions.contains(&"require") && !self.types;
        self.resolution != ModuleResolution::Node10 || required
    }

    pub(super) fn means_directory(&self) -> bool {
        specifier::means_directory(self.specifier)
    }
}

/// Whether the extension makes a file CommonJS, or a module.
pub(super) fn format_by_extension(file: &RepoPath) -> Option<bool> {
    match Flavor::of_name(file.file_name())? {
        Flavor::Mts | Flavor::Mjs => Some(false),
        Flavor::Cts | Flavor::Cjs => Some(true),
        _ => None,
    }
}
