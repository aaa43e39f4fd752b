import type { EstimateAudience, Signals } from '../../reports/index.ts'
import { type DailyReport, describeCountedDays, formatDay } from '@auspex/analytics'
import type { CardContent, AudienceEstimate, CardRow, SectionCard, CardPoint, ChartCard } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import type { Person } from '../../../kernel/actor.ts'
import { hasModules, requireModules } from '../../people/index.ts'
import type { StoryDependencies } from './stories.types.ts'

/** Maximum number of days in a card, the newest: eleven years. */
const maxDays = 4000

/** Maximum number of list rows in a card. */
const maxRows = 10
const maxTextLength = 20_000
const maxLabelLength = 600

const writers: Record<Exclude<SectionCard['section'], 'audience'>, Writer> = {
  summary: ({ summary }) => ({ text: summary.statements.map(({ text }) => text).join('\n\n') || (summary.note ?? '') }),

  volume: (report) => ({
    text: `${documentsOf(report.counts.documents)}${daysOf(report)}.`,
    points: pointsOf(report, 'documents'),
  }),

  tone: (report) => {
    const { positive, neutral, negative, unknown } = report.tone.counts
    return {
      text: `${documentsOf(positive)} positive, ${count(neutral)} neutral, ${count(negative)} negative; of ${count(unknown)} the tone is unknown.`,
      points: pointsOf(report, 'tone'),
    }
  },

  voices: ({ voices, counts }) => ({
    text: [
      counts.outlets === 1 ? '1 outlet.' : `${counts.sampled ? 'At least ' : ''}${count(counts.outlets)} outlets.`,
      voices.note ?? '',
    ]
      .join(' ')
      .trim(),
    rows: voices.outlets.map(({ name, documents, stories }) => ({
      label: name,
      value: documents,
      note: stories === null ? null : stories === 1 ? '1 story' : `${count(stories)} stories`,
    })),
  }),

  places: ({ locations: { countries, known, unknown } }) => ({
    text: `${documentsOf(known)} from a known country${unknown === 0 ? '' : `; the country of ${documentsOf(unknown)} is not known`}.`,
    rows: countries.map(({ country, documents, share }) => ({
      label: country,
      value: documents,
      note: percent(share),
    })),
  }),

  changes: ({ events: { events, found, reason } }) => ({
    text: reason ?? (found === 1 ? '1 event stands out.' : `${found === 0 ? 'No' : count(found)} events stand out.`),
    rows: events.map(({ headline, peak, stories, expected }) => ({
      label: headline?.title || `Most on ${formatDay(peak)}`,
      value: stories,
      note: `${formatDay(peak)}: stories, where ${expected.toLocaleString('en', { maximumFractionDigits: 1 })} were expected`,
    })),
  }),
}

/** Card content based on a signal. */
export type MeasuredContent = Extract<CardContent, { signalId: string }>

export interface Measurement {
  content: MeasuredContent
  /** When its report was measured. */
  asOf: Date
}

/** Measures the content of a card. Throws `signals.not_found`, and any error of measuring the report. */
export type MeasureCard = (content: MeasuredContent) => Promise<Measurement>

export interface MeasureDependencies {
  signals: Signals
  estimateAudience: EstimateAudience
}

export function isMeasured(content: CardContent): content is MeasuredContent {
  return 'signalId' in content
}

/** Measures cards of one story: the report of a signal is read once, however many cards show it, so that they agree. */
export function createMeasureCard({ signals, estimateAudience }: MeasureDependencies): MeasureCard {
  const reports = new Map<string, Promise<DailyReport>>()
  const reportOf = (signalId: string) => {
    const cached = reports.get(signalId)
    if (cached !== undefined) return cached
    const read = signals.readReport(signalId)
    reports.set(signalId, read)
    return read
  }
  return async (content) => {
    const report = await reportOf(content.signalId)
    return { content: await show(content, report, estimateAudience), asOf: new Date(report.computedAt) }
  }
}

/** Fills in the card's values from a report; the same that the report's page shows. */
async function show(
  content: MeasuredContent,
  report: DailyReport,
  estimateAudience: EstimateAudience,
): Promise<MeasuredContent> {
  const { geo } = report.query
  const title = report.query.subject ?? report.query.title
  if (content.kind === 'chart') return { ...content, title, points: pointsOf(report, content.measure) }
  if (content.kind === 'number') return { ...content, title, ...valueOf(report, content.measure) }
  if (content.kind === 'signal') return { ...content, title, stage: report.stage.stage }
  const { section, signalId } = content
  if (section !== 'audience') return { ...content, title, ...toSection(report, section) }
  const adults = { id: signalId, name: null, platform: null, age_min: 18, age_max: null, geo }
  return { ...content, title, ...toAudienceSection(await estimateAudience(adults, {})) }
}

type NumberMeasure = Extract<CardContent, { kind: 'number' }>['measure']

function valueOf({ counts, momentum, tone }: DailyReport, measure: NumberMeasure) {
  if (measure === 'documents') return { value: counts.documents, low: counts.documentsLow, high: counts.documentsHigh }
  const estimate = measure === 'momentum' ? momentum.ratio : tone.mean
  return { value: estimate?.value ?? null, low: estimate?.low ?? null, high: estimate?.high ?? null }
}

/** Why a card cannot be measured, in words; rethrows defects. */
export function describeUnavailable(error: unknown): string {
  if (!(error instanceof CodedError)) throw error
  if (error.code === 'signals.not_found') return 'Its signal was deleted. The card shows the last measured values.'
  return `It cannot be measured now: ${error.message}. The card shows what was measured last.`.slice(0, 300)
}

/** A section in short form. */
interface SectionText {
  text: string
  points: CardPoint[]
  rows: CardRow[]
}

/** A short form of a report's section, with only numbers of the report. */
function toSection(report: DailyReport, section: Exclude<SectionCard['section'], 'audience'>): SectionText {
  const { text, points = [], rows = [] } = writers[section](report)
  return {
    text: text.slice(0, maxTextLength),
    points,
    rows: rows.slice(0, maxRows).map(({ label, ...rest }) => ({ ...rest, label: label.slice(0, maxLabelLength) })),
  }
}

type Writer = (report: DailyReport) => { text: string } & Partial<SectionText>

/** How many adults may be interested, or why that is unknown. */
function toAudienceSection({ people, population, online, reason }: AudienceEstimate): SectionText {
  const row = (label: string, value: number | null): CardRow[] => (value === null ? [] : [{ label, value, note: null }])
  if (people === null) return { text: reason ?? 'The audience cannot be estimated.', points: [], rows: [] }
  return {
    text: `About ${count(people.value)} adults online may be interested: ${count(people.low)} to ${count(people.high)}.`,
    points: [],
    rows: [
      { label: 'May be interested', value: people.value, note: `${count(people.low)} to ${count(people.high)}` },
      ...row('Adults online', online),
      ...row('Adults', population),
    ],
  }
}

function daysOf({ counts, firstDay, lastDay }: DailyReport): string {
  const { documents, sampled: isSampled, laterDocuments = 0 } = counts
  return describeCountedDays({ firstDay, lastDay, documents, isSampled, laterDocuments })
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`
}

function documentsOf(value: number): string {
  return value === 1 ? '1 document' : `${count(value)} documents`
}

/** A daily series of a report. A day that no source covers is unknown, not silent. */
function pointsOf(report: DailyReport, measure: ChartCard['measure']): CardPoint[] {
  return seriesOf(report, measure).slice(-maxDays)
}

function seriesOf({ volume, tone, attention }: DailyReport, measure: ChartCard['measure']): CardPoint[] {
  if (measure === 'documents')
    return volume.days.map(({ day, documents, isCovered }) => ({ day, value: isCovered ? documents : null }))
  if (measure === 'share') return volume.days.map(({ day, share }) => ({ day, value: share }))
  if (measure === 'attention') return (attention.series[0]?.points ?? []).map(({ day, value }) => ({ day, value }))
  const means = new Map(tone.days.map(({ day, mean }) => [day, mean]))
  return volume.days.map(({ day }) => ({ day, value: means.get(day) ?? null }))
}

/** Whether the person may read what cards show of signals. */
export function mayMeasure({ userId }: Person, { access }: StoryDependencies): Promise<boolean> {
  return hasModules(access, userId, ['signals'])
}

/** Measures cards of one story, each signal once, on behalf of a person, who must have the signals module. */
export function createMeasurer({ userId }: Person, deps: StoryDependencies): MeasureCard {
  const measureCard = createMeasureCard(deps)
  return async (content) => {
    await requireModules(deps.access, userId, ['signals'])
    return measureCard(content)
  }
}
