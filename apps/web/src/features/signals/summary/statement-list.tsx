import { Flex } from '@mantine/core'
import { StatementItem } from './statement-item.tsx'
import type { TaggedStatement } from './statement-parts.ts'

/** Sentences in a list, at a readable line length. */
export const StatementList = ({ statements }: { statements: readonly TaggedStatement[] }) => (
  <Flex component="ul" fz={15} lh={1.6} maw="76ch" direction="column" gap={12}>
    {statements.map((one) => (
      <StatementItem key={one.statement.text} {...one} />
    ))}
  </Flex>
)
