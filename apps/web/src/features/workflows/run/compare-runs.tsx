import type { WorkflowRun } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatInstant, formatPlural } from '../../../lib/format.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { SmallFailure } from '../../../ui/small-failure.tsx'
import { runOptions } from '../workflows.queries.ts'
import { lineChanges } from './line-changes.ts'
import classes from '../workflows.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Two results of a workflow, line by line: what the newer one says that the older one did not. */
export const CompareRuns = ({ run, otherId }: { run: WorkflowRun; otherId: string }) => {
  const { data, error, refetch } = useQuery(runOptions(useClient(), otherId))
  const back = (
    <LinkButton to="/workflows/runs/$runId" params={{ runId: run.id }} search={{}} variant="default">
      Show the result alone
    </LinkButton>
  )
  if (data === undefined)
    return (
      <Section title="What changed" actions={back}>
        {error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <p className={textStyles.caption}>Loading the other run</p>
        )}
      </Section>
    )
  const [older, newer] = [run, data].toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1)) as [
    WorkflowRun,
    WorkflowRun,
  ]
  const changes = lineChanges(older.result?.markdown ?? '', newer.result?.markdown ?? '')
  const count = changes.filter(({ kind }) => kind !== 'same').length
  return (
    <Section
      title="What changed"
      hint={`From ${formatInstant(older.startedAt)} to ${formatInstant(newer.startedAt)}: ${count === 0 ? 'nothing' : formatPlural(count, 'line')}.`}
      actions={back}
    >
      <div className={classes.diff}>
        {/* The lines of two texts never change their order. */}
        {changes.map(({ kind, line }, place) => (
          <div key={place} data-change={kind}>
            {kind !== 'same' && <span className={textStyles.hidden}>{kind === 'added' ? 'New: ' : 'Gone: '}</span>}
            {line}
          </div>
        ))}
      </div>
    </Section>
  )
}
