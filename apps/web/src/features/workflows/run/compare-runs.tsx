import type { WorkflowRun } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatInstant } from '../../../lib/time/format.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { Section } from '../../../ui/page.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { runOptions } from '../workflows.queries.ts'
import classes from '../workflows.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Texts with more lines are compared as a whole: the table below would be too large. */
const maxLines = 1500

/** The minimal line edits from the older text to the newer one. Evidence numbers are ignored. */
export const lineChanges = (older: string, newer: string): LineChange[] => {
  const [before, after] = [toLines(older), toLines(newer)]
  if (before.length > maxLines || after.length > maxLines)
    return [
      ...before.map((line) => ({ kind: 'removed', line }) as const),
      ...after.map((line) => ({ kind: 'added', line }) as const),
    ]
  const common = longestCommon(before, after)
  const changes: LineChange[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, next] = [before[i], after[j]]
    if (old !== undefined && old === next) {
      changes.push({ kind: 'same', line: old })
      i += 1
      j += 1
    } else if (old !== undefined && (next === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      changes.push({ kind: 'removed', line: old })
      i += 1
    } else {
      changes.push({ kind: 'added', line: next ?? '' })
      j += 1
    }
  }
  return changes
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/ ?(?<!\\)\[\d{1,3}\]/g, '')
        .replaceAll(/\\(?=[^\w\s])/g, '')
        .trim(),
    )
    .filter((line) => line !== '' && !/^\|( ---\s?\|)+$/.test(line))

/** Lengths of the longest common subsequences of the remainders, from each pair of positions. */
const longestCommon = (before: readonly string[], after: readonly string[]): number[][] => {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = lengths[i]
      if (row === undefined) continue
      row[j] =
        before[i] === after[j]
          ? (lengths[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  return lengths
}

/** Two results of a workflow, line by line: what the newer one contains that the older one did not. */
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
        {/* The order of the lines in the texts never changes. */}
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

interface LineChange {
  readonly kind: 'same' | 'added' | 'removed'
  readonly line: string
}
