import type { CardContent } from '@auspex/sdk/types'
import { CodedError } from '../../kernel/errors.ts'
import type { EstimateAudience } from '../audience/index.ts'
import type { DailyReport, Signals } from '../signals/index.ts'
import { pointsOf } from './chart-points.ts'
import { toAudienceSection, toSection } from './section-card.ts'

/** What a card shows of a signal. */
export type MeasuredContent = Extract<CardContent, { signalId: string }>

export interface Measurement {
  content: MeasuredContent
  /** When its report was measured. */
  asOf: Date
}

/** Measures what a card shows. Throws `signals.not_found`, and whatever keeps a report from being measured. */
export type MeasureCard = (content: MeasuredContent) => Promise<Measurement>

export interface MeasureDependencies {
  signals: Pick<Signals, 'readReport'>
  estimateAudience: EstimateAudience
}

export function isMeasured(content: CardContent): content is MeasuredContent {
  return 'signalId' in content
}

/** Measures cards of one story: the report of a signal is read once, however many cards show it, so that they agree. */
export function createMeasureCard({ signals, estimateAudience }: MeasureDependencies): MeasureCard {
  const reports = new Map<string, Promise<DailyReport>>()
  const reportOf = (signalId: string) => {
    const known = reports.get(signalId)
    if (known !== undefined) return known
    const read = signals.readReport(signalId)
    reports.set(signalId, read)
    return read
  }
  return async (content) => {
    const report = await reportOf(content.signalId)
    return { content: await show(content, report, estimateAudience), asOf: new Date(report.computedAt) }
  }
}

/** The values of a report where the card has its own; the same that the report's page shows. */
async function show(
  content: MeasuredContent,
  report: DailyReport,
  estimateAudience: EstimateAudience,
): Promise<MeasuredContent> {
  const { title, geo } = report.query
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

/** Why a card cannot be measured, in words; what is a defect of ours is thrown on. */
export function sayWhyNot(error: unknown): string {
  if (!(error instanceof CodedError)) throw error
  if (error.code === 'signals.not_found') return 'Its signal is gone. The card shows what was measured last.'
  return `It cannot be measured now: ${error.message}. The card shows what was measured last.`.slice(0, 300)
}
