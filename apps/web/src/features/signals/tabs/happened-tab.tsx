import { CoverageEdges } from '../coverage/coverage-edges.tsx'
import { EventsSection } from '../events/events-section.tsx'
import { ChangesSection } from '../inflections/changes-section.tsx'
import type { TabProps } from './tab-props.ts'

/** Events, changes of level, and apart from them where sources begin and end. */
export const HappenedTab = ({ report, range: { first, last } }: TabProps) => (
  <>
    <EventsSection events={report.events} first={first} last={last} />
    <ChangesSection inflections={report.inflections} first={first} last={last} />
    <CoverageEdges volume={report.volume} firstDay={report.firstDay} />
  </>
)
