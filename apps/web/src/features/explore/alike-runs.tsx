import { Box, Flex } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { SourceRun } from '@auspex/sdk'
import { formatPlural } from '../../lib/format.ts'
import { statusWords } from '../../lib/words.ts'
import textStyles from '../../ui/text-styles.module.css'

/** Sources that failed in the same way: once, with all their names. */
export const AlikeRuns = ({ runs }: { runs: readonly SourceRun[] }) => {
  const [first] = runs
  if (first === undefined) return null
  const { label, meaning } = statusWords[first.status]
  return (
    <Flex component="li" gap={14} align="flex-start" py={14} px={18}>
      <Flex
        component="span"
        className={`${textStyles.quiet} ${textStyles.state}`}
        data-state="failed"
        mt={2}
        w={24}
        justify="center"
      >
        <IconX size={18} stroke={1.8} aria-hidden />
      </Flex>
      <Flex component="span" direction="column" flex={1} gap={4} miw={0}>
        <Box component="span" className={textStyles.strong} fz={15}>
          {formatPlural(runs.length, 'source')}: {label.toLowerCase()}
        </Box>
        <span className={`${textStyles.text} ${textStyles.pretty}`}>{runs.map((run) => run.label).join(', ')}</span>
        <span className={`${textStyles.caption} ${textStyles.breakable}`}>{first.reason ?? meaning}</span>
      </Flex>
    </Flex>
  )
}
