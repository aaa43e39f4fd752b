import { ForecastSection } from '../forecast/forecast-section.tsx'
import type { TabProps } from './tab-props.ts'

/** What may come next. */
export const OutlookTab = ({ report: { signalId, query } }: TabProps) => (
  <ForecastSection signalId={signalId} title={query.title} />
)
