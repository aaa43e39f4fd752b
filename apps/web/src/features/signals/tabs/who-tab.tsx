import { AudienceSection } from '../later-sections.tsx'
import { VoicesSection } from '../voices/voices-section.tsx'
import type { TabProps } from './tab-props.ts'

/** The voices, and the audience. */
export const WhoTab = ({ report: { signalId, query }, days: { voices } }: TabProps) => (
  <>
    <VoicesSection voices={voices} />
    <AudienceSection signalId={signalId} title={query.title} geo={query.geo} />
  </>
)
