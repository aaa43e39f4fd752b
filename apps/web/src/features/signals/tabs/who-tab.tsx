import { AudienceSection } from '../later-sections.tsx'
import { VoicesSection } from '../voices/voices-section.tsx'
import type { TabProps } from './report-tabs.tsx'

/** The voices, and the audience. */
export const WhoTab = ({ report: { signalId, query, summary }, days: { voices } }: TabProps) => (
  <>
    <VoicesSection voices={voices} summary={summary} />
    <AudienceSection signalId={signalId} title={query.title} geo={query.geo} />
  </>
)
