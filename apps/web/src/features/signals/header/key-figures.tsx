import { Box } from '@mantine/core'
import type { SignalReport, StageSection } from '@auspex/sdk'
import type { ReactNode } from 'react'
import { addDays } from '../../../lib/dates.ts'
import { formatCount, formatFactor, formatPlural, formatRatio, formatTone } from '../../../lib/format.ts'
import { stageWords } from '../../../lib/words.ts'
import { Why } from '../../../ui/why.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
import classes from './key-figures.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** The report in six figures. Each opens its documents; each that is estimated says how sure it is. */
export const KeyFigures = ({ report }: { report: SignalReport }) => {
  const { counts, momentum, stage, tone } = report
  const documents = formatPlural(counts.documents, 'document')
  return (
    <div className={classes.frame}>
      <dl className={`${surfaces.panel} ${classes.figures}`}>
        <KeyFigure
          name="Documents"
          why={<HowCounted pointer="/counts/documents" name="documents" />}
          note={
            counts.sampled
              ? `${formatCount(counts.documentsLow)} to ${formatCount(counts.documentsHigh)}`
              : 'counted one by one'
          }
        >
          <EvidenceLink filter={{}} label={documents}>
            {formatCount(counts.documents)}
          </EvidenceLink>
        </KeyFigure>
        {counts.storyClusters === null ? (
          <KeyFigure name="Stories" note={null}>
            <Unknown reason="A sample cannot tell near-duplicates" />
          </KeyFigure>
        ) : (
          <KeyFigure
            name="Stories"
            why={<HowCounted pointer="/counts/storyClusters" name="stories" />}
            note="near-duplicates count once"
          >
            <EvidenceLink
              filter={{}}
              label={`the ${documents} of ${formatPlural(counts.storyClusters, 'story', 'stories')}`}
            >
              {formatCount(counts.storyClusters)}
            </EvidenceLink>
          </KeyFigure>
        )}
        <KeyFigure
          name="Outlets"
          why={<HowCounted pointer="/counts/outlets" name="outlets" />}
          note={counts.authors === null ? 'no source names authors' : formatPlural(counts.authors, 'named author')}
        >
          <EvidenceLink filter={{}} label={`the ${documents} of ${formatPlural(counts.outlets, 'outlet')}`}>
            {formatCount(counts.outlets)}
          </EvidenceLink>
        </KeyFigure>
        <KeyFigure
          name="Momentum"
          why={momentum.ratio && <HowCounted pointer="/momentum/ratio/value" name="momentum" />}
          note={
            <>
              <EvidenceLink
                filter={{ since: addDays(momentum.asOf, 1 - momentum.windowDays), until: momentum.asOf }}
                label={`${formatPlural(momentum.current, 'document')} of the last ${momentum.windowDays} days`}
              >
                {formatCount(momentum.current)}
              </EvidenceLink>{' '}
              in {momentum.windowDays} days,{' '}
              <EvidenceLink
                filter={{
                  since: addDays(momentum.asOf, 1 - 2 * momentum.windowDays),
                  until: addDays(momentum.asOf, -momentum.windowDays),
                }}
                label={`${formatPlural(momentum.previous, 'document')} of the ${momentum.windowDays} days before`}
              >
                {formatCount(momentum.previous)}
              </EvidenceLink>{' '}
              before
            </>
          }
        >
          {momentum.ratio ? (
            <>
              {formatRatio(momentum.ratio.value)}{' '}
              <Interval low={formatFactor(momentum.ratio.low)} high={formatFactor(momentum.ratio.high)} />
            </>
          ) : (
            <Unknown reason={momentum.reason} />
          )}
        </KeyFigure>
        <KeyFigure
          name="Stage"
          why={stage.stage && <Why label={`Why ${stage.stage}:`} text={stage.reason} />}
          note={<StageScale stage={stage.stage} />}
        >
          {stage.stage ? stageWords[stage.stage] : <Unknown reason={stage.reason} />}
        </KeyFigure>
        <KeyFigure
          name="Mean tone"
          why={tone.mean && <HowCounted pointer="/tone/mean/value" name="mean tone" />}
          note={tone.mean && `from −1 to +1, of ${formatPlural(tone.mean.n, 'document')}`}
        >
          {tone.mean ? (
            <>
              {formatTone(tone.mean.value)}{' '}
              <Interval low={formatTone(tone.mean.low)} high={formatTone(tone.mean.high)} />
            </>
          ) : (
            <Unknown reason="Fewer than two documents have a known tone" />
          )}
        </KeyFigure>
      </dl>
    </div>
  )
}

const Interval = ({ low, high }: { low: string; high: string }) => (
  <span className={`${textStyles.caption} ${classes.interval}`} title="95 % interval">
    {low} to {high}
  </span>
)

const Unknown = ({ reason }: { reason: string | null }) => (
  <span className={classes.unknown} title={reason ?? undefined}>
    Unknown
    {reason && (
      <Box component="span" className={textStyles.fine} display="block" lts={0} lh={1.4}>
        {reason}
      </Box>
    )}
  </span>
)

interface KeyFigureProps {
  name: string
  /** Stands beside the name. */
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
    <Box component="dd" className={textStyles.fine} mt={3} lh={1.45}>
      {note}
    </Box>
  </div>
)

const order = ['emerging', 'rising', 'peaking', 'steady', 'declining', 'dormant'] as const

/** Where the stage stands in the life of a topic. The word beside it says the same. */
const StageScale = ({ stage }: { stage: StageSection['stage'] }) => (
  <Box component="svg" display="block" width={111} height={4} mt={7} aria-hidden>
    {order.map((step, index) => (
      <rect
        key={step}
        x={index * 19}
        width={16}
        height={4}
        rx={2}
        fill={step === stage ? 'var(--accent)' : 'var(--line-strong)'}
      />
    ))}
  </Box>
)
