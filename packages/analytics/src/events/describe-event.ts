import type { Steps } from '../meaning/steps.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { eventName } from './event-name.ts'
import { scoreReports } from './rank-reports.ts'
import { isReport, quotedHeadline, saysWhatHappened } from './headline-style.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { addDays } from '../series/daily-series.ts'
import { isTitleCase } from '../wording/topic-spelling.ts'
import {
  countHolders,
  type EventDocument,
  fewStories,
  findCompanions,
  foldTitles,
  type Holders,
  minHolderPart,
  minHolders,
  readTitles,
  sharesWords,
  styleOf,
  type TitledStory,
  toStories,
} from './titled-stories.ts'
import {
  likeness,
  likenessesOf,
  meaningOf,
  minLikeness,
  rankTitles,
  termsOf,
  weighAgain,
  type WeighedStory,
  type Weighing,
  weighStems,
  weighStory,
} from './weighed-stories.ts'

/** What an event was about. Numbers are indexes into `within`. */
export interface EventStory {
  /** The title that says what the group of stories that grew most tells; null where no title of it can be quoted or the group is a small part of these days. */
  headline: number | null
  /** Documents of that group, including the headline, oldest first; the first was the earliest among these sources. Empty without a headline. */
  members: number[]
  /** One of the titles that people reacted to most, which reports and is not like the headline; null where sources tell no reactions, or few reacted. */
  mostNoticed: number | null
  /** Its own name, where titles write one with the topic in it (`eventName`). */
  name: string | null
  /** The word or name that many of all titles hold, and few of other days; null where they share none. */
  subject: string | null
  /** Two to five words and phrases of that group, as its titles write them, strongest first; empty where these days have no common subject. */
  terms: string[]
}

/** An event is described by its first days, because later ones discuss its consequences; a long one by the days around its peak. */
const maxDescriptionDays = 7
/** What made a day the peak was often published on the days before. */
const daysBeforePeak = 2

/** The days whose documents describe an event, first and last, YYYY-MM-DD: its first week or, when its peak comes later, the week around the peak. */
export function descriptionDays({ onset, peak, until }: { onset: string; peak: string; until: string | null }): {
  from: string
  to: string
} {
  const from = peak < addDays(onset, maxDescriptionDays) ? onset : addDays(peak, -daysBeforePeak)
  const last = addDays(from, maxDescriptionDays - 1)
  return { from, to: until !== null && until < last ? until : last }
}

/** A headline stands for at least this part of the stories of its days, */
const minShare = 0.25
/** for this many documents, */
const minDocuments = 3
/** reports rather than asks, */
const minStyle = 0.9
/** and is this near to the title that says most, which may be one that cannot be quoted. */
const minPart = 0.4
/** Titles that are looked at for a headline, the best first. */
const maxCandidates = 10
/** A smaller group is no subject of the days. */
const minNamedShare = 0.15

/**
 * Creates a function that describes events of one topic: what the documents of an event's days (`within`, see `descriptionDays`, oldest first) contain that
 * those of the topic's `other` days do not. Null without documents.
 * - Stories: titles without what stands around them; near-copies are one story.
 * - A stem weighs √((stories with it, minus one) · outlets) · √(share of its stories that are from these days), three times that where chance does not
 *   explain it (log-odds with an informative Dirichlet prior, Monroe, Colaresi & Quinn 2008, z ≥ 1.96). The words of the query, and those that stand
 *   beside them almost always, are left out.
 * - The likeness of two stories is half the cosine of their stems by these weights, half that of what their words mean (the library's vectors).
 * - Each story is the centre of a group: those like it. The headline is the centre with the most weight for its length, times how much was
 *   noticed, times its mean likeness to all stories, times its style (`headlineStyle`); or another that reports it clearly better (`scoreReports`). It is
 *   quoted if it reports, if its group holds a quarter of the stories and a larger part than on other days; else the group gives only its terms.
 */
export function createEventDescriber({
  other,
  queryWords,
  reader = null,
}: {
  /** Documents of the topic's days without an event. */
  other: readonly EventDocument[]
  /** Folded words of the query (`tokens`). */
  queryWords: readonly string[]
  /** What the words of the library mean; null where that is unknown, and likeness is that of words alone. */
  reader?: WordReader | null
}): (within: readonly EventDocument[], days?: { isBurst: boolean }) => Steps<EventStory | null> {
  const query = new Set(queryWords.map(lightStem))
  const titles = readTitles(other)
  const companions = findCompanions(titles, query)
  const before = foldTitles(other, titles, { query, companions })
  // needed only where a group could give a headline
  let known: (Float64Array | null)[] | null = null
  const usual = () => (known ??= before.map((story) => reader && meaningOf(story, { weights: null, reader })))
  return function* (within, { isBurst } = { isBurst: true }) {
    if (within.length === 0) return null
    const stories = toStories(within, { query, companions })
    yield
    return yield* describeEvent(stories, { before, usual, reader, documents: within, queryWords, isBurst })
  }
}

interface EventInput {
  before: readonly TitledStory[]
  /** The meaning of each of those, whatever the days. */
  usual: () => readonly (Float64Array | null)[]
  reader: WordReader | null
  documents: readonly EventDocument[]
  queryWords: readonly string[]
  /** Whether more was published than chance explains, so that something happened; else these days are only the fullest. */
  isBurst: boolean
}

/** Pauses between its parts, the longest of which takes some ten milliseconds of a slow core. */
function* describeEvent(
  stories: readonly TitledStory[],
  { before, usual, reader, documents, queryWords, isBurst }: EventInput,
): Steps<EventStory> {
  const weights = weighStems(stories, before)
  const weighing = { weights, reader }
  const within = stories.map((story) => weighStory(story, weighing))
  const likenesses = likenessesOf(within, weighing)
  yield
  const { ranked, best, evidenceOf } = rankTitles(within, likenesses, { weights, limit: maxCandidates })
  const [leading] = ranked
  const isNamedInTitles = stories.some(({ isAbout }) => isAbout)
  const [all, holders] = [countHolders(stories), countHolders(stories, before)]
  const isOf = ({ at }: { at: number }, words: Holders) =>
    stories.length < minHolders || sharesWords(stories[at], { holders: words, total: stories.length })
  const groups = ranked.map((candidate) => {
    const members = [...(likenesses[candidate.at] ?? [])].flatMap((value, at) => (value >= minLikeness ? [at] : []))
    return {
      ...candidate,
      stories: members.flatMap((at) => stories[at] ?? []),
      share: members.length / stories.length,
    }
  })
  const hasGrown = ({ at, share }: { at: number; share: number }) => {
    const centre = within[at]
    if (centre === undefined) return false
    const like = before.filter(
      (story, other) =>
        likeness(centre, weighAgain(story, { weights, meaning: usual()[other] ?? null }), weighing) >= minLikeness,
    )
    return share > like.length / Math.max(1, before.length)
  }
  // the terms of days without a headline are those of titles that name the topic
  const first = groups.find(({ at }) => stories[at]?.isAbout) ?? groups[0]
  const quotedOf = (story: TitledStory) => {
    const document = documents[story.document]
    return document === undefined || styleOf(story) < minStyle ? null : quotedHeadline(document)
  }
  const isLike = (at: number, other: number) => (likenesses[at]?.[other] ?? 0) >= minLikeness
  const isBacked = (at: number, isCertain: boolean) => {
    const like = stories.filter((_, other) => isLike(at, other)).length
    return (
      like >= Math.max(minHolders, minHolderPart * stories.length) ||
      (stories.length >= minHolders && sharesWords(stories[at], { holders, total: stories.length })) ||
      (isCertain && stories.length < fewStories && like > 1)
    )
  }
  /** A title without the topic may be of something else, unless it says what most of these days do. */
  const canBeNoticed = (at: number) => {
    const story = stories[at]
    if (story === undefined) return false
    if (!saysWhatHappened(story.title)) return false
    if (story.isAbout) return isBacked(at, isBurst)
    return leading !== undefined && isLike(at, leading.at) && (groups[0]?.share ?? 0) >= minNamedShare
  }
  const isQuotableGroup = ({ at }: { at: number }) => {
    const story = stories[at]
    if (story === undefined || styleOf(story) < minStyle || (!isBurst && !isReport(story.title))) return false
    return quotedHeadline({ title: story.title, outlet: documents[story.document]?.outlet ?? '' }) !== null
  }
  let scores: readonly number[] | null = null
  const reports = () =>
    (scores ??= scoreReports(
      { weighed: within, likenesses, weights, reader },
      { documents, peakDay: null, isAbout: (story) => story.isAbout },
    ).scores)
  yield
  const quotable = groups.filter(
    (group) =>
      isQuotableGroup(group) &&
      group.evidence >= minPart * best &&
      group.share >= minShare &&
      isOf(group, all) &&
      isTold(group.stories) &&
      (!isNamedInTitles || group.stories.some(({ isAbout }) => isAbout)) &&
      hasGrown(group),
  )
  yield
  const chosen = quotable.length < 2 ? quotable[0] : chooseReport(quotable, reports())
  // what the titles of any day tell did not happen on these: none of the others says more of them
  const quoted = chosen !== undefined && isOf(chosen, holders) ? chosen : undefined
  yield
  const named =
    quoted ?? (first !== undefined && first.share >= minNamedShare && first.stories.length > 1 ? first : null)
  const members = quoted?.stories.flatMap((story) => story.documents) ?? []
  const mostNoticed = findMostNoticed(within, {
    evidenceOf,
    best,
    quotedOf,
    canBeNoticed,
    isReported: (at) => (reports()[at] ?? 0) > 0,
    than: new Set(quoted === undefined ? [] : likeOf(quoted.at, likenesses)),
    least: quoted === undefined ? 0 : minBesideHeadline * best,
  })
  yield
  const name = eventName(stories, { before, queryWords })
  yield
  const subject = quoted === undefined ? sharedSubject(stories, { before, holders, weighing }) : null
  yield
  return {
    headline: quoted === undefined ? null : (stories[quoted.at]?.document ?? null),
    members: members.toSorted(
      (a, b) => compare(documents[a]?.publishedAt ?? '', documents[b]?.publishedAt ?? '') || a - b,
    ),
    mostNoticed,
    name,
    subject,
    terms: termsOf(named?.stories ?? sharingStories(stories, weighing), { stories, ...weighing }),
  }
}

/** A title takes the place of the one in the middle of its group if it reports what happened this many times as well; of one that does not report, from this score on. */
const [minBetter, minReportScore] = [3, 0.3]

/** Of titles that say most of some days, the best first: that one, unless another reports it clearly better. */
function chooseReport<Title extends { at: number }>(
  titles: readonly Title[],
  scores: readonly number[],
): Title | undefined {
  const [first] = titles
  if (first === undefined) return undefined
  const scoreOf = ({ at }: Title) => scores[at] ?? 0
  const best = titles.reduce((clearest, one) => (scoreOf(one) > scoreOf(clearest) ? one : clearest), first)
  return scoreOf(best) >= Math.max(minReportScore, minBetter * scoreOf(first)) ? best : first
}

/** Where no title is like others: the stories with the stem that says most of these days, if they are more than chance. */
function sharingStories(stories: readonly TitledStory[], { weights }: Weighing): readonly TitledStory[] {
  const [strongest] = [...weights].toSorted(([a, one], [b, other]) => other - one || compare(a, b))
  const sharing = stories.filter(({ stems }) => strongest !== undefined && stems.has(strongest[0]))
  return sharing.length >= Math.max(minDocuments, minSharingShare * stories.length) ? sharing : []
}

/** A word that this part of the stories holds, and this many, */
const minSubjectShare = 0.18
const minSubjectStories = 5
/** and this many times the part of those of other days, is what they are about. */
const minSubjectGrowth = 3

/** The strongest of such words, or the phrase that it stands in. */
function sharedSubject(
  stories: readonly TitledStory[],
  { before, holders, weighing }: { before: readonly TitledStory[]; holders: Holders; weighing: Weighing },
): string | null {
  const isShared = (stem: string) => {
    const count = holders.get(stem) ?? 0
    if (count < minSubjectStories || count < minSubjectShare * stories.length) return false
    const usual = before.filter(({ stems }) => stems.has(stem)).length / Math.max(1, before.length)
    return count >= minSubjectGrowth * usual * stories.length
  }
  if (![...holders.keys()].some(isShared)) return null
  const terms = termsOf(stories, { stories, ...weighing, least: 1 })
    .filter((words) => words.split(' ').every((word) => isShared(lightStem(word.toLowerCase()))))
    .map((term) => withUsualCapital(term, stories))
  // one common noun may be anything
  return terms.find((term) => /\p{Lu}| /u.test(term)) ?? null
}

/** Most titles write a name with its capital, also where they are lists or in title case. */
const minCapitalPart = 0.8
const minAsName = 2

function withUsualCapital(term: string, stories: readonly TitledStory[]): string {
  if (term.toLowerCase() !== term) return term
  const capital = term.replaceAll(/(?<!\S)\p{L}/gu, (letter) => letter.toUpperCase())
  const [asName, asWord] = [capital, term].map(
    (form) => stories.filter(({ title }) => title.includes(form, 1) && !isTitleCase(title.replace(form, ''))).length,
  )
  return (asName ?? 0) >= minAsName && (asName ?? 0) >= minCapitalPart * ((asName ?? 0) + (asWord ?? 0))
    ? capital
    : term
}

/** A word of a smaller part of the stories is no subject of the days. */
const minSharingShare = 0.08

/** Fewer reactions may be a few friends. */
const minReactions = 20
/** A title that more stories were noticed before, or a larger part of them, is not among the most noticed. */
const minNoticedRank = 3
const maxNoticed = 25
const maxNoticedPart = 0.2
/** Beside a headline, a title that says less of these days than this part of what the best one says tells of something else. */
const minBesideHeadline = 0.15
/** Part of a title's rank among the noticed that it has without a word in common with the others. */
const ownRank = 0.1
/** What a title loses of which only the beginning can be quoted. */
const cutFactor = 0.6
/** One that the others do not tell, */
const aloneFactor = 0.4
/** and one that only shows a thing. */
const showingFactor = 0.5

/** The title among those that people reacted to most that reports and says most of these days; `than` is quoted already, and so are titles like it. */
function findMostNoticed(
  within: readonly WeighedStory[],
  { evidenceOf, best, quotedOf, canBeNoticed, isReported, than, least }: NoticedInput,
): number | null {
  const weightOf = ({ at, story, isWhole }: { at: number; story: TitledStory; isWhole: boolean }) =>
    ((best > 0 ? (evidenceOf.get(at) ?? 0) / best : 0) + ownRank) *
    Math.log1p(story.reactions) *
    (isWhole ? 1 : cutFactor) *
    (isReported(at) ? 1 : aloneFactor) *
    (saysWhatHappened(story.title) ? 1 : showingFactor)
  const [found] = within
    .flatMap(({ story }, at) => (story.reactions >= minReactions ? { story, at } : []))
    .toSorted((a, b) => b.story.reactions - a.story.reactions || a.story.document - b.story.document)
    .slice(0, Math.max(minNoticedRank, Math.min(maxNoticed, Math.floor(maxNoticedPart * within.length))))
    .flatMap(({ story, at }) => {
      if (than.has(at) || (evidenceOf.get(at) ?? 0) < least) return []
      const quoted = quotedOf(story)
      return quoted === null || !canBeNoticed(at) ? [] : { story, weight: weightOf({ at, story, ...quoted }) }
    })
    .toSorted((a, b) => b.weight - a.weight || a.story.document - b.story.document)
  return found?.story.document ?? null
}

interface NoticedInput {
  evidenceOf: ReadonlyMap<number, number>
  best: number
  /** What can be quoted of a title that reports; null of any other. */
  quotedOf: (story: TitledStory) => { isWhole: boolean } | null
  /** Whether others report it too, or it is of a burst: else a title is what one person wrote, however many read it. */
  canBeNoticed: (at: number) => boolean
  /** Whether it reports what others do in other words. */
  isReported: (at: number) => boolean
  /** Numbers of the stories that are quoted already. */
  than: ReadonlySet<number>
  /** What a title must say of these days at least. */
  least: number
}

/** From this likeness on, a second title says what the first does. */
const sameLikeness = 0.6

function likeOf(at: number, likenesses: readonly Float64Array[]): number[] {
  return [...(likenesses[at] ?? [])].flatMap((value, other) => (other === at || value >= sameLikeness ? [other] : []))
}

/** Whether enough documents tell it: one is an anecdote. */
function isTold(stories: readonly TitledStory[]): boolean {
  return stories.reduce((sum, { documents }) => sum + documents.length, 0) >= minDocuments
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
