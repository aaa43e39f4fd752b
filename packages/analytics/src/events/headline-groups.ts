import { isContextTerm } from '../contexts/context-terms.ts'
import { canEndName, canNameSubject, writtenForm } from '../meaning/name-groups.ts'
import type { Steps } from '../meaning/steps.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { addDays, daysBetween } from '../series/daily-series.ts'
import { tokens } from '../text/tokenize.ts'
import { pluralsOf } from '../wording/topic-spelling.ts'
import { quotedHeadline } from './headline-style.ts'
import { scoreReports } from './rank-reports.ts'
import {
  type EventDocument,
  findCompanions,
  readTitles,
  storySteps,
  styleOf,
  type TitledStory,
  toStories,
} from './titled-stories.ts'
import { isNoun, likenessesOf, minLikeness, termsOf, weighStems, weighStory } from './weighed-stories.ts'

/** What several documents of a topic say. */
export interface HeadlineGroup {
  /** Two to five words and phrases that its titles share, strongest first. */
  terms: string[]
  /** Its part of the stories that were read. */
  share: number
  /** Its documents as indexes, those most like the others first. */
  documents: number[]
}

const maxGroups = 6
/** A smaller group is chance. */
const minStories = 3
const minShare = 0.02

/**
 * The largest groups of a sample of headlines, the largest first: the story that is like most others is the centre of the first group, and the next is
 * looked for among the rest. Likeness is that of events (`createEventDescriber`), with each stem weighed by how many stories and outlets have it.
 */
export function groupHeadlines(
  documents: readonly EventDocument[],
  { queryWords, reader }: { queryWords: readonly string[]; reader: WordReader | null },
): HeadlineGroup[] {
  const query = new Set(queryWords.map(lightStem))
  const stories = toStories(documents, { query, companions: findCompanions(readTitles(documents), query) })
  const weighing = { weights: weighStems(stories, []), reader }
  const likenesses = likenessesOf(
    stories.map((story) => weighStory(story, weighing)),
    weighing,
  )
  const groups: HeadlineGroup[] = []
  const free = new Set(stories.keys())
  while (groups.length < maxGroups) {
    const centre = centreOf(free, likenesses)
    const members = [...free]
      .filter((at) => (likenesses[centre]?.[at] ?? 0) >= minLikeness)
      .toSorted((a, b) => (likenesses[centre]?.[b] ?? 0) - (likenesses[centre]?.[a] ?? 0) || a - b)
    if (members.length < Math.max(minStories, minShare * stories.length)) break
    for (const at of members) free.delete(at)
    const group = members.flatMap((at): TitledStory | TitledStory[] => stories[at] ?? [])
    const terms = termsOf(group, { stories: group, ...weighing })
    if (terms.length > 0)
      groups.push({
        terms,
        share: members.length / stories.length,
        documents: group.map(({ document }) => document),
      })
  }
  return groups.toSorted((a, b) => b.share - a.share)
}

/** The story that most others are like; -1 where none is left. */
function centreOf(free: ReadonlySet<number>, likenesses: readonly Float64Array[]): number {
  let best = { at: -1, likeness: 0 }
  for (const at of free) {
    let likeness = 0
    for (const other of free) {
      const value = likenesses[at]?.[other] ?? 0
      if (value >= minLikeness) likeness += value
    }
    if (likeness > best.likeness) best = { at, likeness }
  }
  return best.at
}

/** What many headlines of a topic shared for some days or weeks, and few before and after. */
export interface OutstandingSubject {
  /** The name or phrase that they share. */
  subject: string
  /** Its first and last day. */
  firstDay: string
  lastDay: string
  /** Its documents as indexes, oldest first; its stories, and all stories of the topic on these days. */
  documents: number[]
  stories: number
  of: number
  /** The document that says what happened. */
  headline: number
}

const epoch = '1970-01-01'
/** The longest time that is one matter. */
const maxDays = 45
/** A subject has this many stories, this part of all of its days, and of all of the topic, from this many outlets: one prints its own series. */
const minOutstanding = { stories: 5, ofDays: 0.25, ofTopic: 0.025, outlets: 3 }
/** A topic of which a larger part has no title is about what nobody has read. */
const maxUntitled = 0.25
/** The least -log10 of the chance that one of all words and times is as much together, where it means nothing. */
const minSurprise = 1
/** Words with less content explain nothing. */
const minContent = 0.5
/** Titles that ask, explain or cannot be quoted have less. */
const minStyle = 0.9

/**
 * The largest subject that came and went within a topic of which no event stands out, for all of its documents, oldest first: the word that stories of some days
 * share, and that is in few of the others, by the hypergeometric tail. The largest has the largest part of the stories and of the reactions. Pauses between words.
 */
export function* findOutstanding(
  documents: readonly EventDocument[],
  { queryWords, reader }: { queryWords: readonly string[]; reader: WordReader | null },
): Steps<OutstandingSubject | null> {
  const query = new Set(queryWords.map(lightStem))
  const named = { query, companions: findCompanions(readTitles(documents), query) }
  const dayOf = (at: number) => daysBetween(epoch, (documents[at]?.publishedAt ?? '').slice(0, 10))
  const dated: DatedStory[] = []
  const untitled: number[] = []
  for (const story of yield* storySteps(documents, named)) {
    const days = story.documents.map(dayOf)
    if (tokens(story.title).length === 0) untitled.push(...days)
    else dated.push({ story, day: Math.min(...days) })
  }
  if (untitled.length > maxUntitled * documents.length) return null
  yield
  const bursts = yield* findWordBursts(
    dated.toSorted((a, b) => a.day - b.day),
    { untitled, reader },
  )
  const all = dated.reduce((sum, { story }) => sum + story.reactions, 0)
  const sizeOf = ({ stories }: WordBurst) =>
    stories.length / dated.length + stories.reduce((sum, { reactions }) => sum + reactions, 0) / Math.max(1, all)
  for (const burst of bursts.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    yield
    const { firstDay, lastDay, of, stories } = burst
    const subject = nameShared(burst, { documents, reader })
    if (subject === null) continue
    yield
    const headline = bestReport(burst, { dated, documents, reader })
    if (headline === null) continue
    return {
      subject,
      firstDay: addDays(epoch, firstDay),
      lastDay: addDays(epoch, lastDay),
      documents: stories.flatMap((story) => story.documents).toSorted((one, other) => one - other),
      stories: stories.length,
      of,
      headline,
    }
  }
  return null
}

/** Of the stories of a burst the document that reports best what happened, else one that people reacted to most; null where none can be quoted. */
function bestReport(
  { stories }: WordBurst,
  {
    dated,
    documents,
    reader,
  }: { dated: readonly { story: TitledStory }[]; documents: readonly EventDocument[]; reader: WordReader | null },
): number | null {
  const own = new Set(stories)
  const weights = weighStems(
    stories,
    dated.flatMap(({ story }) => (own.has(story) ? [] : story)),
  )
  const weighed = stories.map((story) => weighStory(story, { weights, reader }))
  const scores = scoreReports(
    { weighed, likenesses: likenessesOf(weighed, { weights, reader }) },
    { documents, peakDay: null },
  )
  const [best] = stories
    .map((story, at) => ({ story, at: story.document, score: scores[at]?.score ?? 0 }))
    .filter(({ story, at }) => {
      const document = documents[at]
      return document !== undefined && styleOf(story) >= minStyle && quotedHeadline(document) !== null
    })
    .toSorted((a, b) => b.score - a.score || b.story.reactions - a.story.reactions || a.at - b.at)
  return best?.at ?? null
}

interface DatedStory {
  story: TitledStory
  day: number
}

interface WordBurst {
  stem: string
  /** The stories of its days that hold it, and the number of all. */
  stories: TitledStory[]
  of: number
  /** Its part of all stories that hold it. */
  part: number
  firstDay: number
  lastDay: number
}

/** For each word the days on which it is most together, where chance does not explain it. `untitled` are the days of stories without a title. */
function* findWordBursts(
  dated: readonly DatedStory[],
  { untitled, reader }: { untitled: readonly number[]; reader: WordReader | null },
): Steps<WordBurst[]> {
  const holders = new Map<string, DatedStory[]>()
  for (const one of dated)
    for (const [stem, word] of one.story.stems) {
      if (!canNameSubject([stem]) || (reader?.contentOf(word) ?? 1) < minContent) continue
      const known = holders.get(stem)
      if (known === undefined) holders.set(stem, [one])
      else known.push(one)
    }
  const often = [...holders].filter(([, having]) => having.length >= minOutstanding.stories)
  const total = dated.length
  const counting = {
    titled: createCounter(dated.map(({ day }) => day)),
    all: createCounter([...dated.map(({ day }) => day), ...untitled]),
    surpriseOf: createTail(total),
    tries: Math.log10(Math.max(1, often.length * total)),
    total,
  }
  const bursts: WordBurst[] = []
  for (const [stem, having] of often) {
    yield
    const burst = mostTogether(having, counting)
    if (burst !== null) bursts.push({ stem, ...burst })
  }
  return bursts
}

type CountBetween = (from: number, to: number) => number

interface Counting {
  /** The stories with a title, and all, of some days. */
  titled: CountBetween
  all: CountBetween
  surpriseOf: ReturnType<typeof createTail>
  tries: number
  total: number
}

/** The days on which the stories that hold a word are most together; whole days, so that their number does not grow with the stories. */
function mostTogether(
  having: readonly DatedStory[],
  { titled, all, surpriseOf, tries, total }: Counting,
): Omit<WordBurst, 'stem'> | null {
  const days = [...new Set(having.map(({ day }) => day))]
  const within = createCounter(having.map(({ day }) => day))
  let best = { from: 0, to: -1, weight: 0 }
  for (const from of days)
    for (const to of days) {
      if (to < from) continue
      if (to - from > maxDays) break
      const count = within(from, to)
      if (count < Math.max(minOutstanding.stories, minOutstanding.ofTopic * total)) continue
      if (count < minOutstanding.ofDays * all(from, to)) continue
      const of = titled(from, to)
      const excess = count - (having.length * of) / total
      const surprise = surpriseOf({ count, holders: having.length, of }) - tries
      if (surprise < minSurprise || excess * surprise <= best.weight) continue
      const outlets = having.flatMap(({ story, day }) => (from <= day && day <= to ? [...story.outlets] : []))
      if (new Set(outlets).size >= minOutstanding.outlets) best = { from, to, weight: excess * surprise }
    }
  const { from, to, weight } = best
  if (weight === 0) return null
  const stories = having.flatMap(({ story, day }) => (from <= day && day <= to ? story : []))
  return { stories, part: stories.length / having.length, of: all(from, to), firstDay: from, lastDay: to }
}

/** How many of some days lie between two. */
function createCounter(days: readonly number[]): CountBetween {
  const first = days.reduce((least, day) => Math.min(least, day), Infinity)
  const last = days.reduce((most, day) => Math.max(most, day), -Infinity)
  if (days.length === 0) return () => 0
  const before = new Int32Array(last - first + 2)
  for (const day of days) before[day - first + 1] = (before[day - first + 1] ?? 0) + 1
  for (let at = 1; at < before.length; at += 1) before[at] = (before[at] ?? 0) + (before[at - 1] ?? 0)
  const upTo = (day: number) => before[Math.min(Math.max(day - first + 1, 0), before.length - 1)] ?? 0
  return (from, to) => upTo(to) - upTo(from - 1)
}

/** Terms of the tail that are a smaller part of its first change nothing. */
const minTerm = 1e-9

/** -log10 of the chance that of `of` stories drawn from all at least `count` are among the `holders` of a word. */
function createTail(total: number): (drawn: { count: number; holders: number; of: number }) => number {
  const logs = [0]
  for (let n = 1; n <= total; n += 1) logs.push((logs[n - 1] ?? 0) + Math.log(n))
  const choose = (n: number, k: number) =>
    k < 0 || k > n ? -Infinity : (logs[n] ?? 0) - (logs[k] ?? 0) - (logs[n - k] ?? 0)
  return ({ count, holders, of }) => {
    if (count <= (holders * of) / total) return 0
    // above the expected number each term is smaller than the one before
    const termOf = (k: number) => choose(holders, k) + choose(total - holders, of - k) - choose(total, of)
    const first = termOf(count)
    let sum = 1
    for (let k = count + 1; k <= Math.min(holders, of); k += 1) {
      const term = Math.exp(termOf(k) - first)
      if (term < minTerm) break
      sum += term
    }
    return -(first / Math.LN10 + Math.log10(sum))
  }
}

/** The longest phrase with the word that this part of its titles hold names it. */
const minPhrasePart = 0.5
const maxPhraseWords = 4
/** A common noun alone names a subject that this part of its stories are of: of others it may be anything. */
const minNounPart = 0.6
/** and what is general (*million*) is none. */
const minNounContent = 0.8
/** A name with "the" before it in this many titles has an article: the NSA. */
const minDefinite = 2
/** What is said of a people or a country is no name of it. */
const adjective = /^\p{Lu}\p{L}{2,}(?:[ie]an|rican|ese|ish)$/u

function nameShared(
  { stem, stories, part }: WordBurst,
  { documents, reader }: { documents: readonly EventDocument[]; reader: WordReader | null },
): string | null {
  const phrases = new Map<string, number>()
  for (const { title } of stories) {
    const words = tokens(title)
    const found = new Set<string>()
    for (let from = 0; from < words.length; from += 1)
      for (let to = from + 1; to <= Math.min(words.length, from + maxPhraseWords); to += 1) {
        const phrase = words.slice(from, to)
        const stems = phrase.map(lightStem)
        if (
          stems.includes(stem) &&
          [phrase[0], phrase.at(-1)].every((end = '') => canEndName(lightStem(end)) && isContextTerm(end))
        )
          found.add(stems.join(' '))
      }
    for (const phrase of found) phrases.set(phrase, (phrases.get(phrase) ?? 0) + 1)
  }
  const titles = stories.map(({ title }) => ({ title, body: null }))
  const others = documents.map(({ title }) => ({ title, body: null }))
  const forms = [...phrases.keys()]
    .filter((phrase) => (phrases.get(phrase) ?? 0) >= minPhrasePart * stories.length)
    .toSorted((a, b) => b.split(' ').length - a.split(' ').length || (phrases.get(b) ?? 0) - (phrases.get(a) ?? 0))
    .map((phrase) => writtenForm(phrase.split(' '), [...titles, ...others]))
  const name = forms.find((form) => canNameBurst(form, { titles, part, reader })) ?? null
  if (name === null) return null
  const countWith = (words: string) => {
    const sought = tokens(words).join(' ')
    return titles.filter(({ title }) => ` ${tokens(title).join(' ')} `.includes(` ${sought} `)).length
  }
  const several = /^\p{Ll}+$/u.test(name) ? pluralsOf(name).find((form) => countWith(form) > 0) : undefined
  return several ?? (countWith(`the ${name}`) >= minDefinite ? `the ${name}` : name)
}

/** Whether a phrase names something, and is not cut out of a sentence. */
function canNameBurst(
  form: string,
  { titles, part, reader }: { titles: readonly { title: string }[]; part: number; reader: WordReader | null },
): boolean {
  if (/[:;,.!?()"“”]/u.test(form) || adjective.test(form)) return false
  if (/\p{Lu}/u.test(form)) return !/(?:^| )\p{Ll}{4,}/u.test(form)
  const words = form.split(' ')
  if (words.length > 1)
    return words.every((word, at) => at === 0 || (reader?.isPhrase(words[at - 1] ?? '', word) ?? false))
  return (
    part >= minNounPart &&
    !/(?:ed|ing|ly)$/u.test(form) &&
    isNoun(form, titles) &&
    (reader?.contentOf(form) ?? 1) >= minNounContent
  )
}
