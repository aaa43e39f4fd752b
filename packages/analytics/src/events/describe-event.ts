import type { Steps } from '../meaning/steps.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { eventName } from './event-name.ts'
import { minQuoted, scoreReports } from './rank-reports.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { addDays } from '../series/daily-series.ts'
import { isTitleCase } from '../wording/topic-spelling.ts'
import {
  countHolders,
  type EventDocument,
  findCompanions,
  foldTitles,
  type Holders,
  readTitles,
  type TitledStory,
  toStories,
} from './titled-stories.ts'
import {
  likenessesOf,
  minLikeness,
  rankTitles,
  termsOf,
  type Weighing,
  weighStems,
  weighStory,
} from './weighed-stories.ts'
import { compareText } from '../text/compare-text.ts'

/** What an event was about. Numbers are indexes into `within`. */
export interface EventStory {
  /** The title that an editor would most probably quote for these days, of those that others tell; null where none is probable enough. */
  headline: number | null
  /** The probability that an editor would quote it; 0 without one. */
  score: number
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

/** Of days that are only the fullest, what people noticed is told from this probability on: mostly nothing happened. */
const minNoticedOfFull = 0.55
/** Where there are fewer stories, one is told by this many documents before it is quoted. */
const [minStories, minDocuments] = [5, 3]
/** Titles whose groups may give the terms of days that no headline describes, the best first. */
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
 * - The headline is the title that an editor would most probably quote (`scoreReports`), where that is probable enough; the stories like it are its group.
 * - Without one the terms are those of the story with the most weight for its length, times its mean likeness to all stories, and of those like it.
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
}): (within: readonly EventDocument[], days?: DescribedDays) => Steps<EventStory | null> {
  const query = new Set(queryWords.map(lightStem))
  const titles = readTitles(other)
  const companions = findCompanions(titles, query)
  const before = foldTitles(other, titles, { query, companions })
  return function* (within, { isBurst, peakDay = null } = { isBurst: true }) {
    if (within.length === 0) return null
    const stories = toStories(within, { query, companions })
    yield
    return yield* describeEvent(stories, { before, reader, documents: within, queryWords, isBurst, peakDay })
  }
}

/** Days that are described. */
interface DescribedDays {
  /** Whether more was published than chance explains, so that something happened; else these days are only the fullest. */
  isBurst: boolean
  /** The day that stands out among them; null or left out for the one with most stories. */
  peakDay?: string | null
}

interface EventInput {
  before: readonly TitledStory[]
  reader: WordReader | null
  documents: readonly EventDocument[]
  queryWords: readonly string[]
  isBurst: boolean
  peakDay: string | null
}

/** Pauses between its parts, the longest of which takes some ten milliseconds of a slow core. */
function* describeEvent(
  stories: readonly TitledStory[],
  { before, reader, documents, queryWords, isBurst, peakDay }: EventInput,
): Steps<EventStory> {
  const weights = weighStems(stories, before)
  const weighing = { weights, reader }
  const within = stories.map((story) => weighStory(story, weighing))
  const likenesses = likenessesOf(within, weighing)
  yield
  const ranked = rankTitles(within, likenesses, { weights, limit: maxCandidates })
  const holders = countHolders(stories, before)
  const likeOf = (at: number, least: number) =>
    [...(likenesses[at] ?? [])].flatMap((value, other) =>
      other === at || value >= least ? (stories[other] ?? []) : [],
    )
  yield
  const scores = scoreReports({ weighed: within, likenesses }, { documents, peakDay })
  yield
  const reports = stories
    .flatMap((story, at) => {
      const { score = 0, isTold: isToldByOthers = false } = scores[at] ?? {}
      return score < minQuoted
        ? []
        : [{ story, score, isToldByOthers, group: likeOf(at, minLikeness), same: likeOf(at, sameLikeness) }]
    })
    .filter(({ group }) => stories.length >= minStories || isTold(group))
    .toSorted((a, b) => b.score - a.score || a.story.document - b.story.document)
  // what only people noticed is no headline of these days
  const quoted = reports.find(({ isToldByOthers }) => isToldByOthers)
  const noticeable = isBurst ? reports : reports.filter(({ score }) => score >= minNoticedOfFull)
  const noticed = findMostNoticed(noticeable, { stories, than: new Set(quoted?.same) })
  yield
  const terms = quoted?.group ?? findSubject(ranked, { stories, likeOf })
  const members = quoted?.group.flatMap((story) => story.documents) ?? []
  const name = eventName(stories, { before, queryWords })
  yield
  const subject = quoted === undefined ? sharedSubject(stories, { before, holders, weighing }) : null
  yield
  return {
    headline: quoted?.story.document ?? null,
    score: quoted?.score ?? 0,
    members: members.toSorted(
      (a, b) => compareText(documents[a]?.publishedAt ?? '', documents[b]?.publishedAt ?? '') || a - b,
    ),
    mostNoticed: noticed?.document ?? null,
    name,
    subject,
    terms: termsOf(terms ?? sharingStories(stories, weighing), { stories, ...weighing }),
  }
}

/** The stories like the title that says most of these days and names the topic; null where they are too few to be its subject. */
function findSubject(
  ranked: readonly { at: number }[],
  {
    stories,
    likeOf,
  }: { stories: readonly TitledStory[]; likeOf: (at: number, least: number) => readonly TitledStory[] },
): readonly TitledStory[] | null {
  const first = ranked.find(({ at }) => stories[at]?.isAbout) ?? ranked[0]
  const group = first === undefined ? [] : likeOf(first.at, minLikeness)
  return group.length > 1 && group.length >= minNamedShare * stories.length ? group : null
}

/** Where no title is like others: the stories with the stem that says most of these days, if they are more than chance. */
function sharingStories(stories: readonly TitledStory[], { weights }: Weighing): readonly TitledStory[] {
  const [strongest] = [...weights].toSorted(([a, one], [b, other]) => other - one || compareText(a, b))
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
/** From this likeness on, a second title says what the first does. */
const sameLikeness = 0.6

/** Of the titles that can be quoted the best among those that people reacted to most; `than` is quoted already, and so are titles like it. */
function findMostNoticed(
  reports: readonly { story: TitledStory }[],
  { stories, than }: { stories: readonly TitledStory[]; than: ReadonlySet<TitledStory> },
): TitledStory | undefined {
  const rank = Math.max(minNoticedRank, Math.min(maxNoticed, Math.floor(maxNoticedPart * stories.length)))
  const noticed = stories
    .filter(({ reactions }) => reactions >= minReactions)
    .toSorted((a, b) => b.reactions - a.reactions || a.document - b.document)
    .slice(0, rank)
  return reports.find(({ story }) => noticed.includes(story) && !than.has(story))?.story
}

/** Whether enough documents tell it: one is an anecdote. */
function isTold(stories: readonly TitledStory[]): boolean {
  return stories.reduce((sum, { documents }) => sum + documents.length, 0) >= minDocuments
}
