import { Box } from '@mantine/core'
import type { SourceRun } from '@auspex/sdk'
import { formatCount, formatDuration, formatPlural } from '../../../lib/format.ts'
import { statusWords } from '../../../lib/words.ts'
import classes from '../sections.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Joins sentences from the sources, each with exactly one full stop. */
const toSentences = (parts: readonly string[]): string =>
  parts.map((part) => `${part.replace(/[.\s]+$/, '')}.`).join(' ')

/** How one source responded to the last search, in its own words. */
export const RunRow = ({ run }: { run: SourceRun }) => {
  const { label, meaning, state } = statusWords[run.status]
  return (
    <li className={classes.run}>
      <span className={textStyles.strong}>{run.label}</span>
      <span className={textStyles.state} data-state={state}>
        {label}
      </span>
      <span className={`${textStyles.soft} ${textStyles.breakable} ${classes.coverageWords}`}>
        {toSentences([
          run.reason ??
            `${meaning}: ${formatPlural(run.documentsSeen, 'document')} found, ${formatCount(run.documentsStored)} new`,
          ...(run.complete || state !== 'good' ? [] : ['The source cut its answer']),
          ...run.notHonoured.map((part) => (part.includes(' ') ? part : `Could not honour ${part}`)),
        ])}
        {run.durationMs !== null && (
          <span className={`${textStyles.quiet} ${textStyles.tabular}`}> {formatDuration(run.durationMs)}</span>
        )}
        {run.nativeQuery && (
          <Box component="span" className={textStyles.fine} display="block">
            Asked as <code>{run.nativeQuery}</code>
          </Box>
        )}
      </span>
    </li>
  )
}
