import { joinWithAnd } from '@auspex/analytics/claims'
import type { AnalystEvent } from '../analyst.port.ts'
import { type Sentence, sentence, toFindings } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
import { asksForCountry, readCount, readPart, readUnit, type Wish, withoutTopics } from '../understand/wishes.ts'
import { leadOfAny } from './answerable-wishes.ts'
import { coverageSentences, isOfUnit, sizeSentence } from './coverage.ts'
import { countryLabel } from '../understand/scope.ts'
import { extraLookups, noCountrySentence, placesSentence } from './extra-findings.ts'
import { titlesSentence } from './listed-documents.ts'
import { daysWords } from './figure-sentences.ts'
import { changeOverTime, peakByPart, peakSentence, peakStory } from './over-time.ts'
import { frequentWordsSentence, quoteSentences, reasonSentences, whySentences } from './quoted-reasons.ts'
import {
  type AnswerTopic,
  authorsSentence,
  eventSentence,
  kindsSentence,
  mostDiscussed,
  oneForumSentence,
  rankedVoices,
  relatedSentence,
  sensesSentence,
  voicesSentence,
} from './report-sentences.ts'
import type { FoundTopic } from './topic-report.ts'
import { judgeTone, toneByKindSentence, toneLead, verdictSentence } from './verdict.ts'

const asksForTrust = /\b(?:reliab\p{L}*|complete\p{L}*|trust|rely|representative|how good)\b/iu

const asksWhyTalked =
  /\bwhy\b[^.?!]{0,60}?\b(?:talk(?:s|ed|ing)?|writ(?:e|ten|ing)|discuss(?:ed|ing)?|mention(?:ed|s)?|trend(?:ed|ing)|in the news|everywhere|all over|making headlines|big deal|(?:so|that) (?:big|much))\b/iu

const spikeWords =
  /\b(?:spik(?:e|es|ed|ing)|surg(?:e|es|ed|ing)|upticks?|outbursts?|waves? of (?:talk|posts|coverage|articles))\b/iu

type Sentences = AsyncGenerator<AnalystEvent, readonly Sentence[]>

/** A kind of sentence: the wishes that it is the first answer to, and those that it may stand beside. A wish that neither names keeps it out. */
interface SentenceRule {
  readonly leads: readonly Wish[]
  readonly supports: readonly Wish[]
  /** The first cell of its row in a table of findings. */
  readonly label: string
  readonly make: (context: CallContext, topic: AnswerTopic) => Sentences
}

// oxlint-disable-next-line eslint/require-yield -- what a report contains needs no lookup
async function* ready(...made: readonly (Sentence | null)[]): Sentences {
  return made.filter((one) => one !== null)
}

async function* orNothing(made: AsyncGenerator<AnalystEvent, Sentence | null>): Sentences {
  const one = yield* made
  return one === null ? [] : [one]
}

function lookedUp(want: keyof typeof extraLookups): SentenceRule['make'] {
  return async function* (context, topic) {
    const made = extraLookups[want]
    return made === undefined ? [] : yield* made(context, { ...topic, ...topic.reading, query: topic.query })
  }
}

/**
 * The one table of what an answer may say, and for what. For each wish, in the order of the question, the first kind that has something to say leads;
 * then come those that support a wish, in the order of the table; the number of documents with what covers them closes the answer once.
 */
export const sentenceTable = {
  peak: {
    leads: ['peak'],
    supports: [],
    label: 'When',
    make: async function* (context, topic) {
      const part = readPart(topic.words)
      const { sentence: byPart, isFew } = yield* peakByPart(context, topic, part)
      if (isFew || (part !== null && byPart !== null)) return byPart === null ? [] : [byPart]
      // the day comes first, and then the month whose share of all documents was larger
      return [peakSentence(topic), byPart].filter((one) => one !== null)
    },
  },
  // whether there is anything is best shown by what there is
  example: {
    leads: [],
    supports: ['volume', 'coverage'],
    label: 'Quotation',
    make: (context, topic) => (leadOfAny(topic.words) === '' ? ready() : quoteSentences(context, topic)),
  },
  change: {
    leads: ['change'],
    supports: [],
    label: 'Change',
    make: (context, topic) => orNothing(changeOverTime(context, topic)),
  },
  first: { leads: ['first'], supports: [], label: 'First', make: lookedUp('first') },
  forecast: { leads: ['forecast'], supports: [], label: 'Forecast', make: lookedUp('forecast') },
  audience: { leads: ['audience'], supports: [], label: 'Audience', make: lookedUp('audience') },
  price: { leads: ['price'], supports: [], label: 'Price', make: lookedUp('price') },
  narratives: {
    leads: ['narratives'],
    supports: [],
    label: 'Narratives',
    make: async function* (context, topic) {
      const made = yield* lookedUp('narratives')(context, topic)
      const isNone = made.length === 1 && (made[0]?.grounds.length ?? 0) === 0
      // what was said answers more than that it cannot be grouped
      return isNone ? [...(yield* quoteSentences(context, topic)), ...made] : made
    },
  },
  verdict: {
    leads: ['tone'],
    supports: ['reasons'],
    label: 'Tone',
    make: async function* (context, topic) {
      const verdict = verdictSentence(topic, toneLead(topic))
      if (judgeTone(topic.report.tone.stories) !== 'too-few') return [verdict]
      // too few for a tone still say something
      const quoted = yield* quoteSentences(context, topic, 'opinion')
      return quoted.some(({ grounds }) => grounds.length > 0) ? [...quoted, verdict] : [verdict]
    },
  },
  reasons: { leads: ['reasons'], supports: [], label: 'Reasons', make: reasonSentences },
  why: {
    leads: ['why'],
    supports: [],
    label: 'Reasons',
    make: async function* (context, topic) {
      // what set a peak off is what its documents were about
      const story = topic.wishes.includes('peak') ? peakStory(topic, yield* mostDiscussed(context, topic)) : null
      if (story !== null) return [story]
      // why everybody talked of it, or what a spike of it was, is what happened
      const event =
        asksWhyTalked.test(topic.words) || spikeWords.test(withoutTopics(topic.words, topic.reading.queries))
          ? eventSentence(topic, 0, true, yield* mostDiscussed(context, topic))
          : null
      return event === null ? yield* whySentences(context, topic) : [event]
    },
  },
  places: {
    leads: ['places'],
    supports: [],
    label: 'Places',
    make: (_, topic) => {
      const places = placesSentence(topic)
      return places === null && asksForCountry(topic.words)
        ? ready(noCountrySentence(topic), voicesSentence(topic))
        : ready(places)
    },
  },
  authors: {
    leads: ['voices'],
    supports: [],
    label: 'Voices',
    make: (_, topic) => ready(authorsSentence(topic)),
  },
  voices: {
    leads: ['voices', 'outlets', 'places'],
    supports: [],
    label: 'Voices',
    make: (_, topic) => ready(voicesSentence(topic)),
  },
  'leading-place': {
    leads: [],
    supports: ['volume', 'coverage', 'places', 'change', 'voices'],
    label: 'Voices',
    make: (_, topic) => ready(leadingPlaceSentence(topic)),
  },
  // a question for what is held is answered by how much there is, and of which days
  coverage: {
    leads: ['coverage'],
    supports: [],
    label: 'How much',
    make: (_, topic) =>
      ready(
        ...coverageSentences(topic, {
          lead: leadOfAny(topic.words),
          asksForTrust: asksForTrust.test(topic.words),
          hasTone: judgeTone(topic.report.tone.stories) !== 'too-few',
        }),
      ),
  },
  kinds: { leads: ['kinds'], supports: [], label: 'Kinds', make: (_, topic) => ready(kindsSentence(topic)) },
  related: {
    leads: ['related'],
    supports: [],
    label: 'Comes up with it',
    make: async function* (context, topic) {
      const count = readCount(topic.words, topic.reading.queries) ?? 6
      return [relatedSentence(topic, count) ?? (yield* frequentWordsSentence(context, topic, count))]
    },
  },
  // beside when it peaked, "what happened then" is about the peak
  'peak-story': {
    leads: ['events'],
    supports: ['peak'],
    label: 'What happened',
    make: (_, topic) =>
      ready(
        topic.wishes.includes('peak') && !topic.wishes.some((wish) => wish === 'quotes' || wish === 'why')
          ? peakStory(topic)
          : null,
      ),
  },
  event: {
    leads: ['events', 'brief', 'write', 'rank'],
    supports: ['why', 'volume', 'coverage', 'change', 'series', 'voices', 'outlets', 'places'],
    label: 'What happened',
    make: async function* (context, topic) {
      const discussed = yield* mostDiscussed(context, topic)
      // why people do something is not why it was written about
      const isOnlyWhy =
        topic.wishes.length === 1 &&
        topic.wishes.includes('why') &&
        !/spik|surg|jump|soar|ris|rose|crash|drop|fell/iu.test(topic.words)
      const one =
        isOnlyWhy || topic.wishes.includes('peak')
          ? null
          : eventSentence(topic, 0, !topic.wishes.includes('why'), discussed)
      return one === null ? [] : [one]
    },
  },
  quiet: {
    leads: ['events', 'brief', 'write', 'rank'],
    supports: [],
    label: 'When',
    make: (_, topic) => ready(peakSentence(topic)),
  },
  titles: {
    leads: ['events'],
    supports: [],
    label: 'What happened',
    make: (context, topic) => (topic.wishes.includes('list') ? ready() : orNothing(titlesSentence(context, topic))),
  },
  quotes: {
    leads: ['quotes', 'brief', 'write'],
    supports: ['brief', 'events', 'write', 'tone', 'tone-change'],
    label: 'Quotation',
    make: (context, topic) => quoteSentences(context, topic),
  },
  'next-event': {
    leads: [],
    supports: ['events'],
    label: 'What happened',
    make: (_, topic) => ready(topic.wishes.length > 1 ? null : eventSentence(topic, 1, true)),
  },
  'one-forum': {
    leads: [],
    supports: ['tone', 'tone-change'],
    label: 'Tone',
    make: (_, topic) =>
      ready(topic.wishes.some((wish) => wish === 'voices' || wish === 'outlets') ? null : oneForumSentence(topic)),
  },
  'tone-by-kind': {
    leads: [],
    supports: ['tone'],
    label: 'Tone',
    make: (_, topic) => ready(toneByKindSentence(topic)),
  },
  senses: {
    leads: [],
    supports: ['tone', 'volume', 'brief', 'reasons', 'change', 'peak', 'events', 'voices', 'quotes'],
    label: 'Meaning',
    make: (_, topic) => ready(topic.reading.answer === 'ambiguous-topic' ? sensesSentence(topic) : null),
  },
  size: {
    leads: ['volume'],
    supports: [],
    label: 'How much',
    make: (_, topic) => {
      const none = noneOfUnit(topic)
      return ready(none, sizeSentence(topic, topic.coverage, none === null ? leadOfAny(topic.words) : ''))
    },
  },
} satisfies Record<string, SentenceRule>

export type SentenceKind = keyof typeof sentenceTable

const rules = Object.entries(sentenceTable) as [SentenceKind, SentenceRule][] // the keys are those of the table

export function ruleOf(kind: SentenceKind): SentenceRule {
  return sentenceTable[kind]
}

/** The kinds that may come first for a wish, the best first. */
export function leadsFor(wish: Wish): SentenceKind[] {
  return rules.flatMap(([kind, { leads }]) => (leads.includes(wish) ? [kind] : []))
}

/** What a kind of sentence says to a wish. */
export interface Lead {
  readonly kind: SentenceKind
  readonly sentences: readonly Sentence[]
}

/** The first kind of sentence that has something to say to a wish; null where none has. */
export async function* findLead(
  context: CallContext,
  topic: AnswerTopic,
  wish: Wish,
): AsyncGenerator<AnalystEvent, Lead | null> {
  for (const kind of leadsFor(wish)) {
    const sentences = yield* ruleOf(kind).make(context, topic)
    if (sentences.length > 0) return { kind, sentences }
  }
  return null
}

/** The kinds that may stand beside wishes. */
export function supportsFor(wishes: readonly Wish[]): SentenceKind[] {
  return rules.flatMap(([kind, { supports }]) => (supports.some((wish) => wishes.includes(wish)) ? [kind] : []))
}

/** A sentence for a wish that nothing can be said to: silence would read as nothing to worry about. */
export const nothingToSay: Readonly<Partial<Record<Wish, (name: string) => string>>> = {
  peak: (name) => `No peak can be told: too little is written about ${name}, or too little of the time is covered.`,
  change: (name) =>
    `Cannot tell: too little is written about ${name}, or too little of the time is covered, to say how it changed.`,
  events: (name) => `Nothing stood out about ${name}: no day or week has clearly more than usual.`,
  voices: (name) => `Nobody can be named: the documents on ${name} have neither author nor outlet.`,
  outlets: (name) => `No outlet can be named: the documents on ${name} have none.`,
  places: (name) => `Cannot tell where: the documents on ${name} have neither country nor outlet.`,
  narratives: (name) => `The documents on ${name} have no subject that many of them share.`,
  first: (name) => `The first document on ${name} could not be read.`,
}

/** "How many articles" where all are posts: none, and not the number of the others. */
function noneOfUnit({ words, report, name, reading }: AnswerTopic): Sentence | null {
  const unit = readUnit(words)
  const kinds = report.volume.kinds.filter(({ documents }) => documents > 0)
  if (unit === null || kinds.length === 0 || kinds.some(({ kind }) => isOfUnit(kind, unit))) return null
  // only the days and sources of the question were looked at
  const { from, to, outlets, country } = reading
  const sources = [...outlets, ...(country === null ? [] : [countryLabel(country)])]
  const origin = sources.length === 0 ? '' : ` from ${joinWithAnd(sources)}`
  const days = from === null && to === null ? '' : ` ${daysWords({ from, to })}`
  return sentence(`None: I found no ${unit.replace(/s$/u, '')}${origin} that mentions ${name}${days}.`)
}

/** A place with a smaller share of the documents, or of fewer of them, supports nothing. */
const [supportingShare, supportingCount] = [0.1, 20]

/** Who wrote most, beside another answer: where one place has a good part of it, and no place was asked for. */
function leadingPlaceSentence(topic: AnswerTopic): Sentence | null {
  const { documents } = topic.report.counts
  const [first] = rankedVoices({ ...topic, words: '' })
  const isLeading = first !== undefined && first.voice.documents >= supportingShare * documents
  // words of the question may name a kind of place: "how much news"
  const ofAll = { ...topic, words: '' }
  return isLeading && documents >= supportingCount && topic.reading.outlets.length === 0 ? voicesSentence(ofAll) : null
}

/** Gaps between covered days, in the words of the report; undefined where there is none or the size says it. */
export function findUncovered({ signalId, report }: FoundTopic): Sentence | undefined {
  return toFindings(signalId, report.summary).find(({ formulas }) => formulas[0] === 'coverage')
}
