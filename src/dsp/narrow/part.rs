//! What may say something else when a few sources do, as it was and as it is.

use std::collections::{BTreeMap, BTreeSet};

use resolvers::path::RepoPath;
use resolvers::target::Resolved;
use rustc_hash::FxHashMap;

use super::super::desired::{DesiredEntity, Few, Identity, few, root};
use super::super::identify::birth;
use super::super::roots::Entrance;
use super::super::users::{Best, Users};
use super::area::Area;
use super::course::Routing;
use super::ground::{Entered, Ground, Other, uid};
use super::heirs::heirs;
use super::kept_users::KeptUsers;
use super::leads::{Counts, Leads, leads, signed};
use super::others::{Spoken, others};
use super::turned::{self, Seen, Turned};
use super::used::{Bests, Uses, shows, users_kept};
use super::{Bumped, MOST_TOLD, Retold, World, strays};
use crate::graph::{FileGraph, Node};
use crate::identity::Uid;
use crate::resolution::bindings::Declaration;

/// What is told anew: sources and packages. Positions are those in the ground, or other ends of edges.
pub struct Part {
    /// Who is told anew, each with what it was and what it is.
    pub(super) told: BTreeMap<u32, Both>,
    /// What is new.
    pub(super) minted: Vec<Uid>,
    /// The sources that changed.
    pub(super) turned: Turned,
    /// Who uses what each source declares, and each package, as far as that may have changed, as the ground keeps it before what is
    /// gone goes.
    pub(super) users: BTreeMap<u32, KeptUsers<'static>>,
    /// The answers to the imports of those that changed, as the ground keeps them.
    pub(super) answers: BTreeMap<u32, Vec<u8>>,
    /// What follows from where their imports lead.
    pub(super) led: Led,
}

/// What follows from where the imports of the sources that changed lead.
pub(super) struct Led {
    /// Whose exports they pass on now.
    pub(super) passes: BTreeMap<u32, Vec<u32>>,
    /// Where the imports of those lead that lead elsewhere now.
    pub(super) edges: BTreeMap<u32, Vec<u32>>,
    /// The externals, and the files that no language reads, that are no entities any more, by the ends of edges.
    pub(super) lost: BTreeSet<u32>,
    /// The tables, where one may be another for that.
    pub(super) tables: Option<Tables>,
    /// What is no source and of which something else is to be said, by the ends of edges.
    pub(super) others: BTreeMap<u32, Spoken>,
    /// What there is more of, or less.
    pub(super) counts: Counts,
}

/// The members of all tables, as ends of edges, before and now.
pub(super) struct Tables {
    pub(super) before: Vec<Vec<u32>>,
    pub(super) now: Vec<Vec<u32>>,
    /// How many circles of files there are now.
    pub(super) cycles: usize,
}

impl Tables {
    fn of(was: &Routing<'_>, is: &Routing<'_>) -> Self {
        let (before, (now, cycles)) = rayon::join(|| was.tables(), || (is.tables(), is.cycles()));
        Self { before, now, cycles }
    }
}

/// What a source is before and after.
pub(super) struct Both {
    pub(super) before: Entities,
    pub(super) now: Entities,
    /// The sources that its heads name now.
    pub(super) named: Vec<u32>,
}

/// The entities of one source.
#[derive(Default)]
pub(super) struct Entities {
    pub(super) list: Vec<DesiredEntity>,
    /// Theirs.
    pub(super) uids: Vec<Uid>,
    /// What their lines and lists lead to, by number.
    pub(super) ends: FxHashMap<usize, (Uid, Identity)>,
}

impl Part {
    pub(super) fn of(
        ground: &Ground<'_>,
        (mut turned, answers): (Turned, BTreeMap<u32, Vec<Resolved>>),
        (retold, Bumped(bumped)): (Vec<Retold>, Bumped),
        world: &dyn World,
    ) -> Option<Self> {
        let mut area = Area::new(ground, answers, &turned);
        let Seen { passers, declaring, askers } = turned.seen(ground, &mut area, world)?;

        let uses = uses(ground, (&mut area, &mut turned), &askers, world)?;
        let told = passers.iter().chain(&declaring).chain(&uses.users).copied().collect();
        let (told, looked) = concerned(ground, &area, &turned, &uses, told)?;
        area.extend(&told, &looked, world)?;

        turned.toggle(&mut area, world)?;
        let stood: BTreeSet<u32> = told.difference(&turned.new).copied().collect();
        let bests = stood.iter().map(|at| Some((*at, users_kept(ground, *at, None)?)));
        let was = Drawn::of(&area, &stood, bests.collect::<Option<_>>()?)?;
        let leads_before = leads(&area, ground, turned.sources.keys().copied())?;
        let was = Named::of(was, |identities| uids(ground, identities, &BTreeMap::new()))?;
        turned.toggle(&mut area, world)?;
        let bests = uses.renewed(&area, ground, &turned)?;
        // The numbers in what is kept of a source that changed are those of what it said.
        let mut renewed: BTreeMap<u32, KeptUsers<'static>> = BTreeMap::new();
        for (at, turn) in &turned.sources {
            renewed.insert(*at, kept(&users_kept(ground, *at, Some(turn))?)?);
        }
        for (at, best) in &bests {
            renewed.insert(*at, kept(best)?);
        }
        let lasting: BTreeSet<u32> = told.difference(&turned.gone).copied().collect();
        let all = lasting.iter().map(|at| {
            let best = match bests.get(at) {
                Some(best) => best.clone(),
                None => users_kept(ground, *at, turned.sources.get(at))?,
            };
            Some((*at, best))
        });
        let is = Drawn::of(&area, &lasting, all.collect::<Option<_>>()?)?;
        let leads_now = leads(&area, ground, turned.sources.keys().copied())?;
        let mut known = was.by_source(ground, turned.sources.keys().copied());
        let before: BTreeSet<Uid> = known.values().flat_map(FxHashMap::values).copied().collect();
        inherit(&is, &lasting, &mut known, (&area, &turned), world)?;
        let mut minted = bear(&is.0.identities, &mut known, ground, world)?;
        let now =
            is.0.entities.iter().zip(&lasting).filter_map(|(list, at)| Some((*at, list, known.get(at)?)));
        if strays::decide(ground, &area, (&before, &minted), now) {
            return None;
        }
        let is = Named::of(is, |identities| uids(ground, identities, &known))?;
        let in_ground = |at: u32| area.in_ground(at);
        let heads: Vec<Vec<u32>> =
            is.drawn.named.iter().map(|it| it.iter().copied().map(in_ground).collect()).collect();
        let mut stood: BTreeMap<u32, Entities> = stood.into_iter().zip(was.entities()?).collect();
        let is = lasting.into_iter().zip(is.entities()?.into_iter().zip(heads));
        let mut is: BTreeMap<u32, (Entities, Vec<u32>)> = is.collect();
        let both = told.into_iter().map(|at| {
            let before = stood.remove(&at).unwrap_or_default();
            let (now, named) = is.remove(&at).unwrap_or_default();
            (at, Both { before, now, named })
        });
        let told = both.collect();
        let mut led = led(ground, (leads_before, leads_now), &turned, (area.answers(), world))?;
        for (end, it) in retold.iter().filter_map(|it| Spoken::of(ground, it)) {
            // Of which something else is taken besides, that is told with what it holds.
            led.others.entry(end).or_insert(it);
        }
        if !are_alone(ground, &led.lost, &turned, world) {
            return None;
        }
        let come_or_go = led.lost.union(&ground.fresh).flat_map(|end| ground.uids(*end));
        if strays::hold_any(ground, come_or_go) {
            return None;
        }
        for (end, it) in bumped {
            match led.others.get_mut(&end) {
                // What is taken of it was told with the versions of now.
                Some(other) => other.before = it.before,
                None if it.before == it.now => {}
                None => _ = led.others.insert(end, it),
            }
        }
        for uid in ground.fresh.difference(&led.lost).flat_map(|end| ground.uids(*end)) {
            (!minted.contains(&uid)).then_some(())?;
            minted.push(uid);
        }
        let answers =
            area.answers().iter().map(|(at, answers)| Some((*at, postcard::to_stdvec(answers).ok()?)));
        let answers = answers.collect::<Option<_>>()?;
        Some(Self { told, minted, turned, users: renewed, answers, led })
    }
}

/// What the sources that changed, and `askers`, use of others, with all others that use what it is not known of any more
/// who uses it most. The area has what is said now, before and after.
fn uses(
    ground: &Ground<'_>,
    (area, turned): (&mut Area<'_, '_>, &mut Turned),
    askers: &BTreeSet<u32>,
    world: &dyn World,
) -> Option<Uses> {
    turned.toggle(area, world)?;
    let uses = Uses::of(area, turned.sources.keys().chain(askers).copied().collect())?;
    turned.toggle(area, world)?;
    let lost = uses.lost(area, ground, turned)?;
    if lost.is_empty() {
        return Some(uses);
    }
    let others = turned::users(ground, lost);
    area.extend(&others, &BTreeSet::new(), world)?;
    Some(uses.with_others(&others))
}

/// What follows where the sources that turned lead as these say, `before` and `now`; `answers` are those of now to their
/// imports. `None` where what nothing leads to any more may be an entity all the same.
fn led(
    ground: &Ground<'_>,
    (before, now): (BTreeMap<u32, Leads>, BTreeMap<u32, Leads>),
    turned: &Turned,
    (answers, world): (&BTreeMap<u32, Vec<Resolved>>, &dyn World),
) -> Option<Led> {
    let (course, none, all) = (ground.course.as_ref()?, BTreeMap::new(), BTreeSet::new());
    let counts = now.values().fold(Counts::default(), |all, it| all.plus(it.counts, 1));
    let counts = before.values().fold(counts, |all, it| all.plus(it.counts, -1));
    let edges = edges(ground, &before, &now)?;
    let mut led_now = edges.clone();
    let homes = turned.gone.iter().filter_map(|at| ground.home(*at));
    led_now.extend(homes.map(|home| {
        let members = ground.members(home).iter().filter(|at| !turned.gone.contains(at));
        (home, members.copied().collect())
    }));
    let (was, is) =
        (Routing::of(ground, course, (&none, &all)), Routing::of(ground, course, (&led_now, &turned.gone)));
    let others = others(ground, (&before, &now), (&was, &is), (answers, world))?;
    let lost = lost(ground, &is, &edges)?;
    let is_external = |end: &&u32| ground.other_at(**end).is_some_and(Other::is_external);
    let more = ground.fresh.difference(&lost).filter(is_external).count();
    let less = lost.difference(&ground.fresh).filter(is_external).count();
    let counts = Counts { externals: signed(more) - signed(less), ..counts };
    let is_as_it_was = edges.is_empty() && turned.new.is_empty() && turned.gone.is_empty();
    let tables = (!is_as_it_was).then(|| Tables::of(&was, &is));
    let passes = now.into_iter().map(|(at, it)| (at, it.passes)).collect();
    Some(Led { passes, edges, lost, tables, others, counts })
}

/// Of the sources that led as `before` where their imports lead now, if that is elsewhere.
fn edges(
    ground: &Ground<'_>,
    before: &BTreeMap<u32, Leads>,
    now: &BTreeMap<u32, Leads>,
) -> Option<BTreeMap<u32, Vec<u32>>> {
    let mut edges = BTreeMap::new();
    for ((at, was), is) in before.iter().zip(now.values()) {
        // The ground is of what was said.
        let known = &ground.sources[*at as usize];
        (was.edges == known.edges && was.passes == known.passes).then_some(())?;
        if was.edges != is.edges {
            edges.insert(*at, is.edges.clone());
        }
    }
    Some(edges)
}

/// The externals, and the files that no language reads, to which nothing leads any more, where the sources in `edges` lead
/// elsewhere, and those to which nothing came to lead. `None` where it is something else to which nothing leads.
fn lost(ground: &Ground<'_>, now: &Routing<'_>, edges: &BTreeMap<u32, Vec<u32>>) -> Option<BTreeSet<u32>> {
    // A package is there because its files are.
    let is_led_to = |end: u32| ground.other_at(end).is_some() && ground.members(end).is_empty();
    let before = |at: u32| ground.sources[at as usize].edges.iter().copied().filter(|end| is_led_to(*end));
    let left = edges.iter().flat_map(|(at, now)| before(*at).filter(|end| !now.contains(end)));
    let lost = now.left_alone(&left.chain(ground.fresh.iter().copied()).collect());
    let is_known = |end: &u32| {
        let other = ground.other_at(*end)?;
        let is_asset = || other.path().is_some_and(|path| resolvers::language_of(&path).is_none());
        (other.is_external() || is_asset()).then_some(())
    };
    lost.iter().try_for_each(is_known)?;
    Some(lost)
}

/// Whether of the files that no language reads and that come to be entities, or are none any more, those that are `lost`, none
/// may be another one's heir, and nothing leads to one that is not there.
fn are_alone(ground: &Ground<'_>, lost: &BTreeSet<u32>, turned: &Turned, world: &dyn World) -> bool {
    let has_file = |ends: &BTreeSet<u32>, others: &BTreeSet<u32>| {
        ends.difference(others).any(|end| ground.other_at(*end).is_some_and(|it| it.path().is_some()))
    };
    let (has_fresh, has_gone) = (has_file(&ground.fresh, lost), has_file(lost, &ground.fresh));
    let is_missed =
        |path: &RepoPath| ground.end(&Identity::File(path.clone())).is_some_and(|end| !lost.contains(&end));
    !world.lost().iter().any(is_missed) && !may_inherit((has_fresh, has_gone), turned, world)
}

/// Whether one of the files that come to be entities, if there are `fresh` ones, or of what is new may be what another one was
/// that is there no more: one of those that are entities no longer, if any are `gone`, or a source.
fn may_inherit((fresh, gone): (bool, bool), turned: &Turned, world: &dyn World) -> bool {
    let has_lost = !world.lost().is_empty();
    let has_gone = has_lost || !turned.gone.is_empty();
    let has_come = !turned.new.is_empty() || fresh;
    fresh && has_gone || gone && has_lost && has_come
}

fn kept(best: &BTreeMap<u32, Best<'_>>) -> Option<KeptUsers<'static>> {
    KeptUsers::of(best.iter().map(|(symbol, best)| (*symbol, best)))
}

/// Who is to be told anew, `told` among them, and who uses what these declare. The area has what is said now.
fn concerned(
    ground: &Ground<'_>,
    area: &Area<'_, '_>,
    turned: &Turned,
    uses: &Uses,
    mut told: BTreeSet<u32>,
) -> Option<(BTreeSet<u32>, BTreeSet<u32>)> {
    let mut looked = BTreeSet::new();
    let users_of = |best: &BTreeMap<u32, Best<'_>>| {
        let uses = best.values().flat_map(|best| &best.uses);
        uses.map(|it| it.source).collect::<Vec<u32>>()
    };
    for (at, best) in &uses.renewed(area, ground, turned)? {
        if *best != users_kept(ground, *at, turned.sources.get(at))? || shows(best, &uses.users) {
            told.insert(*at);
        }
        looked.extend(users_of(best));
    }
    let asked: BTreeSet<u32> = uses.users.iter().copied().collect();
    told.extend(ground.filter(|it| it.named.iter().any(|at| asked.contains(at))));
    // A package tells what its files say.
    told.extend(turned.sources.keys().filter_map(|at| ground.home(*at)));
    // Declarations describe the code beside them, where they said nothing of it before too.
    told.extend(turned.sources.keys().filter_map(|at| ground.described(*at)));
    told.extend(ground.reworded.keys());
    told.retain(|at| ground.uids(*at).next().is_some());
    told.extend(&turned.new);
    if told.len() > MOST_TOLD {
        return None;
    }
    for at in &told {
        looked.extend(users_of(&users_kept(ground, *at, None)?));
    }
    Some((told, looked))
}

/// Entities as the area has them.
struct Drawn(Few);

impl Drawn {
    /// What `told` are where `bests` are their users. `None` where less is known of them than there may be.
    fn of(area: &Area<'_, '_>, told: &BTreeSet<u32>, bests: Bests<'_>) -> Option<Self> {
        let drawn = area.ask(|input, graph, bindings| {
            let nodes = told.iter().map(|at| area.node(graph, *at)).collect::<Option<Vec<Node>>>()?;
            let users = Users::of_best(numbered(area, graph, bests)?, input.sources);
            let mut drawn = few(input, (graph, bindings), &users, &nodes, &|at| area.is_vendored(at));
            for ((at, node), entities) in told.iter().zip(nodes).zip(&mut drawn.entities) {
                let Some((intro, path, Entered { scope, package, lead, .. })) = area.entered(*at) else {
                    continue;
                };
                let entrance = Entrance { path: &path, scope: &scope.0, package: &package.0 };
                root::tell(input, graph, node, (lead, intro, entrance), entities);
            }
            Some(drawn)
        })?;
        let is_certain =
            |it: &DesiredEntity| !it.partial && it.imports.iter().all(|import| !import.uncertain);
        let is_told = |it: &Vec<DesiredEntity>| !it.is_empty() && it.iter().all(is_certain);
        drawn.entities.iter().all(is_told).then_some(Self(drawn))
    }
}

/// The users of all that these are, by the numbers that they have in the area.
fn numbered<'u>(
    area: &Area<'_, '_>,
    graph: &FileGraph<'_>,
    bests: Bests<'u>,
) -> Option<FxHashMap<Declaration, Best<'u>>> {
    let mut numbered: FxHashMap<Declaration, Best<'u>> = FxHashMap::default();
    for (at, bests) in bests {
        let package = || graph.package(area.node(graph, at)?).map(|(package, _)| package);
        let source = area.position(at).or_else(package)?;
        for (symbol, mut it) in bests {
            for user in &mut it.uses {
                (user.of.source, user.source) = (source, area.position(user.source)?);
            }
            numbered.insert(Declaration { source, symbol }, it);
        }
    }
    Some(numbered)
}

/// The same with uids.
struct Named {
    drawn: Few,
    /// The uid of each identity, as far as it is an entity.
    uids: Vec<Option<Uid>>,
}

impl Named {
    fn of(Drawn(drawn): Drawn, uids: impl Fn(&[Identity]) -> Option<Vec<Option<Uid>>>) -> Option<Self> {
        let uids = uids(&drawn.identities)?;
        Some(Self { drawn, uids })
    }

    fn all(&self) -> impl Iterator<Item = (&Identity, Uid)> {
        self.drawn.identities.iter().zip(&self.uids).filter_map(|(it, uid)| Some((it, (*uid)?)))
    }

    /// The uids of the sources at those positions of the ground, each by what it is.
    fn by_source(&self, ground: &Ground<'_>, sources: impl Iterator<Item = u32>) -> Known {
        let mut known: Known = sources.map(|at| (at, FxHashMap::default())).collect();
        for (identity, uid) in self.all() {
            let at = identity.file().and_then(|path| ground.position(path));
            if let Some(own) = at.and_then(|at| known.get_mut(&at)) {
                own.insert(identity.clone(), uid);
            }
        }
        known
    }

    /// The entities of each source; `None` where one has no uid.
    fn entities(self) -> Option<Vec<Entities>> {
        let of: FxHashMap<&Identity, Uid> = self.all().collect();
        let end = |at: usize| {
            Some((at, (self.uids.get(at).copied().flatten()?, self.drawn.identities[at].clone())))
        };
        let entities = |list: &Vec<DesiredEntity>| {
            let lines = list.iter().flat_map(|it| &it.imports).flat_map(|it| [Some(it.to), it.via]).flatten();
            // Where all is in some table, whatever a line leads to is an entity.
            lines.clone().all(|at| end(at).is_some()).then_some(())?;
            let ends = lines.chain(list.iter().flat_map(|it| it.shared.iter().copied()));
            let uids = list.iter().map(|it| of.get(&it.identity).copied()).collect::<Option<Vec<Uid>>>()?;
            Some(Entities { list: list.clone(), uids, ends: ends.filter_map(end).collect() })
        };
        self.drawn.entities.iter().map(entities).collect()
    }
}

/// The uids of some sources, by what they are of.
type Known = BTreeMap<u32, FxHashMap<Identity, Uid>>;

/// The uid of each of `identities`, as far as it is an entity. Those of the sources in `known` are told there.
fn uids(ground: &Ground<'_>, identities: &[Identity], known: &Known) -> Option<Vec<Option<Uid>>> {
    let mut uids = Vec::with_capacity(identities.len());
    let mut rest: &[Identity] = identities;
    while let Some(first) = rest.first() {
        let Some(path) = first.file() else {
            uids.push(ground.other(first));
            rest = &rest[1..];
            continue;
        };
        let (own, others) = rest.split_at(rest.iter().take_while(|it| it.file() == Some(path)).count());
        rest = others;
        match ground.position(path) {
            None => uids.extend(own.iter().map(|it| ground.other(it))),
            Some(at) if known.contains_key(&at) => {
                uids.extend(own.iter().map(|it| known[&at].get(it).copied()));
            }
            Some(at) => {
                let numbers = &ground.sources[at as usize].uids;
                match numbers.len() {
                    0 => uids.extend(own.iter().map(|_| None)),
                    len if len == own.len() => uids.extend(numbers.iter().map(|it| Some(uid(*it)))),
                    _ => return None,
                }
            }
        }
    }
    Some(uids)
}

/// Gives what is new in the sources that changed the uids of what it was before, where something is no more. `is` are the
/// entities of `told`.
fn inherit(
    Drawn(is): &Drawn,
    told: &BTreeSet<u32>,
    known: &mut Known,
    (area, turned): (&Area<'_, '_>, &Turned),
    world: &dyn World,
) -> Option<()> {
    let now: Vec<(u32, &DesiredEntity)> = told
        .iter()
        .zip(&is.entities)
        .filter(|(at, _)| turned.sources.contains_key(at))
        .flat_map(|(at, list)| list.iter().map(move |it| (*at, it)))
        .collect();
    let is_born = |(at, it): &&(u32, &DesiredEntity)| !known[at].contains_key(&it.identity);
    let stays = now.iter().filter(|it| !is_born(it)).count();
    if now.len() == stays || known.values().map(FxHashMap::len).sum::<usize>() == stays {
        return Some(());
    }
    let mut were: Vec<(&Identity, Uid)> = known.values().flatten().map(|(it, uid)| (it, *uid)).collect();
    were.sort_unstable();
    let entities: Vec<&DesiredEntity> = now.iter().map(|(_, it)| *it).collect();
    let heirs = heirs(&were, &entities, area, world)?;
    for (nth, uid) in heirs {
        let (at, it) = now[nth];
        known.get_mut(&at)?.insert(it.identity.clone(), uid);
    }
    Some(())
}

/// Adds uids for what is new in the sources of `known`, and tells them. `None` where one is taken.
fn bear(
    identities: &[Identity],
    known: &mut Known,
    ground: &Ground<'_>,
    world: &dyn World,
) -> Option<Vec<Uid>> {
    let mut new: Vec<(&Identity, u32)> = Vec::new();
    for identity in identities {
        let Some(at) = identity.file().and_then(|path| ground.position(path)) else { continue };
        if known.get(&at).is_some_and(|known| !known.contains_key(identity)) {
            new.push((identity, at));
        }
    }
    new.sort_unstable();
    let mut minted = Vec::new();
    for (identity, at) in new {
        let uid = birth(identity, |_| false);
        if minted.contains(&uid) || !world.list(&format!("{uid}/")).is_empty() {
            return None;
        }
        minted.push(uid);
        known.get_mut(&at)?.insert(identity.clone(), uid);
    }
    Some(minted)
}
