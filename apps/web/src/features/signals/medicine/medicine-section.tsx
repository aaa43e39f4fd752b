import { AuspexError, type MedicineSection as Medicine } from '@auspex/sdk'
import { Box, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatInstant } from '../../../lib/time/format.ts'
import { strongestOf } from '../../../ui/charts/lag-plot.tsx'
import { Section } from '../../../ui/page.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import layout from '../../../ui/layout.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { NullResult } from '../placeholders.tsx'
import { medicineOptions } from '../signals.queries.ts'
import { MedicineSeries } from './medicine-series.tsx'

const title = 'Trials and papers'

interface MedicineProps {
  signalId: string
  topic: string
  /** The chosen days; empty for all. */
  days: { from?: string; to?: string }
}

/** Registered trials and papers about the topic beside its documents, if the register of trials knows the topic. */
export const MedicineSection = ({ signalId, topic, days }: MedicineProps) => {
  const { data, error, refetch, isFetching } = useQuery(medicineOptions(useClient(), signalId, days))
  if (data === undefined && error) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <Section title={title}>
        <Skeleton height={300} radius={12} role="group" aria-busy="true" aria-label="Loading trials and papers" />
      </Section>
    )
  if (data.subject === null)
    return (
      <NullResult
        name={title}
        result="No trials and papers"
        why={`the register of trials has no condition or treatment named ${topic}`}
      />
    )
  return (
    <MedicineView
      section={data}
      subject={data.subject}
      topic={topic}
      isCounting={!data.hasStopped || isFetching}
      onGoOn={() => void refetch()}
    />
  )
}

/** Without the module, or in the demo, where no register is queried, a single line states it. */
const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const code = error instanceof AuspexError ? error.problem?.code : undefined
  if (code === 'clinical.demo')
    return <NullResult name={title} result="No trials and papers" why="the demo does not query any register" />
  if (code === 'module.off')
    return <NullResult name={title} result="No trials and papers" why="the trials module is switched off for you" />
  return (
    <Section title={title}>
      <SmallFailure
        words={`Trials and papers could not be read. ${describeFailure(error).detail ?? ''}`}
        onRetry={onRetry}
      />
    </Section>
  )
}

interface ViewProps {
  section: Medicine
  subject: NonNullable<Medicine['subject']>
  topic: string
  isCounting: boolean
  onGoOn: () => void
}

const MedicineView = ({ section, subject, topic, isCounting, onGoOn }: ViewProps) => {
  const { talkAndTrials, talkAndPapers, points, isComplete, gapReason, trialsOrigin, papersOrigin } = section
  const top = strongestOf([talkAndTrials?.lags ?? [], talkAndPapers?.lags ?? []])
  const counted = points.filter(({ papers, allPapers }) => papers !== null && allPapers !== null).length
  const notices = [trialsOrigin?.notice, papersOrigin?.notice].filter((notice) => notice != null)
  return (
    <Section
      id="medicine"
      title={title}
      hint={`What is registered and published about ${subject.term}, a ${subject.kind === 'condition' ? 'condition' : 'treatment'} of the register, next to the documents of this report.`}
    >
      {notices.map((notice) => (
        <p key={notice} className={`${surfaces.callout} ${surfaces.warning}`} role="status">
          {notice}
        </p>
      ))}
      <div className={layout.halves}>
        <MedicineSeries kind="trials" section={section} topic={topic} link={talkAndTrials} top={top} />
        <MedicineSeries kind="papers" section={section} topic={topic} link={talkAndPapers} top={top} />
      </div>
      {!isComplete && (
        <Box component="p" className={textStyles.note} role="status" mt={14}>
          Papers of {counted} of {points.length} {section.interval}s are counted
          {gapReason !== null ? `. ${gapReason}` : isCounting ? '; the rest follows.' : '.'}{' '}
          {!isCounting && (
            <Button size="compact-xs" variant="default" onClick={onGoOn}>
              Continue counting
            </Button>
          )}
        </Box>
      )}
      {isComplete && gapReason !== null && (
        <Box component="p" className={textStyles.note} mt={14}>
          {gapReason}
        </Box>
      )}
      <Box component="p" className={`${textStyles.note} ${textStyles.wide}`} mt={14}>
        <b>Not causal.</b> {section.notCausal} Each is corrected for its lags. Trials count on the day on which the
        register published them, papers on the day on which {papersOrigin?.name ?? 'the index'} took them in.
        {[trialsOrigin, papersOrigin].map(
          (origin) => origin !== null && ` ${origin.attribution}, read ${formatInstant(origin.asOf)}.`,
        )}{' '}
        {subject.kind === 'condition' && (
          <Link to="/trials" search={{ q: subject.term }} className={textStyles.inSentence}>
            All trials of {subject.term}
          </Link>
        )}
      </Box>
    </Section>
  )
}
