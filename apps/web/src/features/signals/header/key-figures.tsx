import { Box } from '@mantine/core'
import type { SignalReport, VolumePoint, VolumeSection } from '@auspex/sdk'
import type { ReactNode } from 'react'
import { bucketOf, bucketTitle, grainWords } from '../../../lib/time/buckets.ts'
import { addDays, daysBetween } from '../../../lib/time/dates.ts'
import {
  formatCount,
  formatDay,
  formatTimes,
  formatPlural,
  formatRatio,
  formatTone,
} from '../../../lib/numbers/format.ts'
import { stageWords } from '../../../lib/words/words.ts'
import { Why } from '../../../ui/values.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
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

/** The report in one row of figures. Each opens its documents; each estimate states its uncertainty. */
export const KeyFigures = ({ report }: { report: SignalReport }) => {
  const { counts, volume, lastDay } = report
  const documents = formatPlural(counts.documents, 'document')
  const unit = grainWords[volume.interval]
  return (
    <div className={classes.frame}>
      <dl className={`${surfaces.panel} ${classes.figures}`}>
        <KeyFigure
          name="Documents"
          why={<HowCounted pointer="/counts/documents" name="the number of documents" />}
          note={
            counts.sampled
              ? `${formatCount(counts.documentsLow)} to ${formatCount(counts.documentsHigh)}, from a sample`
              : [
                  counts.storyClusters !== null && `in ${formatPlural(counts.storyClusters, 'story', 'stories')}`,
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
        <PointFigure name={`Highest ${unit}`} point={peakOf(volume)} report={report} />
        <PointFigure name={`Last whole ${unit}`} point={lastCoveredOf(volume, report.momentum.asOf)} report={report} />
        <Growth report={report} />
        <Tone report={report} />
        <KeyFigure
          name="Outlets"
          why={<HowCounted pointer="/counts/outlets" name="the number of outlets" />}
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

/** What is certain if the ratio cannot be stated. */
const unknownGrowth: Partial<Record<NonNullable<SignalReport['stage']['stage']>, string>> = {
  emerging: 'Clearly more',
  rising: 'Clearly more',
  declining: 'Clearly less',
}

const PointFigure = ({ name, point, report }: { name: string; point: VolumePoint | null; report: SignalReport }) => {
  if (point === null)
    return (
      <KeyFigure name={name} note="no day is covered">
        <Unknown />
      </KeyFigure>
    )
  const { firstDay, lastDay, documents } = point
  const title = bucketTitle(bucketOf(firstDay, lastDay, report.volume.interval), report.volume.interval)
  return (
    <KeyFigure name={name} note={title.replace(/^Week/, 'week')}>
      <EvidenceLink
        filter={{ since: firstDay, until: lastDay }}
        label={`${formatPlural(documents, 'document')}, ${title}`}
      >
        {formatCount(documents)}
      </EvidenceLink>
    </KeyFigure>
  )
}

const Growth = ({ report: { momentum, stage } }: { report: SignalReport }) => {
  const { ratio, reason, windowDays, asOf, stories, previousStories, current, previous } = momentum
  return (
    <KeyFigure
      name="Growth"
      why={ratio && <HowCounted pointer="/momentum/ratio/value" name="growth" />}
      note={
        <>
          {ratio && (
            <>
              <EvidenceLink
                filter={{ since: addDays(asOf, 1 - windowDays), until: asOf }}
                label={`${formatPlural(stories, 'story', 'stories')} of the last ${windowDays} days, ${formatPlural(current, 'document')}`}
              >
                {formatPlural(stories, 'story', 'stories')}
              </EvidenceLink>{' '}
              in {windowDays} days,{' '}
              <EvidenceLink
                filter={{ since: addDays(asOf, 1 - 2 * windowDays), until: addDays(asOf, -windowDays) }}
                label={`${formatPlural(previousStories, 'story', 'stories')} of the ${windowDays} days before, ${formatPlural(previous, 'document')}`}
              >
                {formatCount(previousStories)}
              </EvidenceLink>{' '}
              before
              <br />
            </>
          )}
          {stage.stage === null ? (
            !ratio && reason
          ) : (
            <>
              {stageWords[stage.stage]} as of {formatDay(stage.asOf)}{' '}
              <Why label={`Why ${stage.stage}:`} text={stage.reason} />
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
        <Unknown>{unknownGrowth[stage.stage ?? 'steady'] ?? 'Too few to tell'}</Unknown>
      )}
    </KeyFigure>
  )
}

const Tone = ({ report: { tone, counts } }: { report: SignalReport }) => {
  const { positive, neutral, negative } = tone.counts
  const decidedCount = positive + neutral + negative
  return (
    <KeyFigure
      name="Mean tone"
      why={tone.mean && <HowCounted pointer="/tone/mean/value" name="the mean tone" />}
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

const Unknown = ({ children = 'Unknown' }: { children?: string }) => <span className={classes.unknown}>{children}</span>

interface KeyFigureProps {
  name: string
  /** Shown beside the name. */
  why?: ReactNode
  note: ReactNode
  children: ReactNode
}

const KeyFigure = ({ name, why, note, children }: KeyFigureProps) => (
  <div className={classes.figure}>
    <dt>
      {name} {why}
    </dt>
    <dd className={classes.value}>{children}</dd>
    <Box component="dd" className={textStyles.fine} mt={2} lh={1.45}>
      {note}
    </Box>
  </div>
)
