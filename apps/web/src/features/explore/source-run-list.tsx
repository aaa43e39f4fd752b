import { Box, Flex, Loader } from '@mantine/core'
import { IconBan, IconCheck, IconCircleDashed, IconMinus, IconX } from '@tabler/icons-react'
import type { SourceRun } from '@auspex/sdk'
import type { PropsWithChildren } from 'react'
import { formatDuration, formatPlural } from '../../lib/format.ts'
import { statusWords } from '../../lib/words.ts'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

const icons = { waiting: IconCircleDashed, good: IconCheck, empty: IconMinus, failed: IconX, stopped: IconBan }

/** How each source does, live. */
export const SourceRunList = ({ runs, children }: PropsWithChildren<{ runs: readonly SourceRun[] }>) => (
  <ul className={`${surfaces.panel} ${surfaces.lines}`} aria-label="Sources">
    {runs.map((run) => {
      const { label, meaning, state } = statusWords[run.status]
      const Icon = icons[state]
      return (
        <Flex key={run.source} component="li" gap={14} align="center" py={14} px={18}>
          <Flex
            component="span"
            className={`${textStyles.quiet} ${textStyles.state}`}
            data-state={state}
            justify="center"
            w={24}
          >
            {run.status === 'running' ? <Loader size={16} aria-hidden /> : <Icon size={18} stroke={1.8} aria-hidden />}
          </Flex>
          <Flex component="span" direction="column" flex={1} gap={2} miw={0}>
            <Box component="span" className={textStyles.strong} fz={15}>
              {run.label}
            </Box>
            <span className={`${textStyles.caption} ${textStyles.breakable}`}>{run.reason ?? meaning}</span>
          </Flex>
          <Flex component="span" className={textStyles.tabular} direction="column" gap={2} align="flex-end">
            <Box component="span" className={textStyles.strong} fz={15}>
              {state === 'good' ? formatPlural(run.documentsSeen, 'document') : label}
            </Box>
            <span className={`${textStyles.caption} ${textStyles.breakable}`}>
              {run.startedAt && run.durationMs !== null ? formatDuration(run.durationMs) : ' '}
            </span>
          </Flex>
        </Flex>
      )
    })}
    {children}
  </ul>
)
