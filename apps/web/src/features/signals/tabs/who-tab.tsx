import { AudienceSection } from '../audience/audience-section.tsx'
import { VoicesSection } from '../voices/voices-section.tsx'
import type { TabProps } from './tab-props.ts'

/** Who speaks, and whom it may interest. */
export const WhoTab = ({ report: { signalId, query }, days: { voices } }: TabProps) => (
  <>
    <VoicesSection voices={voices} />
    <AudienceSection signalId={signalId} title={query.title} geo={query.geo} />
  </>
)
