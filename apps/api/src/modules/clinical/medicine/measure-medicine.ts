import { addDays, minPairs, scanLags } from '@auspex/analytics'
import type {
  ClinicalOrigin,
  MedicineLink,
  MedicinePoint,
  MedicineSection,
  VolumeSection,
  MedicineSubject,
  SeriesInterval,
} from '@auspex/sdk/types'
import type { TrialRegister, DayRange } from '@auspex/sources'
import { foldText } from '../../../kernel/fold-text.ts'
import {
  type ClinicalDependencies,
  requireLiterature,
  requireRegister,
  type AddedPapers,
} from '../clinical-dependencies.ts'
import { queryOnce } from '../query-once.ts'
import { suggestTerms } from '../term-suggestions.ts'
import { countAddedPapers } from './added-papers.ts'

/** Maximum lag of trials and papers before and after the talk. */
const lagsOf: Readonly<Record<SeriesInterval, number>> = { day: 14, week: 8, month: 6 }

const method =
  'Pearson correlation of log changes without weekday medians, Fisher bounds on the effective n (Pyper & Peterman 1998), Bonferroni over the lags'

/** Maximum number of pages of a thousand per response. */
const maxPages = 10

/** Both publishers are in America, where a day lasts half a day of UTC longer (docs/decisions/clinical.md). */
const publicationDelayMs = 12 * 3_600_000

const notCausal =
  'Both may follow the same news, or chance may have its way: a correlation is no proof that one moves the other. No medical advice.'

const emptyResult = {
  section: 'medicine',
  talkAndTrials: null,
  talkAndPapers: null,
  isComplete: true,
  gapReason: null,
  notCausal,
  trialsOrigin: null,
  papersOrigin: null,
} as const

/** How other modules call it; see `measureMedicine`. */
export type MeasureMedicine = (report: MeasuredTopic) => Promise<MedicineSection>

interface MeasuredTopic {
  topic: string | null
  volume: VolumeSection
}

/** Trials and papers as series shown next to the documents of a report. */
export async function measureMedicine(
  { topic, volume }: MeasuredTopic,
  deps: ClinicalDependencies,
): Promise<MedicineSection> {
  requireLiterature(deps)
  const register = requireRegister(deps)
  const { interval } = volume
  const subject = topic === null ? null : await findSubject(topic, register, deps)
  if (subject === null) return { ...emptyResult, subject, interval, points: [] }
  const lastDay = new Date(deps.clock.now().getTime() - publicationDelayMs - 86_400_000).toISOString().slice(0, 10)
  const completePoints = volume.points.filter((point) => point.lastDay <= lastDay)
  const [begin, end] = [completePoints[0]?.firstDay, completePoints.at(-1)?.lastDay]
  if (begin === undefined || end === undefined)
    return { ...emptyResult, subject, interval, points: volume.points.map((point) => toPoint(point, null, null)) }
  const trials = await readPostedTrials(subject, { from: begin, to: end }, deps)
  const papers = await countAddedPapers(
    subject.term,
    completePoints.map((point) => ({ from: point.firstDay, to: point.lastDay })),
    deps,
  )
  const isOver = new Set(completePoints.map(({ firstDay }) => firstDay))
  const points = volume.points.map((point) =>
    isOver.has(point.firstDay) ? toPoint(point, trials, papers) : toPoint(point, null, null),
  )
  const isComplete = completePoints.every(({ firstDay }) => papers.own.has(firstDay) && papers.all.has(firstDay))
  return {
    section: 'medicine',
    subject,
    interval,
    points,
    talkAndTrials: trials === null ? null : linkTrials(volume, points),
    talkAndPapers: isComplete ? linkPapers(volume, points) : null,
    isComplete,
    gapReason:
      trials === null ? 'The register has more than 10,000 trials of these days.' : (papers.failure?.reason ?? null),
    notCausal,
    trialsOrigin: trials?.origin ?? null,
    papersOrigin: papers.origin satisfies ClinicalOrigin,
  }
}

function toPoint(
  { firstDay, lastDay, documents, coveredDays }: VolumeSection['points'][number],
  trials: PostedTrials | null,
  papers: AddedPapers | null,
): MedicinePoint {
  let posted = 0
  for (const [day, count] of trials?.byDay ?? []) if (day >= firstDay && day <= lastDay) posted += count
  return {
    firstDay,
    lastDay,
    documents: coveredDays === 0 ? null : documents,
    trials: trials === null ? null : posted,
    papers: papers?.own.get(firstDay) ?? null,
    allPapers: papers?.all.get(firstDay) ?? null,
  }
}

/** The talk as its share of all documents of the sources where these are known, so that a busy source does not look like a busy topic. */
function toDocumentLevels({ points, interval }: VolumeSection): { levels: (number | null)[]; adjustedFor: string[] } {
  const isWhole = ({ coveredDays, firstDay, lastDay }: VolumeSection['points'][number]) =>
    coveredDays === daysOf(firstDay, lastDay)
  const isShare = points.every((point) => !isWhole(point) || point.share !== null)
  const levels = points.map((point) => {
    // an interval that is clipped by the report's range has lower counts of everything
    if (!isWhole(point)) return null
    const { documents, total, share, firstDay, lastDay } = point
    if (isShare) return Math.log(((share ?? 0) * (total ?? 0) + 0.5) / ((total ?? 0) + 1))
    return isCut(firstDay, lastDay, interval) ? null : Math.log1p(documents)
  })
  return { levels, adjustedFor: isShare ? ['documents of the sources'] : [] }
}

function linkTrials(volume: VolumeSection, points: readonly MedicinePoint[]): MedicineLink {
  const { interval } = volume
  const { levels, adjustedFor } = toDocumentLevels(volume)
  const other = points.map(({ trials, firstDay, lastDay }) =>
    trials === null || isCut(firstDay, lastDay, interval) ? null : Math.log1p(trials),
  )
  return linkSeries({
    what: 'new trials',
    interval,
    talk: levels,
    other,
    adjustedFor: withWeekday(interval, adjustedFor),
  })
}

function linkPapers(volume: VolumeSection, points: readonly MedicinePoint[]): MedicineLink {
  const { interval } = volume
  const { levels, adjustedFor } = toDocumentLevels(volume)
  const other = points.map(({ papers, allPapers }) =>
    papers === null || allPapers === null ? null : Math.log((papers + 0.5) / (allPapers + 1)),
  )
  const all = withWeekday(interval, [...adjustedFor, 'papers of the index'])
  return linkSeries({ what: 'new papers', interval, talk: levels, other, adjustedFor: all })
}

function withWeekday(interval: VolumeSection['interval'], adjustedFor: readonly string[]): string[] {
  return interval === 'day' ? ['weekday', ...adjustedFor] : [...adjustedFor]
}

/** Whether the report's range clips the interval. */
function isCut(firstDay: string, lastDay: string, interval: VolumeSection['interval']): boolean {
  const days = daysOf(firstDay, lastDay)
  return interval === 'week' ? days < 7 : interval === 'month' && days < 28
}

function daysOf(firstDay: string, lastDay: string): number {
  return Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000) + 1
}

/** The register's name for a topic, if it is one of its conditions or treatments: papers match any word, but few words are medical. */
async function findSubject(
  topic: string,
  register: TrialRegister,
  deps: ClinicalDependencies,
): Promise<MedicineSection['subject']> {
  const folded = foldText(topic)
  for (const { term, kind } of await suggestTerms(topic, register, deps))
    if (kind !== 'sponsor' && foldText(term) === folded) return { term, kind }
  return null
}

interface PostedTrials {
  /** Trials by the day on which the register published them. */
  byDay: ReadonlyMap<string, number>
  origin: ClinicalOrigin
}

/**
 * Trials about a subject by the day of their publication. Null when there are more than ten thousand, because a part of them would not be a series.
 */
async function readPostedTrials(
  { term, kind }: MedicineSubject,
  posted: DayRange,
  deps: ClinicalDependencies,
): Promise<PostedTrials | null> {
  const register = requireRegister(deps)
  const { body, origin } = await queryOnce<Record<string, number> | null>(
    {
      key: `posted by day ${JSON.stringify([kind, term.toLowerCase(), posted])}`,
      sources: [
        {
          ...register,
          query: async (signal) => {
            const byDay: Record<string, number> = {}
            let token: string | null = null
            for (let page = 0; page < maxPages; page += 1) {
              const search = { field: kind, words: term, filters: { posted }, token, signal } as const
              const answer = await register.readFacts(search)
              if (!answer.ok) return answer
              for (const { postedDay } of answer.studies)
                if (postedDay !== null) byDay[postedDay] = (byDay[postedDay] ?? 0) + 1
              token = answer.nextToken
              if (token === null) return { ok: true, body: byDay }
            }
            return { ok: true, body: null }
          },
        },
      ],
    },
    deps,
  )
  return body === null ? null : { byDay: new Map(Object.entries(body)), origin }
}

interface LinkInput {
  /** The series that is compared with the talk: `new trials`. */
  what: string
  interval: SeriesInterval
  /** Logarithms of levels by interval, null where unknown; both of the same intervals. */
  talk: readonly (number | null)[]
  other: readonly (number | null)[]
  adjustedFor: readonly string[]
}

/** The lag at which changes of the talk correlate with changes of another series, by the rule for prices; weeks and months have no weekday. */
function linkSeries({ what: label, interval, talk, other, adjustedFor }: LinkInput): MedicineLink {
  const maxLagDays = lagsOf[interval]
  // the scan works on steps and ignores the dates
  const onSteps = (values: readonly (number | null)[]) =>
    values.map((value, at) => ({ day: addDays('2000-01-01', at), value }))
  const scan = scanLags({
    first: onSteps(talk),
    firstChange: 'value',
    second: onSteps(other),
    secondChange: 'value',
    maxLagDays,
    season: interval === 'day' ? 7 : 1,
  })
  const common = { method, adjustedFor: ['trend', 'autocorrelation', 'number of lags', ...adjustedFor] }
  if (scan === null)
    return {
      ...common,
      outcome: 'too-short',
      lag: null,
      coefficient: null,
      n: 0,
      pValue: null,
      verdict: `Not compared. Fewer than ${minPairs} changes from ${interval} to ${interval} are known of both.`,
      lags: [],
    }
  const { isLinked, strongest, lags } = scan
  const { coefficient: value, low, high, n, pValue, lagDays: lag } = strongest
  return {
    ...common,
    outcome: isLinked ? 'linked' : 'no-link-found',
    lag,
    coefficient: { value, low, high, n, method: 'Fisher z on effective n, widened for the number of lags' },
    n,
    pValue,
    verdict: isLinked
      ? `Changes of ${label} go in ${value > 0 ? 'the same' : 'the opposite'} direction ${formatLag(lag, interval)} more often than chance explains.`
      : `No link found: no lag from -${maxLagDays} to ${maxLagDays} ${interval}s holds after correcting for all ${lags.length} of them.`,
    lags: lags.map(({ lagDays, coefficient, pValue: p, n: pairs }) => ({
      lag: lagDays,
      coefficient,
      pValue: p,
      n: pairs,
    })),
  }
}

function formatLag(lag: number, interval: SeriesInterval): string {
  if (lag === 0) return `as the talk in the same ${interval}`
  const length = Math.abs(lag) === 1 ? `one ${interval}` : `${Math.abs(lag)} ${interval}s`
  return `as the talk ${length} ${lag > 0 ? 'before' : 'later'}`
}
