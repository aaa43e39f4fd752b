import { Box, Stack } from '@mantine/core'
import type { QueryFault } from '@auspex/sdk'
import classes from './query-feedback.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Characters shown on each side of the fault. */
const around = 28

/** What is wrong with a query, a marker at its place, and what to type instead. */
export const QueryFaultView = ({ fault, text }: { fault: NonNullable<QueryFault>; text: string }) => {
  const at = Math.min(fault.column - 1, text.length)
  const from = Math.max(0, at - around)
  // at the end there is nothing to mark but the place itself
  const marked = text.slice(at, at + 1) || ' '
  return (
    <Stack gap={6} miw={0}>
      <Box component="p" className={textStyles.strong} c="var(--ink)" fz={14}>
        {fault.message}{' '}
        <Box component="span" className={`${textStyles.soft} ${textStyles.nowrap}`} fw={400}>
          Column {fault.column}
        </Box>
      </Box>
      {text !== '' && (
        <code className={`${textStyles.code} ${classes.code}`} aria-hidden>
          {from > 0 && '…'}
          {text.slice(from, at)}
          <mark className={classes.mark}>{marked}</mark>
          {text.slice(at + 1, at + 1 + around)}
          {text.length > at + 1 + around && '…'}
        </code>
      )}
      <p className={textStyles.detail}>
        Found {fault.found}. {fault.hint}
      </p>
    </Stack>
  )
}
