import { ContextsSection } from '../contexts/contexts-section.tsx'
import { MedicineSection } from '../medicine/medicine-section.tsx'
import { PlacesSection } from '../places/places-section.tsx'
import type { TabProps } from './report-tabs.tsx'

/** The countries of the documents, and the terms that occur together with the topic. */
export const WhereTab = ({
  report: { query, signalId, summary },
  days: { locations, contexts },
  range: { isWhole, first, last },
}: TabProps) => (
  <>
    <PlacesSection locations={locations} title={query.title} summary={summary} />
    <ContextsSection contexts={contexts} signalId={signalId} />
    <MedicineSection signalId={signalId} topic={query.title} days={isWhole ? {} : { from: first, to: last }} />
  </>
)
