import { Box } from '@mantine/core'
import type { SignalReport, VolumePoint, VolumeSection } from '@auspex/sdk'
import { type ReactNode, useMemo } from 'react'
import { bucketOf, bucketTitle, grainWords, mainDays } from '../../../lib/time/buckets.ts'
import { addDays, daysBetween } from '../../../lib/time/dates.ts'
import { formatCount, formatTimes, formatPlural, formatRatio, formatTone } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { stageWords } from '../../../lib/words/words.ts'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { pointsWithin } from '../series/series.model.ts'
import classes from './header.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** The point with the most documents; the first of equals. Null without points. */
export const peakOf = ({ points }: { readonly points: VolumeSection['points'] }): VolumePoint | null =>
  points.reduce<VolumePoint | null>(
    (highest, point) => (point.documents > (highest?.documents ?? 0) ? point : highest),
    null,
  )

/**
 * The last complete interval whose days are all covered, so that its number is not partial; not after the day on which the
 * topic's own sources end. Null if there is none.
 */
export const lastCoveredOf = (
  { points, interval }: Pick<VolumeSection, 'points' | 'interval'>,
  asOf: string,
): VolumePoint | null =>
  points.findLast(
    ({ firstDay, lastDay, coveredDays }) =>
      lastDay <= asOf &&
      coveredDays === daysBetween(firstDay, lastDay) &&
      !bucketOf(firstDay, lastDay, interval).partial,
  ) ?? null

/** The points of the chart, which leave out the days with next to no documents. */
const drawnPoints = ({ volume, firstDay, lastDay }: SignalReport): readonly VolumePoint[] => {
  const { first, last } = mainDays(volume.points, { first: firstDay, last: lastDay })
  return pointsWithin(volume.points, first, last)
}

const isUnknown = ({ coveredDays, documents }: VolumePoint): boolean => coveredDays === 0 && documents === 0

/** How many points beside the highest, and half as many as before the latest, are drawn in their figures. */
const nearPoints = 8

/** The report in one row of five figures with their course. Each opens its documents; each estimate states its uncertainty. */
export const KeyFigures = ({ report }: { report: SignalReport }) => {
  const { counts, volume, tone, momentum, lastDay } = report
  const documents = formatPlural(counts.documents, 'document')
  const unit = grainWords[volume.interval]
  const points = useMemo(() => drawnPoints(report), [report])
  const course = useMemo(() => points.map((point) => (isUnknown(point) ? null : point.documents)), [points])
  const toneCourse = useMemo(() => {
    const means = new Map(tone.points.map(({ firstDay, mean }) => [firstDay, mean]))
    return points.map(({ firstDay }) => means.get(firstDay) ?? null)
  }, [points, tone])
  const latest = lastCoveredOf(volume, momentum.asOf)
  const peak = peakOf(volume)
  const peakIndex = points.findIndex(({ firstDay }) => firstDay === peak?.firstDay)
  // the latest may lie after the drawn points
  const recent = useMemo(
    () =>
      volume.points
        .slice(0, volume.points.findIndex(({ firstDay }) => firstDay === latest?.firstDay) + 1)
        .slice(-2 * nearPoints)
        .map((point) => (isUnknown(point) ? null : point.documents)),
    [volume, latest],
  )
  return (
    <div className={classes.frame}>
      <dl className={`${surfaces.panel} ${classes.figures}`}>
        <KeyFigure
          name="Documents"
          course={course}
          note={
            counts.sampled
              ? `${formatCount(counts.documentsLow)} to ${formatCount(counts.documentsHigh)}, from a sample`
              : [
                  counts.storyClusters !== null && `in ${formatPlural(counts.storyClusters, 'piece')}`,
                  Boolean(counts.laterDocuments) &&
                    `${formatCount(counts.laterDocuments ?? 0)} dated after ${formatDay(lastDay)}`,
                ]
                  .filter(Boolean)
                  .join(', ')
          }
        >
          <EvidenceLink filter={{}} label={documents}>
            {formatCount(counts.documents)}
          </EvidenceLink>
        </KeyFigure>
        <PointFigure
          name={`Highest ${unit}`}
          point={peak}
          report={report}
          course={course.slice(Math.max(0, peakIndex - nearPoints), peakIndex + nearPoints + 1)}
          marked={Math.min(peakIndex, nearPoints)}
        />
        {canTellGrowth(report) ? (
          <Growth report={report} course={recent} />
        ) : (
          <PointFigure
            name={`Last whole ${unit}`}
            point={latest}
            report={report}
            course={recent}
            more={<NoGrowth report={report} />}
          />
        )}
        <Tone report={report} course={toneCourse} />
        <KeyFigure
          name="Outlets"
          course={points.map((point) => (isUnknown(point) ? null : point.outlets))}
          note={counts.authors !== null && formatPlural(counts.authors, 'named author')}
        >
          <EvidenceLink filter={{}} label={`the ${documents} of ${formatPlural(counts.outlets, 'outlet')}`}>
            {formatCount(counts.outlets)}
          </EvidenceLink>
        </KeyFigure>
      </dl>
    </div>
  )
}

/** Whether anything certain can be said of the growth; if not, it is no figure of its own. */
const canTellGrowth = ({ momentum, stage }: SignalReport): boolean =>
  momentum.ratio !== null || unknownGrowth[stage.stage ?? 'steady'] !== undefined

/** Why there is no growth beside the last whole interval. */
const NoGrowth = ({ report: { momentum, stage } }: { report: SignalReport }) => (
  <>
    <br />
    {stage.stage === null
      ? `Growth cannot be told. ${momentum.reason ?? ''}`
      : `${stageWords[stage.stage]} as of ${formatDay(stage.asOf)}`}
  </>
)

/** As many values as a sparkline has room for; each is the mean of the known ones of an equal part. */
const sparkValues = 36

const toSpark = (course: Course): Course => {
  if (course.length <= sparkValues) return course
  return Array.from({ length: sparkValues }, (_, part) => {
    const [start, end] = [part, part + 1].map((edge) => Math.floor((edge * course.length) / sparkValues))
    const knownValues = course.slice(start, end).filter((value) => value !== null)
    return knownValues.length === 0 ? null : knownValues.reduce((sum, value) => sum + value, 0) / knownValues.length
  })
}

/** What is certain if the ratio cannot be stated. */
const unknownGrowth: Partial<Record<NonNullable<SignalReport['stage']['stage']>, string>> = {
  emerging: 'Clearly more',
  rising: 'Clearly more',
  declining: 'Clearly less',
}

interface PointFigureProps {
  name: string
  point: VolumePoint | null
  report: SignalReport
  course: Course
  /** The index of the point in its course, if it is not the last. */
  marked?: number
  /** Said below its date. */
  more?: ReactNode
}

const PointFigure = ({ name, point, report, course, marked, more }: PointFigureProps) => {
  if (point === null)
    return (
      <KeyFigure name={name} course={[]} note={<>no day is covered{more}</>}>
        <Unknown />
      </KeyFigure>
    )
  const { firstDay, lastDay, documents } = point
  const title = bucketTitle(bucketOf(firstDay, lastDay, report.volume.interval), report.volume.interval)
  return (
    <KeyFigure
      name={name}
      course={course}
      marked={marked}
      note={
        <>
          {title.replace(/^Week/, 'week')}
          {more}
        </>
      }
    >
      <EvidenceLink
        filter={{ since: firstDay, until: lastDay }}
        label={`${formatPlural(documents, 'document')}, ${title}`}
      >
        {formatCount(documents)}
      </EvidenceLink>
    </KeyFigure>
  )
}

const Growth = ({ report: { momentum, stage }, course }: FigureProps) => {
  const { ratio, windowDays, asOf, stories, previousStories, current, previous } = momentum
  return (
    <KeyFigure
      name="Growth"
      course={course}
      note={
        <>
          {ratio && (
            <>
              <EvidenceLink
                filter={{ since: addDays(asOf, 1 - windowDays), until: asOf }}
                label={`${formatPlural(stories, 'piece')} of the last ${windowDays} days, ${formatPlural(current, 'document')}`}
              >
                {formatPlural(stories, 'piece')}
              </EvidenceLink>{' '}
              in {windowDays} days,{' '}
              <EvidenceLink
                filter={{ since: addDays(asOf, 1 - 2 * windowDays), until: addDays(asOf, -windowDays) }}
                label={`${formatPlural(previousStories, 'piece')} of the ${windowDays} days before, ${formatPlural(previous, 'document')}`}
              >
                {formatCount(previousStories)}
              </EvidenceLink>{' '}
              before
              <br />
            </>
          )}
          {stage.stage !== null && (
            <>
              <span title={stage.reason}>
                {stageWords[stage.stage]} as of {formatDay(stage.asOf)}
              </span>
            </>
          )}
        </>
      }
    >
      {ratio ? (
        <>
          {formatRatio(ratio.value)} <Interval low={formatTimes(ratio.low)} high={formatTimes(ratio.high)} />
        </>
      ) : (
        <Unknown>{unknownGrowth[stage.stage ?? 'steady']}</Unknown>
      )}
    </KeyFigure>
  )
}

const Tone = ({ report: { tone, counts }, course }: FigureProps) => {
  const { positive, neutral, negative } = tone.counts
  const decidedCount = positive + neutral + negative
  return (
    <KeyFigure
      name="Mean tone"
      course={course}
      note={
        tone.mean
          ? `clear in ${formatCount(decidedCount)} of ${formatCount(counts.documents)}`
          : 'too few documents have a clear tone'
      }
    >
      {tone.mean ? (
        <>
          {formatTone(tone.mean.value)} <Interval low={formatTone(tone.mean.low)} high={formatTone(tone.mean.high)} />
        </>
      ) : (
        <span className={classes.unknown}>Unclear</span>
      )}
    </KeyFigure>
  )
}

const Interval = ({ low, high }: { low: string; high: string }) => (
  <span className={`${textStyles.caption} ${classes.interval}`} title="95% interval">
    {low} to {high}
  </span>
)

const Unknown = ({ children = 'Unknown' }: { children?: string | undefined }) => (
  <span className={classes.unknown}>{children}</span>
)

/** A value for each drawn point; null is unknown. */
type Course = readonly (number | null)[]

interface FigureProps {
  report: SignalReport
  course: Course
}

interface KeyFigureProps {
  name: string
  course: Course
  marked?: number | undefined
  note: ReactNode
  children: ReactNode
}

const KeyFigure = ({ name, course, marked, note, children }: KeyFigureProps) => (
  <div className={classes.figure}>
    <dt>
      {name}
      {course.some((value) => value !== null) && (
        <Sparkline values={toSpark(course)} label="" width={72} height={22} marked={marked} />
      )}
    </dt>
    <dd className={classes.value}>{children}</dd>
    <Box component="dd" className={textStyles.fine} mt={2} lh={1.45}>
      {note}
    </Box>
  </div>
)
