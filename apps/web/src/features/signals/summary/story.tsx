import { Box } from '@mantine/core'
import type { SummarySection, SignalReport } from '@auspex/sdk'
import { StatementItem, statementsOf, type TaggedStatement } from './statements.tsx'
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

/** The sentence above the chart; null if nothing can be claimed, and the chart only describes its content. */
export const findingOf = ({ summary }: Pick<SignalReport, 'summary'>): TaggedStatement | null =>
  statementsOf(summary, 'title')[0] ?? null

/** The same as plain text. */
export const findingWords = (report: Pick<SignalReport, 'summary' | 'query'>): string =>
  findingOf(report)?.statement.text ?? `How much is said about ${report.query.subject ?? report.query.title}`
