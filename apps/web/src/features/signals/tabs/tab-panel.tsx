import type { SignalReport } from '@auspex/sdk'
import { type ComponentType, useEffect, useRef } from 'react'
import type { SeriesRange } from '../series/use-series-range.ts'
import { EvidenceTab } from './evidence-tab.tsx'
import { HappenedTab } from './happened-tab.tsx'
import { OutlookTab } from './outlook-tab.tsx'
import type { ReportTab } from './report-tabs.ts'
import { SaidTab } from './said-tab.tsx'
import type { TabProps } from './tab-props.ts'
import classes from './tabs.module.css'
import { WhereTab } from './where-tab.tsx'
import { WhoTab } from './who-tab.tsx'

const contents: Record<ReportTab, ComponentType<TabProps>> = {
  happened: HappenedTab,
  said: SaidTab,
  who: WhoTab,
  where: WhereTab,
  outlook: OutlookTab,
  evidence: EvidenceTab,
}

/** What the open tab holds; nothing of the others is there. */
export const TabPanel = ({ tab, report, range }: { tab: ReportTab; report: SignalReport; range: SeriesRange }) => {
  const Content = contents[tab]
  const panel = useRef<HTMLDivElement>(null)
  const before = useRef(tab)
  useEffect(() => {
    if (before.current === tab) return
    before.current = tab
    // Who had read far down in another tab begins this one at its beginning.
    const top = panel.current?.getBoundingClientRect().top ?? 0
    if (top < 0) panel.current?.scrollIntoView()
  }, [tab])
  return (
    <div
      ref={panel}
      id="report-panel"
      className={classes.panel}
      role="tabpanel"
      tabIndex={-1}
      aria-labelledby={`tab-${tab}`}
    >
      <Content report={report} range={range} />
    </div>
  )
}
