import { formatDay, formatDayRange, joinWithAnd } from '@auspex/analytics/claims'
import type { EventDocument, SignalReport, TopicEvent, Voice } from '@auspex/sdk/types'
import { listDocumentsTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import {
  citedTitle,
  type CitedWords,
  type Ground,
  listParts,
  outletName,
  type Sentence,
  sentence,
  withCapital,
} from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { findWordKind, foldWord } from '../understand/reader/question-words.ts'
import type { Reading } from '../understand/understand.ts'
import { readCount, type Wish, withoutTopics } from '../understand/wishes.ts'
import { nameTopic, plainQuery, spellAsWritten } from '../understand/wordings.ts'
import { type Coverage, countOf, partNoun, readCoverage } from './coverage.ts'
import { citedVolume } from './figure-sentences.ts'
import type { FoundTopic } from './topic-report.ts'
import { minClear, percentOf } from './verdict.ts'

/** A topic with all that its sentences are made from. */
export interface AnswerTopic extends FoundTopic {
  /** As the library writes it. */
  readonly name: string
  readonly coverage: Coverage
  readonly size: CitedWords | null
  readonly reading: Reading
  readonly message: string
  /** The words of a short follow-up together with the message that it goes on from. */
  readonly words: string
  readonly wishes: readonly Wish[]
}

export function nameOf({ query }: Pick<SignalReport, 'query'>): string {
  return plainQuery(query.subject ?? query.title)
}

/** Words of documents in a report, which show how a name is written. */
export function quotedTexts({ events: { events, busiest }, summary }: SignalReport): string[] {
  const titles = [...events, ...(busiest == null ? [] : [busiest])].flatMap((one) => [
    one.headline,
    one.first,
    one.mostNoticed,
  ])
  return [...titles.flatMap((one) => one?.title ?? []), ...summary.claims.flatMap(({ quote }) => quote?.text ?? [])]
}

/** What was asked, as read. */
export type TopicQuestion = Pick<AnswerTopic, 'reading' | 'message' | 'words' | 'wishes'>

export function toAnswerTopic(topic: FoundTopic, question: TopicQuestion): AnswerTopic {
  const { report } = topic
  const reportCoverage = readCoverage(report)
  // a question for documents is answered in documents, also where all are posts
  const coverage: Coverage = /\bdocuments?\b/iu.test(question.words)
    ? { ...reportCoverage, noun: 'documents' }
    : reportCoverage
  return {
    ...topic,
    ...question,
    name: nameWithQualifiers(topic, quotedTexts(report)),
    coverage,
    size: citedVolume(report),
  }
}

/** "Google Glass and “privacy”": the name of a topic with the words that its documents have to have. */
function nameWithQualifiers({ query, narrowing, report }: FoundTopic, texts: readonly string[]): string {
  if (narrowing === undefined || narrowing.used.length === 0)
    return spellAsWritten(nameTopic(query, nameOf(report)), texts)
  const { subject, used } = narrowing
  const words = used.map((one) => (one.isName ? one.words : `“${one.words}”`))
  return joinWithAnd([spellAsWritten(nameTopic(subject, plainQuery(subject)), texts), ...words])
}

export function measure(
  { signalId }: Pick<SignalReport, 'signalId'>,
  section: 'volume' | 'events' | 'tone' | 'voices' | 'locations' | 'contexts',
  pointer: string,
  value: number,
): Ground {
  return { kind: 'measure', signalId, section, pointer, value }
}

/** How much more was written than on other days of the like: "about 3 times as many as usual". */
export function usual({ expected, stories }: TopicEvent): string {
  const times = stories / Math.max(expected, 0.01)
  if (expected < 1 || times >= 50) return 'up from almost none'
  return times < 1.8
    ? `about ${Math.round((times - 1) * 100)}% more than usual`
    : `about ${Math.round(times)} times as many as usual`
}

export function daysOfEvent({ onset, until, peak }: TopicEvent): string {
  if (until === null) return `since ${formatDay(onset)}`
  return onset === until ? `on ${formatDay(peak)}` : `from ${formatDayRange(onset, until)}`
}

/** What happened, told by the documents of its days; null where nothing stood out. */
export function eventSentence(
  topic: AnswerTopic,
  place: number,
  isLead: boolean,
  discussed: EventDocument | null = null,
): Sentence | null {
  const { report, coverage, name } = topic
  const event = report.events.events[place]
  if (event === undefined) return null
  const story = event.headline ?? event.mostNoticed ?? discussed
  const size: CitedWords = {
    text: countOf(event.documents, coverage.noun),
    ground: measure(report, 'events', `/events/${place}/documents`, event.documents),
  }
  const [largest, another] = isLead
    ? [`Most was written about ${name} `, 'Another wave came ']
    : ['The largest wave came ', 'Another came ']
  const others = event.headline !== null && event.mostNoticed != null ? event.mostNoticed : null
  return sentence(
    `${place === 0 ? largest : another}${daysOfEvent(event)}, `,
    size,
    `, ${usual(event)}`,
    ...(story === null || story === undefined
      ? []
      : [': “', citedTitle(story), `” (${outletName(story.outlet)}, ${formatDay(story.publishedAt)})`]),
    ...(others === null ? [] : [' and “', citedTitle(others), `” (${outletName(others.outlet)})`]),
    '.',
  )
}

/** The most discussed document of the largest event, where no title tells it. */
export async function* mostDiscussed(
  context: CallContext,
  { signalId, report }: AnswerTopic,
): AsyncGenerator<AnalystEvent, EventDocument | null> {
  const [event] = report.events.events
  if (event === undefined || event.headline !== null || event.mostNoticed != null) return null
  const days = { from: event.onset, ...(event.until !== null && { to: event.until }) }
  const input = { signalId, ...days, sort: 'engagement' as const, limit: 1 }
  const { outcome, events } = await callTool(
    context,
    listDocumentsTool,
    input,
    () => 'The most discussed of these days.',
  )
  yield* events
  const [first] = outcome.status === 'ok' ? outcome.output.items : []
  if (first === undefined || first.title.trim() === '') return null
  const { id: documentId, title, outlet, publishedAt } = first
  return { documentId, title, outlet, publishedAt }
}

const groupWords: Readonly<Record<string, RegExp>> = {
  news: /\b(?:papers|newspapers?|press|news|outlets|media|zeitungen?|periódicos|journaux)\b/iu,
  forum: /\b(?:subreddits?|forums?|communit\p{L}+|reddit|posters?)\b/iu,
}

/** Outlets or authors with their counts, most first: of the kind that the question names. */
export function rankedVoices({
  report,
  words,
}: Pick<AnswerTopic, 'report' | 'words'>): { voice: Voice; place: number }[] {
  const all = report.voices.outlets.map((voice, place) => ({ voice, place }))
  const named = Object.entries(groupWords).find(([, pattern]) => pattern.test(words))?.[0]
  const own = named === undefined ? all : all.filter(({ voice }) => voice.group === named)
  const subreddits = /\bsubreddits?\b/iu.test(words) ? own.filter(({ voice }) => /\br\//u.test(voice.name)) : own
  const [chosen = all] = [subreddits, own].filter((voices) => voices.length > 0)
  return chosen.toSorted((a, b) => b.voice.documents - a.voice.documents)
}

export function voiceCount({ report }: AnswerTopic, { voice, place }: { voice: Voice; place: number }): CitedWords {
  return {
    text: voice.documents.toLocaleString('en'),
    ground: measure(report, 'voices', `/outlets/${place}/documents`, voice.documents),
  }
}

const rankedAtMost = 5

/** Who wrote most as ranks, where these are asked for: "top subreddits". */
export function ranksOf(topic: AnswerTopic): Sentence[] {
  return rankedVoices(topic)
    .slice(0, readCount(topic.words, topic.reading.queries) ?? rankedAtMost)
    .map((one) =>
      sentence(
        `${outletName(one.voice.name)}: `,
        voiceCount(topic, one),
        ` ${one.voice.documents === 1 ? topic.coverage.noun.replace(/s$/u, '') : topic.coverage.noun}`,
      ),
    )
}

/** Who wrote most, by name and count; forums stand for places where no country is known. */
export function voicesSentence(topic: AnswerTopic): Sentence | null {
  const [first, ...others] = rankedVoices(topic)
  if (first === undefined) return null
  const { coverage, name, report } = topic
  if (first.voice.documents === report.counts.documents && report.counts.documents > 1)
    return sentence(
      'All ',
      voiceCount(topic, first),
      ` ${coverage.noun} on ${name} are from ${outletName(first.voice.name)}.`,
    )
  const tied = others.filter(({ voice }) => voice.documents === first.voice.documents)
  const next = others.slice(0, 3).filter(({ voice }) => voice.documents < first.voice.documents)
  const noun = coverage.noun
  // the outlets of one article each are no order
  if (first.voice.documents <= 2 && report.counts.outlets > 3)
    return sentence(
      `No single place leads on ${name}: ${report.counts.outlets.toLocaleString('en')} outlets have its ${countOf(report.counts.documents, noun)}.`,
    )
  if (tied.length > 0 && tied.length + 1 > 3)
    return sentence(
      `No single place leads on ${name}: `,
      joinWithAnd([first, ...tied].slice(0, 3).map(({ voice }) => outletName(voice.name))),
      ` have `,
      voiceCount(topic, first),
      ` ${first.voice.documents === 1 ? noun.replace(/s$/u, '') : noun} each.`,
    )
  const leaders = [first, ...tied]
  const of = report.counts.documents
  return withCapital(
    sentence(
      `${joinWithAnd(leaders.map(({ voice }) => outletName(voice.name)))} ${leaders.length > 1 ? 'each ' : ''}had most on ${name}: `,
      voiceCount(topic, first),
      ` of ${countOf(of, noun)}`,
      ...(next.length === 0 ? [] : [', before ']),
      ...listParts(next.map((one) => [`${outletName(one.voice.name)} (`, voiceCount(topic, one), ')'])),
      '.',
      spreadWords(topic, leaders.length + next.length),
    ),
  )
}

const asksForPeople = /\b(?:who|whose|authors?|users?|accounts?|posters?|commenters?|persons?|journalists?)\b/iu
const asksForOutlets =
  /\b(?:outlets?|subreddits?|forums?|communit\p{L}+|newspapers?|papers|press|media|sites?|sources|countr\p{L}+)\b/iu
/** Names that sites show where there is no author. */
const nobody = /^(?:\[?(?:deleted|removed)\]?|anonymous|automoderator)$/iu
const listedAuthors = 4

/** Which authors wrote most, where a question asks for people; null where the documents name none. */
export function authorsSentence(topic: AnswerTopic): Sentence | null {
  const { report, words, reading, name, coverage } = topic
  const own = withoutTopics(words, reading.queries)
  if (!asksForPeople.test(own) || asksForOutlets.test(own)) return null
  const [first, ...others] = report.voices.authors
    .map((voice, place) => ({ voice, place }))
    .filter(({ voice }) => !nobody.test(voice.name))
    .toSorted((a, b) => b.voice.documents - a.voice.documents)
  if (first === undefined) return null
  const cited = ({ voice: { documents }, place }: { voice: Voice; place: number }): CitedWords => ({
    text: documents.toLocaleString('en'),
    ground: measure(report, 'voices', `/authors/${place}/documents`, documents),
  })
  const of = ` of ${countOf(report.counts.documents, coverage.noun)}`
  const leaders = [first, ...others.filter(({ voice }) => voice.documents === first.voice.documents)]
  // naming some of many who wrote as much would be a choice of ours
  if (first.voice.documents <= 2 || leaders.length > listedAuthors)
    return sentence(`No single author stands out on ${name}: nobody wrote more than `, cited(first), `${of}.`)
  const next = others.slice(leaders.length - 1, listedAuthors - 1)
  return sentence(
    `${joinWithAnd(leaders.map(({ voice }) => voice.name))} wrote most on ${name}, `,
    cited(first),
    `${leaders.length > 1 ? ' each' : ''}${of}`,
    ...(next.length === 0 ? [] : [', before ']),
    ...listParts(next.map((one) => [`${one.voice.name} (`, cited(one), ')'])),
    '.',
  )
}

/** Whether a few places write most of it, where a message asks for that: accounts are not counted. */
function spreadWords({ report, words, reading }: AnswerTopic, count: number): string {
  const own = withoutTopics(words, reading.queries)
  if (!/\b(?:a few|handful|lots of|(?<!how )many) \p{L}|\baccounts?\b|\bloud\b/iu.test(own)) return ''
  const largest = rankedVoices({ report, words: '' }).slice(0, count)
  const share = largest.reduce((sum, { voice }) => sum + voice.documents, 0) / Math.max(report.counts.documents, 1)
  const accounts = /\baccounts?|users?|people\b/iu.test(own) ? ' Single accounts are not counted here.' : ''
  return share > dominantPlaces
    ? ` So it rests on few places: these have ${Math.round(100 * share)}% of it.${accounts}`
    : ` So it is spread wide: these together have ${Math.round(100 * share)}% of it.${accounts}`
}

/** With so large a share a few places lead a conversation. */
const dominantPlaces = 0.5

/** The kinds of documents that carry a topic: whether newspapers did too. */
export function kindsSentence({ report, coverage, name }: AnswerTopic): Sentence {
  const articles = coverage.parts.filter(({ kind }) => kind === 'article')
  const articleGroups = (report.volume.groups ?? []).filter(({ kind }) => kind === 'article')
  const [first] = articles
  const total = countOf(report.counts.documents, coverage.noun)
  const days = coverage.parts[0]
  const isCovered = articleGroups.some(({ spans }) =>
    spans.some(({ firstDay, lastDay }) => days === undefined || (firstDay <= days.until && lastDay >= days.from)),
  )
  if (first === undefined)
    return isCovered
      ? sentence(`No: none of the ${total} on ${name} is a news article, on days whose news the library covers.`)
      : sentence(
          `Cannot tell whether newspapers carried it: the library’s news does not cover those days, and none of the ${total} on ${name} is a news article.`,
        )
  const text = countOf(first.documents, 'news articles')
  const [place, ...others] = first.places
  const size: CitedWords | string =
    place === undefined || others.length > 0
      ? text
      : { text, ground: measure(report, 'volume', `/groups/${place}/documents`, first.documents) }
  const isLater = days !== undefined && days !== first && first.from > days.until
  const [begin, end] = [first.from.slice(0, 4), first.until.slice(0, 4)]
  const years = begin === end ? begin : `${begin} to ${end}`
  return isLater
    ? sentence(
        'Cannot tell whether newspapers of that time carried it: the library has ',
        size,
        ` on ${name}, all of ${years}, after its ${partNoun(days)} end.`,
      )
    : sentence('Yes: newspapers carried it in ', size, ` of the ${total} (${years}).`)
}

/** A tone that rests on one forum is that forum's. */
const dominantShare = 0.35

export function oneForumSentence(topic: AnswerTopic): Sentence | null {
  const [first] = rankedVoices({ ...topic, words: '' })
  const { documents } = topic.report.counts
  const isOnlyOutlet = topic.reading.outlets.length === 1
  if (first === undefined || isOnlyOutlet || documents < minClear || first.voice.documents < dominantShare * documents)
    return null
  return sentence(
    `This rests largely on one place: ${outletName(first.voice.name)} has `,
    voiceCount(topic, first),
    ` of the ${countOf(documents, topic.coverage.noun)} (${percentOf(first.voice.documents, documents)}).`,
  )
}

/** Names with several meanings are counted together: where the documents stand says which. */
export function sensesSentence(topic: AnswerTopic): Sentence | null {
  const [first, ...others] = rankedVoices({ ...topic, words: '' }).slice(0, 3)
  const { name, report } = topic
  if (first === undefined || others.length === 0 || first.voice.documents > dominantShare * report.counts.documents)
    return null
  const places = [first, ...others].map(({ voice }) => outletName(voice.name))
  return sentence(
    `“${withCapital(sentence(name)).text}” can mean several things, which are counted together here (most stand in ${joinWithAnd(places)}): add a word for the one that you mean.`,
  )
}

/** With fewer words the rest of an answer is what the documents have most often. */
const minRelated = 2

/** Words of the sites and of everything, and forms of the topic itself. */
function saysNothing(term: string, name: string): boolean {
  const words = term.toLowerCase().split(' ')
  const isGeneral = words.every(
    (word) =>
      (findWordKind(foldWord(word))?.band ?? 7) < 3 ||
      /^(?:(?:sub)?reddits?|posts?|threads?|comments?|links?|upvotes?|edit|something|anything)$/u.test(word),
  )
  return (
    isGeneral ||
    words.some((word) =>
      name
        .toLowerCase()
        .split(' ')
        .some((part) => part.slice(0, 4) === word.slice(0, 4)),
    )
  )
}

/** Words that come up with a topic more often than chance explains. */
export function relatedSentence({ report, name }: AnswerTopic, count: number): Sentence | null {
  const terms = report.contexts.items
    .filter(({ significant, term }) => significant && !saysNothing(term, name))
    .slice(0, count)
    .map(({ term }) => `“${term}”`)
  if (terms.length < minRelated) return null
  // without numbers: words are counted in a sample of the documents, names in all of them
  return sentence(
    `The words most tied to ${name} are ${joinWithAnd(terms)}, which come up with it more often than chance explains.`,
  )
}
