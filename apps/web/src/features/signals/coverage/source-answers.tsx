import type { SourceCounts } from '@auspex/sdk'
import { formatPlural } from '../../../lib/format.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { RunRow } from './run-row.tsx'
import classes from './ask-sources.module.css'
import coverageClasses from './coverage-section.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** How each asked source answered, and how many of its documents match now. */
export const SourceAnswers = ({ answers: { signal_id, sources, counts } }: { answers: SourceCounts }) => {
  const labelOf = (key: string) => sources.find(({ source }) => source === key)?.label ?? key
  const total = counts.reduce((sum, { documents }) => sum + documents, 0)
  const isNew = sources.some(({ documentsStored }) => documentsStored > 0)
  return (
    <div className={classes.answers}>
      <ul className={coverageClasses.runs} aria-label="What the asked sources answered">
        {sources.map((run) => (
          <RunRow key={run.source} run={run} />
        ))}
      </ul>
      <p className={textStyles.text}>
        {total === 0
          ? 'No document of these sources matches.'
          : `${counts.map(({ source, documents }) => `${labelOf(source)}: ${formatPlural(documents, 'document')}`).join(', ')} in the library now match.`}{' '}
        {isNew && 'New ones arrived; measure the report again to count them in.'}
      </p>
      {total > 0 && (
        <LinkButton
          to="/signals/$signalId"
          params={{ signalId: signal_id }}
          preload={false}
          variant="default"
          size="xs"
        >
          Open the report of these sources alone
        </LinkButton>
      )}
    </div>
  )
}
