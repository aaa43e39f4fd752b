import { Box, Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { SourceRun } from '@auspex/sdk'
import { useId } from 'react'
import { formatPlural } from '../../../lib/format.ts'
import { statusWords } from '../../../lib/words.ts'
import { RunRow } from './run-row.tsx'
import classes from './coverage-section.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Sources that failed for the same reason: the reason once, their names, and each on demand. */
export const AlikeRuns = ({ runs }: { runs: readonly SourceRun[] }) => {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  const [first] = runs
  if (first === undefined) return null
  return (
    <li>
      <div className={classes.run}>
        <span className={textStyles.strong}>{formatPlural(runs.length, 'source')}</span>
        <span className={textStyles.state} data-state="failed">
          {statusWords[first.status].label}
        </span>
        <span className={`${textStyles.soft} ${textStyles.breakable} ${classes.words}`}>
          {runs.map(({ label }) => label).join(', ')}. {first.reason}
          <Button
            display="block"
            mt={4}
            ml={-8}
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={toggle}
            aria-expanded={opened}
            aria-controls={id}
          >
            {opened ? 'Hide each' : 'Show each'}
          </Button>
        </span>
      </div>
      <Collapse expanded={opened} id={id}>
        {opened && (
          <Box component="ul" pl={16}>
            {runs.map((run) => (
              <RunRow key={run.source} run={run} />
            ))}
          </Box>
        )}
      </Collapse>
    </li>
  )
}
