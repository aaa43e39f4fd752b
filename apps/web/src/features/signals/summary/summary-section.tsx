import { Box, Flex } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { SummarySection as Summary } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatPlural } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { StatementItem } from './statement-item.tsx'
import { groupStatements, type TaggedStatement } from './statement-parts.ts'
import textStyles from '../../../ui/text-styles.module.css'
import layout from '../../../ui/layout.module.css'

/** What the documents say: sentences compiled from counted claims, and quotations word for word. */
export const SummarySection = ({ summary }: { summary: Summary }) => {
  const { counted, quoted } = useMemo(() => groupStatements(summary.statements, summary.claims), [summary])
  return (
    <Section
      id="summary"
      title="Executive summary"
      hint={`Compiled from ${formatPlural(summary.claims.length, 'claim')}, each of which opens its documents; quotations are word for word, from ${formatPlural(summary.documentsRead, 'document')} that were read.`}
    >
      {summary.statements.length === 0 ? (
        <EmptyState
          level={3}
          icon={<IconFileText size={20} aria-hidden />}
          title="No summary"
          text={summary.note ?? 'Nothing can be claimed of these documents. The documents below say it themselves.'}
        />
      ) : (
        <>
          <div className={layout.halves}>
            <Statements title="What was counted" statements={counted} />
            <Statements title="In their words" statements={quoted} />
          </div>
          {summary.note && (
            <Box component="p" className={textStyles.caption} mt={16}>
              {summary.note}
            </Box>
          )}
        </>
      )}
    </Section>
  )
}

const Statements = ({ title, statements }: { title: string; statements: readonly TaggedStatement[] }) =>
  statements.length > 0 && (
    <div>
      <Box component="h3" className={textStyles.text} mb={12} fw={600}>
        {title}
      </Box>
      <Flex component="ul" fz={15.5} lh={1.6} maw="68ch" direction="column" gap={12}>
        {statements.map((one) => (
          <StatementItem key={one.statement.claimIds.join()} {...one} />
        ))}
      </Flex>
    </div>
  )
