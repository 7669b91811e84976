//! The sources that changed, and whose exports and uses others may see in another light now.

use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;
use resolvers::facts::{ExportSource, FileFacts, Import};
use resolvers::path::{RepoPath, parent};
use resolvers::project::Absences;
use resolvers::target::{Resolved, Target};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::text::place::is_python;
use super::super::users::WHOLE;
use super::area::Area;
use super::ground::{Ground, Known};
use super::traces::{STAR, asked, called, mark};
use super::{Answers, Changed, State, World, packages, same};
use crate::resolution::{members, namesakes};

/// A source that changed.
pub(super) struct Turn {
    /// What it says while the area has what it said, and the other way round.
    other: FileFacts,
    /// The answers to its imports, of the same side.
    answers: Vec<Resolved>,
    /// The symbol that stands where each stood; none where that is gone.
    symbols: FxHashMap<u32, u32>,
    /// The marks of the names that it asks others for now.
    pub(super) asks: Vec<u32>,
    /// And of those that others may find in it by its package.
    pub(super) declares: Vec<u32>,
}

impl Turn {
    /// The number of what had the number `symbol`.
    pub(super) fn renumbered(&self, symbol: u32) -> Option<u32> {
        if symbol == WHOLE { Some(symbol) } else { self.symbols.get(&symbol).copied() }
    }
}

/// All that changed, by positions in the ground.
pub(super) struct Turned {
    pub(super) sources: BTreeMap<u32, Turn>,
    /// Those that are new.
    pub(super) new: BTreeSet<u32>,
    /// Those that are gone.
    pub(super) gone: BTreeSet<u32>,
    /// What the answers to their imports depend on not to be there.
    pub(super) absences: Absences,
    /// The names under which others may find something else.
    names: BTreeSet<String>,
    /// Those that pass on something else, or from elsewhere.
    barrels: BTreeSet<u32>,
    /// Of those all the names that they bind, where the answers to the imports of all sources were found anew.
    bound: BTreeMap<u32, BTreeSet<String>>,
    /// Those that changed in a language in which it depends on what a name stands for where imports of it lead, and the
    /// names that stand for something else there.
    modules: BTreeMap<u32, BTreeSet<String>>,
    /// Those that changed and are parts of packages, and the names under which others may find something else there.
    packed: BTreeMap<u32, BTreeSet<String>>,
}

/// Who sees it.
pub(super) struct Seen {
    /// Who passes on exports of the sources, where these are others now.
    pub(super) passers: BTreeSet<u32>,
    /// Who declares what is passed on otherwise.
    pub(super) declaring: BTreeSet<u32>,
    /// Who asks for names under which it may find something else.
    pub(super) askers: BTreeSet<u32>,
}

impl Turned {
    /// And the answers of now to the imports of each. `None` where more than what they declare, use and import changed.
    pub(super) fn of(
        ground: &Ground<'_>,
        changed: Vec<Changed>,
        world: &dyn World,
    ) -> Option<(Self, BTreeMap<u32, Vec<Resolved>>)> {
        let these = |state| {
            let all = changed.iter().filter(move |it| it.state == state);
            all.map(|it| ground.position(&it.path)).collect::<Option<BTreeSet<u32>>>()
        };
        let (new, gone) = (these(State::New)?, these(State::Gone)?);
        let others = &new | &gone;
        changed.iter().try_for_each(|it| is_plain(ground, it, &others, world)?.then_some(()))?;
        // Who imports what is gone, and does not know it, finds something else now.
        let is_told = |at: u32| {
            let path = ground.path(at);
            changed.iter().any(|it| Some(&it.path) == path.as_ref())
        };
        let leads_there = |end: &u32| gone.contains(end);
        if !gone.is_empty() && !ground.filter(|it| it.edges.iter().any(leads_there)).all(is_told) {
            return None;
        }
        let mut lost = gone.iter().map(|at| ground.path(*at)).collect::<Option<BTreeSet<RepoPath>>>()?;
        lost.extend(world.lost().iter().cloned());
        let led_there =
            |at: u32| ground.sources.get(at as usize).is_some_and(|it| it.edges.iter().any(leads_there));
        let is_importing = |it: &&Changed| {
            it.answers == Answers::Open
                && (!same::are_imports(&it.before.imports, &it.now.imports)
                    || ground.position(&it.path).is_some_and(led_there))
        };
        let importing: Vec<&Changed> = changed.iter().filter(is_importing).collect();
        let mut resolved: BTreeMap<RepoPath, [Vec<Resolved>; 2]> = BTreeMap::new();
        let mut absences = Absences::default();
        if !importing.is_empty() {
            let (answers, asked) = world.answers(&importing)?;
            absences = asked;
            resolved.extend(importing.iter().map(|it| it.path.clone()).zip(answers));
        }
        let (sources, names) = (BTreeMap::new(), BTreeSet::new());
        let (modules, packed, barrels, bound) =
            (BTreeMap::new(), BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        let mut turned = Self { sources, new, gone, absences, names, barrels, bound, modules, packed };
        let mut of_now: BTreeMap<u32, Vec<Resolved>> = BTreeMap::new();
        for Changed { path, before, now, state: _, answers: found } in changed {
            let at = ground.position(&path)?;
            let answers = ground.answers(at)?;
            let are_all_found = matches!(found, Answers::FoundWithAll(_));
            let answers_now = match (found, resolved.remove(&path)) {
                // What it was is not known well enough.
                (Answers::Open, Some([was, _])) if !is_known(&answers, &was, &lost) => return None,
                (Answers::Open, None) => answers.clone(),
                (Answers::Open, Some([_, is])) | (Answers::Found(is) | Answers::FoundWithAll(is), _) => is,
            };
            let (was, is) = ((&before, &answers[..]), (&now, &answers_now[..]));
            if packages::is_packed(&before) || packages::is_packed(&now) {
                turned.packed.insert(at, same::turned(&before, &now));
            } else if !is_python(&path) {
                turned.names.extend(same::turned(&before, &now));
                let otherwise = same::passed_otherwise(was, is);
                if !otherwise.is_empty() || !same::are_stars(was, is) {
                    turned.barrels.insert(at);
                }
                turned.names.extend(otherwise);
            } else if are_all_found
                || same::are_imports(&before.imports, &now.imports)
                || !members::is_package(&path) && !leads_others(&path, &before, &now)
            {
                turned.modules.insert(at, same::bound(was, is)?);
                if are_all_found {
                    turned.bound.insert(at, same::all_bound(&before).chain(same::all_bound(&now)).collect());
                }
            } else {
                return None;
            }
            let (symbols, asks) =
                (symbols(&before, &now)?, asked(&now, &answers_now, |path| ground.position(path).is_some()));
            let declares = packages::declared(&now);
            turned.sources.insert(at, Turn { other: before, answers, symbols, asks, declares });
            of_now.insert(at, answers_now);
        }
        Some((turned, of_now))
    }

    /// The marks of the names that those of them ask others for now which are in packages.
    pub(super) fn asks_at_home(&self) -> BTreeMap<u32, Vec<u32>> {
        self.packed.keys().map(|at| (*at, self.sources[at].asks.clone())).collect()
    }

    /// Whether the source at that position of the ground, which changed, is in a package.
    pub(super) fn is_packed(&self, at: u32) -> bool {
        self.packed.contains_key(&at)
    }

    /// Has the area, which has them, say what they said in place of what they say, or the other way round.
    pub(super) fn toggle(&mut self, area: &mut Area<'_, '_>, world: &dyn World) -> Option<()> {
        let others = self.sources.iter_mut().map(|(at, it)| (*at, (&mut it.other, &mut it.answers)));
        area.swap(others, world)
    }

    /// Who sees that they changed; these are in the area then. `None` where that may decide on where imports lead.
    pub(super) fn seen(
        &mut self,
        ground: &Ground<'_>,
        area: &mut Area<'_, '_>,
        world: &dyn World,
    ) -> Option<Seen> {
        let none = BTreeSet::new();
        if self.is_asked(ground) {
            return None;
        }
        let declaring = self.declaring(area, world)?;
        // What others find by naming the file.
        let (modules, packed) = (&self.modules, &self.packed);
        let is_named = |at: &&u32| !modules.contains_key(at) && !packed.contains_key(at);
        let turning = self.sources.keys().filter(is_named).copied();
        let passers = if self.names.is_empty() { none.clone() } else { passers(ground, turning) };
        let told: BTreeSet<u32> = self.sources.keys().chain(&passers).copied().collect();
        area.extend(&told, &none, world)?;
        pass_on(area, &passers, &mut self.names);
        let givers = told.iter().filter(is_named);
        let givers: BTreeSet<u32> =
            givers.flat_map(|at| [Some(*at), ground.described(*at)]).flatten().collect();
        let marks = marks(ground, givers.iter().map(|at| (*at, &self.names)));
        let mut askers = askers(ground, &marks);
        let at_home = self.packed.iter().filter(|(_, names)| !names.is_empty());
        askers.extend(
            at_home.flat_map(|(at, names)| ground.askers_at_home(*at, names.iter().map(String::as_str))),
        );
        askers.retain(|at| !self.sources.contains_key(at));
        if askers.len() > super::MOST_TOLD {
            return None;
        }
        let told = told.into_iter().chain(askers.iter().copied()).collect();
        area.extend(&told, &none, world)?;
        // What such a one shows may be another text now, which is no matter of what it says itself.
        if askers.iter().chain(&passers).any(|at| area.shows_elsewhere(*at)) {
            return None;
        }
        Some(Seen { passers, declaring, askers })
    }

    /// Adds the names under which others find something else where sources pass on something else, and tells who declares
    /// that, before and now. `None` where there may be more names.
    fn declaring(&mut self, area: &mut Area<'_, '_>, world: &dyn World) -> Option<BTreeSet<u32>> {
        let mut declaring = BTreeSet::new();
        if self.barrels.is_empty() {
            return Some(declaring);
        }
        area.extend(&self.sources.keys().copied().collect(), &BTreeSet::new(), world)?;
        let now = area.exports(&self.barrels)?;
        self.toggle(area, world)?;
        let before = area.exports(&self.barrels)?;
        self.toggle(area, world)?;
        for ((at, was), is) in self.barrels.iter().zip(before).zip(now) {
            let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
            for name in names.into_iter().filter(|name| was.get(*name) != is.get(*name)) {
                let both = [was.get(name), is.get(name)];
                declaring
                    .extend(both.into_iter().flatten().flatten().map(|of| of.source).filter(|of| of != at));
                self.names.insert(name.clone());
            }
        }
        Some(declaring)
    }

    /// Whether somebody asks for a name that stands for something else now where that may decide on where imports lead: what
    /// a star brings there, or what comes back in a circle, may be a name or a module. Where all answers were found anew, who
    /// changed too knows it; and may pass it on.
    fn is_asked(&self, ground: &Ground<'_>) -> bool {
        let changed = self.modules.iter().filter(|(_, names)| !names.is_empty());
        let mut names: BTreeMap<u32, BTreeSet<String>> =
            changed.map(|(at, names)| (*at, names.clone())).collect();
        loop {
            let stars = names.keys().map(|at| mark(STAR, &ground.sources[*at as usize].path.0));
            let marks = marks(ground, names.iter().map(|(at, names)| (*at, names)));
            let askers = askers(ground, &marks.into_iter().chain(stars).collect());
            // A star brings whatever is behind it.
            let passed: BTreeSet<String> = names.values().flatten().cloned().collect();
            let mut is_more = false;
            for asker in askers {
                let Some(bound) = self.bound.get(&asker) else { return true };
                let names = names.entry(asker).or_default();
                let before = names.len();
                names.extend(passed.iter().chain(bound).cloned());
                is_more |= names.len() > before;
            }
            if !is_more {
                return false;
            }
        }
    }
}

fn marks<'n>(
    ground: &Ground<'_>,
    names: impl Iterator<Item = (u32, &'n BTreeSet<String>)>,
) -> FxHashSet<u32> {
    let path = |at: u32| &ground.sources[at as usize].path.0;
    names.flat_map(|(at, names)| names.iter().map(move |name| mark(name, path(at)))).collect()
}

/// Who asks for one of these.
fn askers(ground: &Ground<'_>, marks: &FxHashSet<u32>) -> BTreeSet<u32> {
    if marks.is_empty() {
        return BTreeSet::new();
    }
    ground.filter(|it| it.asks.iter().any(|it| marks.contains(&it))).collect()
}

/// Whether nothing changed of a source but what it says itself, and that is a matter of the files around it.
fn is_plain(ground: &Ground<'_>, it: &Changed, others: &BTreeSet<u32>, world: &dyn World) -> Option<bool> {
    let at = ground.position(&it.path)?;
    let known = &ground.sources[at as usize];
    let fits = match it.state {
        State::There => !known.uids.is_empty() && it.before.header == it.now.header,
        State::New => is_alone(ground, at) && ground.fits_in(at, &it.now.header, others, world)?,
        // It may have led to what runs instead of it, and a root to where that is now.
        State::Gone => {
            !known.uids.is_empty()
                && is_alone(ground, at)
                && !ground.is_entrance(at)
                && !is_declaration(&it.path)
                && ground.fits_in(at, &it.before.header, others, world)?
        }
    };
    // Some languages miss something in a file that is not there.
    let is_whole =
        (it.state == State::New || it.before.is_whole()) && (it.state == State::Gone || it.now.is_whole());
    let is_own = it.state == State::There || !known.is_vendored;
    Some(fits && is_whole && is_own && same::is_local(&it.before, &it.now))
}

/// Whether nothing lies beside it that describes it, or that it describes.
fn is_alone(ground: &Ground<'_>, at: u32) -> bool {
    ground.companion(at).is_none() && ground.described(at).is_none()
}

/// Whether answers are still `now` what they were `before`, but where these led to what is `lost`.
fn is_known(before: &[Resolved], now: &[Resolved], lost: &BTreeSet<RepoPath>) -> bool {
    let led = |target: &Target| matches!(target, Target::Source(path) if lost.contains(path));
    before.len() == now.len()
        && before.iter().zip(now).all(|(was, is)| was == is || was.targets.iter().any(led))
}

/// Whether it holds declarations alone, as its name says.
fn is_declaration(path: &RepoPath) -> bool {
    path.file_name().contains_str(".d.")
}

/// Whether what the file imports decides otherwise on where imports of others lead that would find it: see
/// [`namesakes`].
fn leads_others(path: &RepoPath, before: &FileFacts, now: &FileFacts) -> bool {
    let is_namesake = |it: &&Import| namesakes::head(it) == namesakes::stem(path);
    let namesakes = |facts: &FileFacts| facts.imports.iter().filter(is_namesake).cloned().collect::<Vec<_>>();
    !same::are_imports(&namesakes(before), &namesakes(now))
}

/// Where the first declaration of each name of the top level is now. `None` where another one than the first is the first
/// that is exported, which is asked for too.
fn symbols(before: &FileFacts, now: &FileFacts) -> Option<FxHashMap<u32, u32>> {
    let (before, now) = (firsts(before)?, firsts(now)?);
    let moved = |(name, at): (&&str, &u32)| Some((*at, *now.get(name)?));
    Some(before.iter().filter_map(moved).collect())
}

/// The first declaration of each name of the top level.
fn firsts(facts: &FileFacts) -> Option<BTreeMap<&str, u32>> {
    let mut first: BTreeMap<&str, (u32, bool)> = BTreeMap::new();
    for (symbol, at) in facts.symbols.iter().zip(0..).filter(|(it, _)| it.container.is_none()) {
        let (_, is_exported) = *first.entry(&symbol.name).or_insert((at, symbol.exported));
        if symbol.exported && !is_exported {
            return None;
        }
    }
    Some(first.into_iter().map(|(name, (at, _))| (name, at)).collect())
}

/// Who passes on exports of `sources`, on whatever way.
fn passers(ground: &Ground<'_>, sources: impl Iterator<Item = u32>) -> BTreeSet<u32> {
    let mut of: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (known, at) in ground.sources.iter().zip(0..) {
        for behind in &known.passes {
            of.entry(*behind).or_default().push(at);
        }
    }
    let (mut passers, mut open): (BTreeSet<u32>, Vec<u32>) = (BTreeSet::new(), sources.collect());
    while let Some(at) = open.pop() {
        for next in of.get(&at).into_iter().flatten() {
            if passers.insert(*next) {
                open.push(*next);
            }
        }
    }
    passers
}

/// Whoever may use what `sources` declare, on whatever way.
pub(super) fn users(ground: &Ground<'_>, sources: BTreeSet<u32>) -> BTreeSet<u32> {
    let passers = passers(ground, sources.iter().copied());
    let givers: BTreeSet<u32> = sources.into_iter().chain(passers).collect();
    let homes: FxHashSet<u32> = givers.iter().filter_map(|at| ground.home(*at)).collect();
    let dirs: FxHashSet<&[u8]> = homes.iter().filter_map(|home| ground.dir(*home)).collect();
    let mut givers: FxHashSet<u32> =
        givers.into_iter().flat_map(|at| [Some(at), ground.described(at)]).flatten().collect();
    givers.extend(homes);
    let is_beside = |it: &Known<'_>| it.is_packed && dirs.contains(parent(&it.path.0));
    ground.filter(|it| is_beside(it) || it.edges.iter().any(|end| givers.contains(end))).collect()
}

/// Adds the names under which `passers` pass on what has one of `names`.
fn pass_on(area: &Area<'_, '_>, passers: &BTreeSet<u32>, names: &mut BTreeSet<String>) {
    loop {
        let before = names.len();
        for at in passers.iter().filter_map(|at| area.position(*at)) {
            let facts = &area.sources()[at as usize].facts;
            let bound = |local: &str| {
                let all = facts.imports.iter().flat_map(|it| &it.names);
                all.filter(|it| it.local.as_deref() == Some(local)).find_map(|it| called(&it.name))
            };
            for export in &facts.exports {
                let behind = match &export.source {
                    ExportSource::Local(local) => bound(local),
                    ExportSource::ReExport { name, .. } => called(name),
                    ExportSource::Star { .. } => None,
                };
                if behind.is_some_and(|name| names.contains(name)) {
                    names.insert(export.name.clone());
                }
            }
        }
        if names.len() == before {
            return;
        }
    }
}
