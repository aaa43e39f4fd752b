import { getRouteApi } from '@tanstack/react-router'
import { Section } from '../../../ui/page.tsx'
import { DocumentsSection } from '../documents/documents-section.tsx'
import { NarrativesSection } from '../later-sections.tsx'
import { ToneChart } from '../series/tone-chart.tsx'
import { StatementList, statementsOf } from '../summary/statements.tsx'
import type { TabProps } from './report-tabs.tsx'

const route = getRouteApi('/signals/$signalId')

/** What the documents say, and in what tone. */
export const SaidTab = ({ report, days, range }: TabProps) => {
  const { measure } = route.useSearch()
  const quotes = statementsOf(days.summary, 'detail').filter(({ statement }) => statement.role !== null)
  return (
    <>
      <NarrativesSection signalId={days.signalId} title={report.query.title} />
      {quotes.length > 0 && (
        <Section id="quotes" title="In their words" hint="Word for word. Each one opens its document.">
          <StatementList statements={quotes} />
        </Section>
      )}
      <DocumentsSection signalId={report.signalId} range={range} />
      <Section id="tone" title="Tone">
        <ToneChart report={report} tone={days.tone} range={range} measure={measure ?? 'count'} />
      </Section>
    </>
  )
}
