import { saysWhatHappened } from '../../events/headline-style.ts'
import { showableRatio } from '../../series/interval.ts'
import { allDocuments, type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { type PieceNoun, plainNumber, pluralNoun } from '../render-number.ts'
import { capitalize, formatDay, formatDayRange, formatMonth, formatPartOfMonth } from '../sentence-words.ts'
import { addDays } from '../../series/daily-series.ts'
import { claimStatus, supportThresholds } from '../support.ts'
import {
  cite,
  headlineTitle,
  nameSubject,
  type QuotedDocument,
  type DayTitles,
  quoteTitle,
  sayWhat,
  titleOfReport,
} from './quoted-titles.ts'

/** A stretch of days with more stories than usual, and the document whose title describes it. */
export interface ReportedEvent extends DayTitles {
  onset: string
  peak: string
  /** Null when it had not ended by the last covered day. */
  until: string | null
  /** Stories of these days, with copies merged, and documents, with copies. */
  stories: number
  documents: number
  /** Stories expected on those days, and the excess over them with 95 % bounds. */
  expected: number
  excess: { low: number; high: number }
  /** One of the documents that people reacted to most. */
  mostNoticed: QuotedDocument | null
  /** Its own name, such as "Hurricane Sandy" of the topic hurricane; null where it has none. */
  name?: string | null
  /** The word or name that many of its titles hold; null where they share none. */
  subject?: string | null
  /** Words and phrases that its titles hold more often than others. */
  terms?: readonly string[]
  /** What its stories are called. */
  noun: PieceNoun
  /** Whether what the headline tells is the largest part of them by far. */
  isLargest: boolean
  /** Its position in the report; null for several events reported as one. */
  pointer: string | null
}

/** Below this expectation a multiple means nothing to a reader. */
const minExpected = 1.5
/** A smaller usual number is not told. */
const minTellable = 4.5
/** Nor does one of fifty or more. */
const minUsualPart = 0.02

/** What a report states about its largest event: that it was the busiest time, or only that it stands out most from its surroundings. */
export type EventRank = 'peak' | 'outstanding'

/** The headline finding above the chart: what happened; where no title says so, by its own name, or when most was published, or most more than before. `name` is the topic without the days asked for. */
export function peakTitle(
  event: ReportedEvent,
  { topic, name: named = topic, rank }: { topic: string; name?: string; rank: EventRank },
): StatementDraft {
  const told =
    headlineTitle(event.headline, { score: event.headlineScore ?? 0, topic: named }) ??
    (event.name == null ? titleOfReport(event, named) : null)
  if (told !== null) return told
  const { text, name } = sayWhen(event, rank)
  const posts = pluralNoun(event.noun, Infinity)
  const subject = event.name == null ? null : capitalize(event.name)
  const names = [...(subject === null ? [] : [subject]), topic, name]
  const what =
    subject === null
      ? `${capitalize(posts)} about ${topic} ${rank === 'peak' ? 'peaked' : 'rose sharply'}`
      : `${subject} led ${posts} about ${topic}`
  const claims = [{ ...toEventClaim(event), names, numbers: [], documentIds: [] }]
  return { text: `${what} ${text}`, part: 'title', claims }
}

/** As coarsely as the days of the event allow, so that no reader of both finds two times: its day, part of a month or month; of a longer one that of its peak, or of its beginning. */
function sayWhen({ onset, peak, until }: ReportedEvent, rank: EventRank): { text: string; name: string } {
  const end = until ?? peak
  if (onset === end) return { text: `on ${formatDay(onset)}`, name: formatDay(onset) }
  const parts = [onset, end].map(formatPartOfMonth)
  const isOfOneMonth = onset.slice(0, 7) === end.slice(0, 7)
  const name =
    parts[0] === parts[1] || (!isOfOneMonth && rank === 'peak')
      ? formatPartOfMonth(peak)
      : formatMonth(isOfOneMonth ? peak : onset)
  return { text: `in ${name}`, name }
}

/** From this many documents a story on, a reader of the chart sees more than the number of stories. */
const minCopiedTimes = 1.25

/** An event of a larger part of its topic is told by that: what is usual says little of a topic that hardly existed before. */
const minPartOfTopic = 0.3

/** The largest thing that happened: what it was, unless the title says so (`isTitled`), and how much was published when. `topicDocuments` are all documents of the topic. */
export function leadStatement(
  event: ReportedEvent,
  { topicDocuments = Infinity, isTitled = false }: { topicDocuments?: number; isTitled?: boolean } = {},
): StatementDraft {
  const subject = nameSubject(event)
  const days = sayDays(event, isTitled)
  const what = isTitled ? { text: '', names: [] } : sayWhat(subject, { ...event, year: event.peak.slice(0, 4) })
  const names = [...days.names, ...what.names]
  const quote = isTitled ? null : subject.quote
  const isCopied = event.documents >= minCopiedTimes * event.stories
  if (!isCopied && event.documents >= minPartOfTopic * topicDocuments && event.documents < topicDocuments) {
    const [all, part] = [topicDocuments, event.documents].map((value, at) =>
      plainNumber({
        pointer: at === 0 ? '/counts/documents' : joinPointer(event.pointer, 'documents'),
        value,
        unit: 'documents',
        n: value,
        ...(at === 1 && { noun: null }),
      }),
    ) as [ClaimNumber, ClaimNumber] // one of each
    return {
      text: `${what.text}Of the ${all.text}, ${part.text} date ${days.text.replace(/^on /u, 'from ')}${days.peak}.`,
      part: 'story',
      claims: [
        { ...toEventClaim(event), numbers: [part], names, quote },
        {
          ...toEventClaim(event),
          numbers: [all],
          names: [],
          evidence: allDocuments,
          documentIds: [],
          formula: 'match',
        },
      ],
    }
  }
  const counted = countDistinct(event, isCopied)
  const usual = usualAmount(event)
  return {
    text: `${what.text}There ${event.stories === 1 ? 'was' : 'were'} ${counted.text} ${days.text}${usual.words}${days.peak}.`,
    part: 'story',
    claims: [
      {
        ...toEventClaim(event),
        numbers: [counted.number, ...(usual.number === null ? [] : [usual.number])],
        names,
        quote,
      },
    ],
  }
}

/** The stories of some days in words: "21 different articles" where copies make the documents many more. */
function countDistinct(story: StoryCount, isCopied: boolean): { text: string; number: ClaimNumber } {
  const number = countPieces(story)
  if (!isCopied) return { text: number.text, number }
  const bare = plainNumber({ ...number, noun: null })
  return { text: `${bare.text} different ${pluralNoun(story.noun, story.stories)}`, number: bare }
}

interface StoryCount {
  stories: number
  noun: PieceNoun
  pointer: string | null
}

/** A number of stories in words. */
export function countPieces({ stories, noun, pointer }: StoryCount): ClaimNumber {
  return plainNumber({
    pointer: joinPointer(pointer, 'stories'),
    value: stories,
    unit: 'stories',
    n: stories,
    noun: noun === 'pieces' ? 'documents' : noun,
  })
}

/** The days of an event, and the highest where its month is neither that of the first nor of the last, and no title tells of one day. */
function sayDays(
  event: ReportedEvent,
  isTitled: boolean,
): {
  text: string
  peak: string
  names: string[]
} {
  const { onset, peak, until } = event
  const days = formatSpan(event)
  const highest = formatDay(peak)
  const isElsewhere = !isTitled && [onset, until].every((day) => day?.slice(0, 7) !== peak.slice(0, 7))
  return {
    text: days.text,
    peak: isElsewhere ? `, with the peak on ${highest}` : '',
    names: isElsewhere ? [days.name, highest] : [days.name],
  }
}

type EventSpan = Pick<ReportedEvent, 'onset' | 'until'>

/** The days of an event as the end of a sentence: "on 3 May 2013", "on 3 and 4 May 2013", "from 3 to 9 May 2013". */
function formatSpan({ onset, until }: EventSpan): { text: string; name: string } {
  if (until === null) return { text: `from ${formatDay(onset)} on`, name: formatDay(onset) }
  if (onset === until) return { text: `on ${formatDay(onset)}`, name: formatDay(onset) }
  const range = formatDayRange(onset, until)
  if (addDays(onset, 1) !== until) return { text: `from ${range}`, name: range }
  const pair = range.replace(' to ', ' and ')
  return { text: `on ${pair}`, name: pair }
}

/** Whether another event is large enough for a sentence and has a title to quote: the chart shows the others. */
export function canBeReported(event: ReportedEvent): boolean {
  const subject = nameSubject(event)
  const isReport = !subject.isNoticed && saysWhatHappened(subject.words)
  const least = isReport ? supportThresholds.namedEvent.min : supportThresholds.furtherEvent.min
  return event.stories >= least && subject.quote !== null
}

/** An event that begins so soon after another is its end. */
const maxPauseDays = 3

/** Further events together, oldest first, after one that begins as that of the sentence before (`lead`) ends: it is told as its end. `isBeside`: after what heads the report. Null without any that can be reported (`canBeReported`). */
export function furtherStatement(
  events: readonly ReportedEvent[],
  lead: EventSpan | null = null,
  isBeside = true,
): StatementDraft | null {
  const isEnd = ({ onset, until }: ReportedEvent) =>
    lead?.until != null && until !== null && onset > lead.onset && onset <= addDays(lead.until, maxPauseDays)
  const reported = events
    .filter(canBeReported)
    .toSorted((a, b) => Number(isEnd(b)) - Number(isEnd(a)) || (a.onset < b.onset ? -1 : 1))
  if (reported.length === 0) return null
  let isFirst = true
  const sentences = reported.map((event) => {
    const { noun, onset, until } = event
    const subject = nameSubject(event)
    // the year that the sentence names
    const year = (isEnd(event) ? (until ?? onset) : onset).slice(0, 4)
    const cited = cite(subject, { year })
    const claim = {
      ...toEventClaim(event),
      quote: subject.quote,
      documentIds: subject.quote === null ? [] : [subject.quote.documentId],
    }
    if (isEnd(event) && until !== null) {
      const day = formatDay(until)
      return {
        text: `Until ${day} there were still ${pluralNoun(noun, Infinity)} such as ${cited.text}.`,
        claim: { ...claim, numbers: [], names: [day, ...cited.names] },
      }
    }
    const [span, count] = [formatSpan(event), countPieces(event)]
    const text = isFirst
      ? `There were ${isBeside ? 'also ' : ''}${count.text} ${span.text}, among them ${cited.text}.`
      : `${capitalize(span.text)}, ${count.text} followed, such as ${cited.text}.`
    isFirst = false
    return { text, claim: { ...claim, numbers: [count], names: [span.name, ...cited.names] } }
  })
  return {
    text: sentences.map(({ text }) => text).join(' '),
    part: 'story',
    claims: sentences.map(({ claim }) => claim),
  }
}

/** A subject that came and went within a topic of which no event stands out. */
export interface ReportedSubject {
  subject: string
  firstDay: string
  lastDay: string
  /** Stories about it, all stories of these days, and all documents of them with their copies. */
  stories: number
  of: number
  documents: number
  noun: PieceNoun
  headline: QuotedDocument
  documentIds: readonly string[]
  /** Its position in the report. */
  pointer: string
}

/** The headline finding above the chart of a topic without an event, of which one subject came and went. `noun` is what all its documents are. */
export function outstandingTitle(outstanding: ReportedSubject, topic: string, noun: PieceNoun): StatementDraft {
  const { subject } = outstanding
  // the verb is not the name's: of many words nobody knows whether they are one or several
  return {
    text: `A subject stands out among ${noun === 'pieces' ? 'documents' : noun} about ${topic}: ${subject}`,
    part: 'title',
    claims: [{ ...toSubjectClaim(outstanding), names: [topic, subject] }],
  }
}

/** When a subject was there, how much of its days it was, and what happened. Null where its headline cannot be quoted. */
export function outstandingStatement(outstanding: ReportedSubject): StatementDraft | null {
  const { subject, firstDay, lastDay, stories, of, documents, noun, headline, pointer } = outstanding
  const title = quoteTitle(headline)
  if (title === null) return null
  const days = formatSpan({ onset: firstDay, until: lastDay })
  const all = { ...countPieces({ stories: of, noun, pointer: null }), pointer: joinPointer(pointer, 'of') }
  const about = countPieces({ stories, noun, pointer })
  const part = { ...about, text: plainNumber({ ...about, noun: null }).text }
  const cited = cite(title, { year: firstDay.slice(0, 4) })
  const isAll = stories === of
  const isCopied = documents >= minCopiedTimes * of
  const bare = plainNumber({ ...all, noun: null })
  const counted = isCopied
    ? { text: `${bare.text} different ${pluralNoun(noun, of)}`, number: bare }
    : { text: all.text, number: all }
  const ofDays: NewClaim = {
    ...toSubjectClaim(outstanding),
    evidence: evidence({ from: firstDay, to: lastDay }),
    documentIds: [],
  }
  return {
    text: isAll
      ? `All ${counted.text} ${days.text} were about ${subject}, among them ${cited.text}.`
      : `Of ${counted.text} ${days.text}, ${part.text} were about ${subject}, among them ${cited.text}.`,
    part: 'story',
    claims: [
      {
        ...toSubjectClaim(outstanding),
        numbers: [isAll ? counted.number : part],
        names: [subject, days.name, ...cited.names],
        quote: title.quote,
      },
      ...(isAll ? [] : [{ ...ofDays, numbers: [counted.number], names: [days.name] }]),
    ],
  }
}

function toSubjectClaim({ stories, headline, documentIds, firstDay, lastDay }: ReportedSubject): NewClaim {
  const status = claimStatus(stories, supportThresholds.event)
  return {
    kind: 'share',
    status,
    reason:
      status === 'weak'
        ? 'Few pieces were published in these days.'
        : 'All headlines of the topic were read; chance explains so many together in at most one of ten topics.',
    numbers: [],
    names: [],
    quote: null,
    evidence: evidence({ ids: documentIds.join(','), from: firstDay, to: lastDay }),
    documentIds: [headline.id],
    formula: 'events',
  }
}

function joinPointer(pointer: string | null, name: string): string | null {
  return pointer === null ? null : `${pointer}/${name}`
}

/** This many times what was expected at most is far more. */
const minFarTimes = 3

/** How many stories these days would usually have: as a multiple, as a count where its bounds are too far apart, or almost none. */
export function usualAmount({ stories, expected, excess, pointer }: ReportedEvent): {
  words: string
  number: ClaimNumber | null
} {
  if (expected < Math.max(minExpected, minUsualPart * stories)) return { words: ', up from almost none', number: null }
  const [upperExpected, lowerExpected] = [stories - excess.low, stories - excess.high]
  const ratio = showableRatio({
    value: stories / expected,
    low: stories / upperExpected,
    high: lowerExpected > 0 ? stories / lowerExpected : Infinity,
    n: stories,
  })
  if (ratio !== null) {
    const number = plainNumber({ ...ratio, unit: 'ratio' })
    return { words: `, ${number.text} the usual number`, number }
  }
  // a handful is as good as any other
  if (expected < minTellable)
    return { words: `, ${stories >= minFarTimes * upperExpected ? 'far ' : ''}more than usual`, number: null }
  const number = plainNumber({
    pointer: joinPointer(pointer, 'expected'),
    value: expected,
    low: lowerExpected,
    high: upperExpected,
    unit: 'stories',
    noun: null,
  })
  return { words: `, up from ${number.text}`, number }
}

function toEventClaim({ onset, until, stories, headline }: ReportedEvent): Omit<NewClaim, 'numbers' | 'names'> {
  const status = claimStatus(stories, supportThresholds.event)
  return {
    kind: 'change',
    status,
    reason:
      status === 'weak'
        ? 'Few pieces were published in these days.'
        : 'Chance alone shows a rise like this in at most one of twenty topics; the headline is the title that an editor would most probably quote, by a model of marked titles.',
    quote: null,
    evidence: evidence({ from: onset, to: until }),
    documentIds: headline === null ? [] : [headline.id],
    formula: 'events',
  }
}
