import { Box } from '@mantine/core'
import type { SummarySection } from '@auspex/sdk'
import { StatementItem } from './statement-item.tsx'
import { statementsOf } from './statement-parts.ts'
import classes from '../report.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** What happened, in a few sentences, most surprising first. */
export const Story = ({ summary }: { summary: SummarySection }) => {
  const sentences = statementsOf(summary, 'story')
  return (
    <section aria-labelledby="story-title" id="summary">
      <Box component="h2" id="story-title" mb={12}>
        In brief
      </Box>
      {sentences.length === 0 ? (
        <p className={textStyles.soft}>
          {summary.note ?? 'Nothing remarkable happened that these documents can tell.'}
        </p>
      ) : (
        <>
          <ul className={classes.sentences}>
            {sentences.map((one) => (
              <StatementItem key={one.statement.text} {...one} />
            ))}
          </ul>
          {summary.note && (
            <Box component="p" className={textStyles.caption} mt={16}>
              {summary.note}
            </Box>
          )}
        </>
      )}
    </section>
  )
}
