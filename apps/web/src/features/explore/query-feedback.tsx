import { Box, Collapse, Flex, Group, Stack, UnstyledButton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ParsedQuery, QueryFault, QueryInSource, QueryReading } from '@auspex/sdk'
import { useState } from 'react'
import { Chevron } from '../../ui/disclosure.tsx'
import classes from './explore.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'
import surfaces from '../../ui/surfaces.module.css'

interface QueryFeedbackProps {
  query: ParsedQuery | undefined
  /** The typed terms, to mark the position of an error. */
  terms: { query_term: string; x_term: string; y_term: string }
}

/** Shown below the field: how the query is interpreted, or where it is invalid. */
export const QueryFeedback = ({ query, terms }: QueryFeedbackProps) => (
  <div className={classes.feedback} role="status">
    {query?.reading && <Reading reading={query.reading} />}
    {query?.reading && query.reading.unsearched.length > 0 && (
      <p className={textStyles.detail}>{describeIgnored(query.reading.unsearched)}</p>
    )}
    {query?.fault && (
      <Flex className={surfaces.panel} gap={10} py={12} px={14} c="var(--bad)">
        <IconAlertCircle size={18} stroke={1.8} aria-hidden />
        <QueryFaultView fault={query.fault} text={terms[query.fault.term]} />
      </Flex>
    )}
  </div>
)

function describeIgnored(signs: readonly string[]): string {
  const quoted = signs.map((sign) => `“${sign}”`)
  const list = new Intl.ListFormat('en').format(quoted)
  return signs.length === 1
    ? `${list} is ignored. Words are found with and without it.`
    : `${list} are ignored. Words are found with and without them.`
}

const Reading = ({ reading }: { reading: NonNullable<QueryReading> }) => {
  const [isOpen, setOpen] = useState(false)
  const unsupportedCount = reading.sources.filter(({ notHonoured }) => notHonoured.length > 0).length
  // a single word needs no explanation
  if (reading.node.kind === 'phrase' && reading.node.words.length === 1 && !isOpen) return null
  return (
    <>
      <Group className={textStyles.detail} gap="4px 8px" align="baseline">
        <span>Understood as</span>
        <code className={`${textStyles.code} ${classes.code}`}>{reading.formatted}</code>
        {reading.sources.length > 0 && (
          <UnstyledButton
            className={`${textStyles.link} ${layout.inline}`}
            mih={24}
            fz="note"
            aria-expanded={isOpen}
            aria-controls="query-sources"
            onClick={() => setOpen(!isOpen)}
          >
            {unsupportedCount === 0
              ? 'What is sent to each source'
              : `${unsupportedCount} of ${reading.sources.length} sources search more broadly`}
            <Chevron isOpen={isOpen} size={14} />
          </UnstyledButton>
        )}
      </Group>
      <Collapse expanded={isOpen} id="query-sources">
        {isOpen && <QuerySources sources={reading.sources} />}
      </Collapse>
    </>
  )
}

/** Characters shown on each side of the error. */
const contextLength = 28

/** The error in a query, a marker at its position, and what to type instead. */
const QueryFaultView = ({ fault, text }: { fault: NonNullable<QueryFault>; text: string }) => {
  const at = Math.min(fault.column - 1, text.length)
  const from = Math.max(0, at - contextLength)
  // at the end of the text there is no character to mark
  const marked = text.slice(at, at + 1) || ' '
  return (
    <Stack gap={6} miw={0}>
      <Box component="p" className={textStyles.strong} c="var(--ink)" fz="text">
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
          {text.slice(at + 1, at + 1 + contextLength)}
          {text.length > at + 1 + contextLength && '…'}
        </code>
      )}
      <p className={textStyles.detail}>
        Found {fault.found}. {fault.hint}
      </p>
    </Stack>
  )
}

const split = { '--split': '150px minmax(0, 1fr)', gap: '4px 12px' }

/** The query as sent to each source, and the parts that the source does not support. */
const QuerySources = ({ sources }: { sources: readonly QueryInSource[] }) => (
  <Flex
    component="ul"
    className={`${surfaces.panel} ${surfaces.lines}`}
    direction="column"
    mt={10}
    aria-label="What each source is searched for"
  >
    {sources.map(({ key, label, nativeQuery, requests, notHonoured }) => (
      <Box key={key} component="li" className={layout.split} px={14} py={10} fz="note" style={split}>
        <span className={textStyles.strong}>{label}</span>
        <Flex component="span" direction="column" gap={4} miw={0}>
          {nativeQuery === null ? (
            <span className={textStyles.soft}>
              {notHonoured.length === 0 ? 'Not searched by words' : 'Not queried'}
            </span>
          ) : (
            <code className={textStyles.code}>{nativeQuery}</code>
          )}
          {requests > 1 && <span className={textStyles.soft}>{requests} requests</span>}
          {notHonoured.map((sentence) => (
            <span key={sentence} className={textStyles.soft}>
              {sentence}
            </span>
          ))}
        </Flex>
      </Box>
    ))}
  </Flex>
)
