import type { ClinicalOrigin, MedicineLink, MedicinePoint, MedicineSection, VolumeSection } from '@auspex/sdk/types'
import type { Medicine } from '@auspex/sources'
import type { Clock } from '../../../kernel/clock.ts'
import type { AskOnce } from '../ask-once.ts'
import { demoHasNone } from '../clinical.errors.ts'
import type { ClinicalTermsRepository } from '../clinical-terms.repository.ts'
import { type AddedPapers, createAddedPapers, type AddedPapersDependencies } from './added-papers.ts'
import { findSubject } from './find-subject.ts'
import { linkSeries } from './link-series.ts'
import { readPostedTrials, type PostedTrials } from './posted-trials.ts'

export interface MedicineDependencies extends Omit<AddedPapersDependencies, 'literature'> {
  medicine: Medicine | null
  askOnce: AskOnce
  terms: ClinicalTermsRepository
  clock: Clock
}

/** Both publishers live in America: there a day goes on for half a day of UTC (decision 0179). */
const lateMs = 12 * 3_600_000

const notCausal =
  'Both may follow the same news, or chance may have its way: a correlation is no proof that one moves the other. No medical advice.'

const nothing = {
  section: 'medicine',
  talkAndTrials: null,
  talkAndPapers: null,
  isComplete: true,
  gapReason: null,
  notCausal,
  trialsOrigin: null,
  papersOrigin: null,
} as const

/** Trials and papers as series beside the documents of a report. */
export function createMedicineSections(deps: MedicineDependencies) {
  const { medicine, clock } = deps
  const [first, ...others] = medicine?.literature ?? []
  const countPapers = first === undefined ? null : createAddedPapers({ ...deps, literature: [first, ...others] })

  return async ({ topic, volume }: { topic: string | null; volume: VolumeSection }): Promise<MedicineSection> => {
    if (medicine === null || countPapers === null) throw demoHasNone()
    const { register } = medicine
    const { interval } = volume
    const subject = topic === null ? null : await findSubject(topic, register, deps)
    if (subject === null) return { ...nothing, subject, interval, points: [] }
    const lastDay = new Date(clock.now().getTime() - lateMs - 86_400_000).toISOString().slice(0, 10)
    const over = volume.points.filter((point) => point.lastDay <= lastDay)
    const [begin, end] = [over[0]?.firstDay, over.at(-1)?.lastDay]
    if (begin === undefined || end === undefined)
      return { ...nothing, subject, interval, points: volume.points.map((point) => toPoint(point, null, null)) }
    const trials = await readPostedTrials(subject, { from: begin, to: end }, { ...deps, register })
    const papers = await countPapers(
      subject.term,
      over.map((point) => ({ from: point.firstDay, to: point.lastDay })),
    )
    const isOver = new Set(over.map(({ firstDay }) => firstDay))
    const points = volume.points.map((point) =>
      isOver.has(point.firstDay) ? toPoint(point, trials, papers) : toPoint(point, null, null),
    )
    const isComplete = over.every(({ firstDay }) => papers.own.has(firstDay) && papers.all.has(firstDay))
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

/** The talk as its share of all documents of the sources where these are known, so that a busy source is no busy topic. */
function talkOf({ points, interval }: VolumeSection): { levels: (number | null)[]; adjustedFor: string[] } {
  const isWhole = ({ coveredDays, firstDay, lastDay }: VolumeSection['points'][number]) =>
    coveredDays === daysOf(firstDay, lastDay)
  const isShare = points.every((point) => !isWhole(point) || point.share !== null)
  const levels = points.map((point) => {
    // an interval that is cut by an end of the report holds less of everything
    if (!isWhole(point)) return null
    const { documents, total, share, firstDay, lastDay } = point
    if (isShare) return Math.log(((share ?? 0) * (total ?? 0) + 0.5) / ((total ?? 0) + 1))
    return isCut(firstDay, lastDay, interval) ? null : Math.log1p(documents)
  })
  return { levels, adjustedFor: isShare ? ['documents of the sources'] : [] }
}

function linkTrials(volume: VolumeSection, points: readonly MedicinePoint[]): MedicineLink {
  const { interval } = volume
  const { levels, adjustedFor } = talkOf(volume)
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
  const { levels, adjustedFor } = talkOf(volume)
  const other = points.map(({ papers, allPapers }) =>
    papers === null || allPapers === null ? null : Math.log((papers + 0.5) / (allPapers + 1)),
  )
  const all = withWeekday(interval, [...adjustedFor, 'papers of the index'])
  return linkSeries({ what: 'new papers', interval, talk: levels, other, adjustedFor: all })
}

function withWeekday(interval: VolumeSection['interval'], adjustedFor: readonly string[]): string[] {
  return interval === 'day' ? ['weekday', ...adjustedFor] : [...adjustedFor]
}

/** Whether an end of the report cuts the interval. */
function isCut(firstDay: string, lastDay: string, interval: VolumeSection['interval']): boolean {
  const days = daysOf(firstDay, lastDay)
  return interval === 'week' ? days < 7 : interval === 'month' && days < 28
}

function daysOf(firstDay: string, lastDay: string): number {
  return Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000) + 1
}
