import { Collapse, Flex, Group, UnstyledButton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ParsedQuery, QueryReading } from '@auspex/sdk'
import { useState } from 'react'
import { QueryFaultView } from './query-fault-view.tsx'
import { QuerySources } from './query-sources.tsx'
import classes from './query-feedback.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { Chevron } from '../../ui/chevron.tsx'
import layout from '../../ui/layout.module.css'
import surfaces from '../../ui/surfaces.module.css'

interface QueryFeedbackProps {
  query: ParsedQuery | undefined
  /** The typed terms, to point at the place of a fault. */
  terms: { query_term: string; x_term: string; y_term: string }
}

/** Below the field: how the query is understood, or where it cannot be. */
export const QueryFeedback = ({ query, terms }: QueryFeedbackProps) => (
  <div className={classes.feedback} role="status">
    {query?.reading && <Reading reading={query.reading} />}
    {query?.fault && (
      <Flex className={surfaces.panel} gap={10} py={12} px={14} c="var(--bad)">
        <IconAlertCircle size={18} stroke={1.8} aria-hidden />
        <QueryFaultView fault={query.fault} text={terms[query.fault.term]} />
      </Flex>
    )}
  </div>
)

const Reading = ({ reading }: { reading: NonNullable<QueryReading> }) => {
  const [isOpen, setOpen] = useState(false)
  const lost = reading.sources.filter(({ notHonoured }) => notHonoured.length > 0).length
  // a word alone is understood as itself
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
            fz={13}
            aria-expanded={isOpen}
            aria-controls="query-sources"
            onClick={() => setOpen(!isOpen)}
          >
            {lost === 0 ? 'What sources are asked' : `${lost} of ${reading.sources.length} sources ask wider`}
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
