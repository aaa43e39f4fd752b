import { CoverageSection, CountingSection } from '../coverage/coverage-section.tsx'
import { WeekdayCard } from '../series/weekday-card.tsx'
import { Section } from '../../../ui/page.tsx'
import { StatementList, statementsOf } from '../summary/statements.tsx'
import type { TabProps } from './report-tabs.tsx'

/** The basis of the numbers, and how they were computed. */
export const EvidenceTab = ({ report, days }: TabProps) => {
  const counted = statementsOf(days.summary, 'detail').filter(({ statement }) => statement.role === null)
  return (
    <>
      <CoverageSection coverage={days.coverage} query={report.query} />
      {counted.length > 0 && (
        <Section id="counted" title="Also counted">
          <StatementList statements={counted} />
        </Section>
      )}
      <WeekdayCard profile={days.volume.weekdays} />
      <CountingSection report={days} />
    </>
  )
}
