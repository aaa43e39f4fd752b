import {
  addDays,
  changeStatement,
  type Claim,
  compileClaims,
  contextsStatement,
  countriesStatement,
  type DailyReport,
  emptyStatements,
  formatCountry,
  hasTwoWindows,
  type QueryNode,
  type ReportedName,
  stageStatement,
  type StatementDraft,
  toneComparisonStatement,
  toneStatement,
  unevenWindows,
  voicesStatements,
  volumeStatement,
} from '@auspex/analytics'
import type { EventDocument, SummarySection, Estimate, SignalReport, ToneCounts } from '@auspex/sdk/types'
import type { Steps } from '../../../adapters/database/turns/steps.ts'
import type { StoryFacts } from '../../library/index.ts'
import { kindsHeld } from './group-names.ts'
import { toQuoted } from './highest-bar.ts'
import type { GroupHolding } from './library.ts'
import {
  byNewest,
  type FoundReports,
  type LibraryDocument,
  presentDocument,
  type TopicSubject,
} from './present-document.ts'
import {
  counterStatement,
  type QuotedSentence,
  quotedSentences,
  quoteStatements,
  topStoryStatements,
} from './summary-quotes.ts'
import { createNounOf } from './lasting-level.ts'
import type { StorySections } from './story-head.ts'
import { storyStatements } from './summary-story.ts'
import { chatterKinds } from '../signal-filter.ts'
import { describeQueryParts } from '../describe-query.ts'

/** With fewer documents a statement is not worth a sentence, however certain its estimate. */
const minDocuments = 20

export interface SummaryInput {
  /** The sections whose numbers are reported. */
  report: SummarizedSections & StorySections & { tone: DailyReport['tone'] }
  /** Documents to read, in any order. */
  documents: readonly LibraryDocument[]
  /** The largest stories by documents, largest first. */
  stories: readonly StoryFacts[]
  /** The largest groups of the topic's documents, which quotations are taken from. */
  subjects: readonly TopicSubject[]
  /** Titles of a topic of few documents, those first that say best what they are about. */
  titles: readonly EventDocument[]
  titleScore: number
  /** Titles that report what happened. */
  reports: FoundReports
  /** What many of its titles name, with the documents that mention it. */
  names: readonly ReportedName[]
  /** Of each headline the probability that an editor would quote it for the days that it tells. */
  headlineScores: ReadonlyMap<string, number>
  /** Days on which the outlets that carry the topic changed, and its level with them. */
  sampleShifts: readonly string[]
  /** What the library holds of the measured sources. */
  holdings: readonly Pick<GroupHolding, 'kind' | 'total' | 'spans'>[]
  /** The topic as its documents write it inside a sentence. */
  topic: string
  /** The query that found them; its words are marked in citations. */
  node: QueryNode
  /** A question that the summary should focus on; null for none. */
  question: string | null
}

const maxSentenceDocuments = 60
const maxCited = 50

/**
 * What the documents say, compiled from claims: volume, changes, tone, voices, places, stories, verbatim quotations and counter-evidence. A sentence
 * that its claims do not support is left out. Pauses between the kinds of sentences.
 */
export function* buildSummary({
  report,
  documents,
  stories,
  subjects,
  titles: chosen,
  titleScore,
  reports,
  names,
  headlineScores,
  sampleShifts,
  holdings,
  topic,
  node,
  question,
}: SummaryInput): Steps<SummarySection> {
  // documents dated after the last day of the report are left out
  const publishedDocuments = documents.filter(({ publishedAt }) => publishedAt.slice(0, 10) <= report.lastDay)
  const read = oneOfEachStory(publishedDocuments).slice(0, maxSentenceDocuments)
  const spelled = { ...report, query: { ...report.query, title: topic } }
  const nounOf = createNounOf(report.volume)
  const countStatements = countedStatements(spelled, nounOf)
  const remarkable = countStatements.filter(({ part }) => part === 'story')
  const carriers = carriersOf(countStatements)
  const story =
    report.counts.documents === 0
      ? nothingStatements(spelled, holdings)
      : storyStatements(spelled, {
          others: remarkable,
          carriers,
          titles: chosen.map(toQuoted),
          headlineScores,
          titleScore,
          reports: {
            ofEvents: reports.ofEvents.map((one) => one && toQuoted(one)),
            ofBar: reports.ofBar && toQuoted(reports.ofBar),
            ofTopic: reports.ofTopic.map((one) => ({ ...one, title: toQuoted(one.title) })),
          },
          names,
          sampleShifts,
        })
  yield
  // no two sentences quote the same text
  const headlines = quotedIn(story)
  const topStories = topStoryStatements({ stories, documents: publishedDocuments, node, earlierTexts: headlines })
  const titles = [...headlines, ...quotedIn(topStories)]
  yield
  const quotes = quotedSentences({
    read: oneOfEachStory(publishedDocuments),
    subjects,
    node,
    question,
    reportedTexts: titles,
  })
  const quotedTexts = [...titles, ...quotes.map(({ text }) => text)]
  yield
  const counter = counterStatement({ mean: report.tone.mean, read, node, reportedTexts: quotedTexts })
  yield
  const drafts = arrange(
    [
      ...story,
      ...countStatements.flatMap((draft) =>
        story.some(({ text }) => text === draft.text) ? [] : { ...draft, part: 'detail' as const },
      ),
      ...topStories,
      ...quoteStatements(quotes, publishedDocuments),
      ...counter,
    ],
    question,
  )
  const { statements, claims } = compileClaims(drafts, new Map(documents.map((document) => [document.id, document])))
  return {
    section: 'summary',
    statements,
    claims,
    sentences: quotes.map(({ text, documentIds }: QuotedSentence) => ({ text, documentIds })),
    cited: citedBy(claims, documents).map((document) => presentDocument(document, node)),
    documentsRead: read.length,
    method: 'Claims compiled from counts; quotations by TextRank with query bias and MMR',
    note: noteOn(report.counts.documents, quotes),
  }
}

/** What a reader of a topic without documents learns: that there are none, and what the library holds. */
function nothingStatements({ query }: SummarizedSections, holdings: SummaryInput['holdings']): StatementDraft[] {
  const { topic, scope, days } = describeQueryParts(query)
  return emptyStatements({ topic, scope, days, holdings: kindsHeld(holdings) })
}

function quotedIn(drafts: readonly StatementDraft[]): string[] {
  return drafts.flatMap(({ claims }) => claims.flatMap(({ quote }) => quote?.text ?? []))
}

/** Copies of a story add nothing. They are not read, so a quotation names the document that was read. */
function oneOfEachStory(documents: readonly LibraryDocument[]): LibraryDocument[] {
  const stories = new Map<string, LibraryDocument>()
  for (const document of documents.toSorted(byNewest))
    if (!stories.has(document.storyCluster)) stories.set(document.storyCluster, document)
  return [...stories.values()]
}

function citedBy(claims: readonly Claim[], documents: readonly LibraryDocument[]): LibraryDocument[] {
  const ids = new Set(claims.flatMap(({ documentIds }) => documentIds))
  return documents.filter(({ id }) => ids.has(id)).slice(0, maxCited)
}

/** Maps the subject of a question to the formulas of the claims that answer it. */
const formulasByQuestion: readonly [pattern: RegExp, formulas: readonly string[]][] = [
  [/\b(?:feel|feels|tone|sentiment|mood|opinion|opinions|like|love|hate|negative|positive)\b/iu, ['tone']],
  [
    /\b(?:grow|grew|growing|growth|change|changed|trend|trending|rise|rising|fall|falling|momentum|when)\b/iu,
    ['momentum', 'stage'],
  ],
  [/\b(?:story|stories|happened|happening|news|event|events)\b/iu, ['story-clusters']],
  [/\b(?:about|with|related|context|contexts|topics)\b/iu, ['contexts']],
]

/** Puts the statements that answer the question first; the rest keep their order. */
function arrange(drafts: readonly StatementDraft[], question: string | null): readonly StatementDraft[] {
  if (question === null) return drafts
  const requestedFormulas = new Set(
    formulasByQuestion.flatMap(([pattern, formulas]) => (pattern.test(question) ? formulas : [])),
  )
  const answers = ({ claims }: StatementDraft) => claims.some(({ formula }) => requestedFormulas.has(formula))
  return [...drafts.filter(answers), ...drafts.filter((draft) => !answers(draft))]
}

function noteOn(documents: number, quotes: readonly QuotedSentence[]): string {
  if (documents === 0) return 'Another spelling, fewer words or more sources may find something.'
  return quotes.length === 0
    ? 'There is not enough text to quote from.'
    : 'Numbers are counted and quotations are verbatim from the documents; whether they are true was not checked.'
}

/** The sections of a report that sentences with numbers are built from. */
interface SummarizedSections {
  query: SignalReport['query']
  counts: SignalReport['counts']
  firstDay: string
  lastDay: string
  momentum: SignalReport['momentum']
  stage: SignalReport['stage']
  voices: SignalReport['voices']
  locations: SignalReport['locations']
  contexts: SignalReport['contexts']
  tone: Omit<SignalReport['tone'], 'interval' | 'points'>
}

/** Statements on volume, change, tone, voices, places and contexts, each built from numbers of the sections. */
function countedStatements(report: SummarizedSections, nounOf: ReturnType<typeof createNounOf>): StatementDraft[] {
  const { counts, momentum, stage } = report
  const pieces = nounOf(report.firstDay, report.lastDay)
  const noun = pieces === 'pieces' ? ('documents' as const) : pieces
  const windows = addDays(momentum.asOf, 1 - 2 * momentum.windowDays)
  const tone = { ...toneFacts(report), noun }
  const { topic, scope } = describeQueryParts(report.query)
  const drafts = [
    volumeStatement({
      topic,
      scope,
      firstDay: report.firstDay,
      lastDay: report.lastDay,
      documents: counts.documents,
      documentsLow: counts.documentsLow,
      documentsHigh: counts.documentsHigh,
      sampledDocuments: Math.round(counts.documents * counts.sampleFraction),
      outlets: counts.outlets,
      isSampled: counts.sampled,
      laterDocuments: counts.laterDocuments ?? 0,
    }),
    // the counts of a sampled window are estimates, and the section does not give their bounds
    counts.sampled || !hasTwoWindows(momentum)
      ? null
      : statementIf(
          isCertain(momentum.ratio, 1) && momentum.asOf >= addDays(report.lastDay, -maxLateDays),
          changeStatement({
            ...momentum,
            isUneven: momentum.reason === unevenWindows,
            noun: nounOf(windows, momentum.asOf),
            pointer: '/momentum',
          }),
        ),
    stageStatement({
      stage: stage.stage,
      asOf: stage.asOf,
      stories: momentum.stories + momentum.previousStories,
      basis: momentum.basis,
    }),
    statementIf(leansOneWay(toneStatement(tone)), toneStatement(tone)),
    toneComparisonStatement(tone),
    ...voicesStatements(
      report.voices.outlets.map((outlet, index) => ({ ...outlet, pointer: `/voices/outlets/${index}/stories` })),
      noun,
    ),
    countriesStatement({
      countries: report.locations.countries,
      documentsWithCountry: report.locations.known,
      documents: counts.documents,
      sampleFraction: counts.sampleFraction,
      nameCountry: formatCountry,
    }),
    contextsStatement(
      report.contexts.items.flatMap((item, index) =>
        item.significant ? [{ ...item, pointer: `/contexts/items/${index}/lift` }] : [],
      ),
    ),
  ]
  return drafts.flatMap((draft) => draft ?? [])
}

/** Who carried fewer is not what a topic is about. */
const minCarried = 10

/** The sentence on the news outlets or forums that carried most, of those with one that leads. */
function carriersOf(drafts: readonly StatementDraft[]): StatementDraft | null {
  const carriedBy = ({ claims: [first] }: StatementDraft) =>
    first?.formula === 'story-clusters' ? (first.numbers[0]?.value ?? 0) : 0
  const most = drafts.toSorted((a, b) => carriedBy(b) - carriedBy(a))[0]
  return most !== undefined && carriedBy(most) >= minCarried ? most : null
}

/** The last weeks of an archive that ended longer before the report are no news. */
const maxLateDays = 60

/** Whether an estimate certainly differs from `none` and rests on enough documents to be reported. */
function isCertain(estimate: Estimate | null, none: number): boolean {
  return estimate !== null && estimate.n >= minDocuments && (estimate.low > none || estimate.high < none)
}

const half = 50
/** A smaller majority is what most topics have: the words of most texts are positive (docs/measures.md), */
const minLeaningPercent = { positive: 90, negative: 75 }
/** and a percentage of fewer pieces says more than is known. */
const minLeaning = 40

/** A tone that is mixed is a detail. */
function leansOneWay(draft: StatementDraft | null): boolean {
  const numbers = draft?.claims.flatMap((claim) => claim.numbers) ?? []
  const [share, mean] = (['percent', 'score'] as const).map((unit) => numbers.find((number) => number.unit === unit))
  if (share === undefined || mean === undefined) return false
  const isMeanClear = (mean.low ?? 0) > 0 || (mean.high ?? 0) < 0
  const side = share.subject?.endsWith('positive') === true ? 'positive' : 'negative'
  const isMajorityLarge = (share.low ?? 0) > half && share.value >= minLeaningPercent[side]
  return isMeanClear && isMajorityLarge && (share.n ?? 0) >= minLeaning
}

/** Adds a sentence to the story if it is remarkable. */
function statementIf(isRemarkable: boolean, draft: StatementDraft | null): StatementDraft | null {
  return draft === null || !isRemarkable ? draft : { ...draft, part: 'story' }
}

function toneFacts({ tone, counts }: SummarizedSections) {
  const [documents, chatter] = [false, true].map((isChatter) =>
    addUp(
      tone.kinds.filter(({ kind }) => chatterKinds.includes(kind) === isChatter).map((eachKind) => eachKind.counts),
    ),
  )
  const groups = documents === undefined || chatter === undefined ? null : { documents, chatter }
  return { counts: tone.counts, stories: tone.stories, mean: tone.mean, sampleFraction: counts.sampleFraction, groups }
}

function addUp(counts: readonly ToneCounts[]): ToneCounts {
  return counts.reduce(
    (sum, one) => ({
      positive: sum.positive + one.positive,
      neutral: sum.neutral + one.neutral,
      negative: sum.negative + one.negative,
      unknown: sum.unknown + one.unknown,
    }),
    { positive: 0, neutral: 0, negative: 0, unknown: 0 },
  )
}
