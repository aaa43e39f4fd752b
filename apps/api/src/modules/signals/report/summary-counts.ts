import {
  changeStatement,
  contextsStatement,
  placesStatement,
  stageStatement,
  type StatementDraft,
  toneComparison,
  toneStatement,
  voicesStatement,
  volumeStatement,
} from '@auspex/analytics'
import type { Estimate, SignalReport, ToneCounts } from '@auspex/sdk/types'
import { chatterKinds } from '../signal-filter.ts'
import { hasTwoWindows, unevenWindows } from './momentum-section.ts'
import { sayTopic } from './say-topic.ts'

/** The sections of a report that sentences with numbers are made of. */
export type ToldSections = Pick<
  SignalReport,
  'query' | 'counts' | 'firstDay' | 'lastDay' | 'momentum' | 'stage' | 'voices' | 'locations' | 'contexts'
> & { tone: Omit<SignalReport['tone'], 'interval' | 'points'> }

/** Fewer documents are no story, however certain their estimate. */
const fewDocuments = 20
const countries = new Intl.DisplayNames('en', { type: 'region' })

/** Countries that sentences name with an article. */
const withArticle = new Set(['US', 'GB', 'NL', 'PH', 'AE', 'DO', 'BS', 'GM', 'MV'])

function sayCountry(country: string): string {
  return `${withArticle.has(country) ? 'the ' : ''}${countries.of(country) ?? country}`
}

/** How much, what changed, in what tone, by whom, where, and with what: every sentence from numbers of the sections. */
export function countedStatements(report: ToldSections): StatementDraft[] {
  const { counts, momentum, stage } = report
  const tone = toneFacts(report)
  const drafts = [
    volumeStatement({
      topic: sayTopic(report.query.title),
      firstDay: report.firstDay,
      lastDay: report.lastDay,
      documents: counts.documents,
      documentsLow: counts.documentsLow,
      documentsHigh: counts.documentsHigh,
      documentsRead: Math.round(counts.documents * counts.sampleFraction),
      storyClusters: counts.storyClusters,
      outlets: counts.outlets,
      isSampled: counts.sampled,
      laterDocuments: counts.laterDocuments ?? 0,
    }),
    // the counts of a sampled window are estimates whose bounds the section does not give
    counts.sampled || !hasTwoWindows(momentum)
      ? null
      : tellIf(
          isCertain(momentum.ratio, 1),
          changeStatement({ ...momentum, isUneven: momentum.reason === unevenWindows, pointer: '/momentum' }),
        ),
    stageStatement({
      stage: stage.stage,
      asOf: stage.asOf,
      stories: momentum.stories + momentum.previousStories,
      basis: momentum.basis,
    }),
    tellIf(isCertain(report.tone.mean, 0), toneStatement(tone)),
    toneComparison(tone),
    voicesStatement(
      report.voices.outlets.map((outlet, index) => ({ ...outlet, pointer: `/voices/outlets/${index}/stories` })),
    ),
    placesStatement({
      countries: report.locations.countries,
      known: report.locations.known,
      documents: counts.documents,
      sampleFraction: counts.sampleFraction,
      nameOf: sayCountry,
    }),
    contextsStatement(
      report.contexts.items.flatMap((item, index) =>
        item.significant ? [{ ...item, pointer: `/contexts/items/${index}/lift` }] : [],
      ),
    ),
  ]
  return drafts.flatMap((draft) => draft ?? [])
}

/** Whether an estimate is another than `none` for certain, and rests on enough to be told. */
function isCertain(estimate: Estimate | null, none: number): boolean {
  return estimate !== null && estimate.n >= fewDocuments && (estimate.low > none || estimate.high < none)
}

/** Puts a sentence into the story where it is remarkable. */
function tellIf(isRemarkable: boolean, draft: StatementDraft | null): StatementDraft | null {
  return draft === null || !isRemarkable ? draft : { ...draft, part: 'story' }
}

function toneFacts({ tone, counts }: ToldSections) {
  const [documents, chatter] = [false, true].map((isChatter) =>
    addUp(tone.kinds.filter(({ kind }) => chatterKinds.includes(kind) === isChatter).map((one) => one.counts)),
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
