import { type ComponentType, Fragment, useEffect, useRef } from 'react'
import { usePrinting } from '../print/use-printing.ts'
import { EvidenceTab } from './evidence-tab.tsx'
import { HappenedTab } from './happened-tab.tsx'
import { OutlookTab } from './outlook-tab.tsx'
import { type ReportTab, reportTabs } from './report-tabs.ts'
import { SaidTab } from './said-tab.tsx'
import type { TabProps } from './tab-props.ts'
import classes from './tabs.module.css'
import surfaces from '../../../ui/surfaces.module.css'
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

interface TabPanelProps extends TabProps {
  tab: ReportTab
  /** Whether the chosen days are still being counted. */
  isCounting: boolean
}

/** What the open tab holds; nothing of the others is there, but on paper, which has no tabs. */
export const TabPanel = ({ tab, isCounting, ...props }: TabPanelProps) => {
  const Content = contents[tab]
  const isPrinting = usePrinting()
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
      className={`${classes.panel} ${surfaces.fading}`}
      role="tabpanel"
      tabIndex={-1}
      aria-labelledby={`tab-${tab}`}
      aria-busy={isCounting}
    >
      {isPrinting ? (
        reportTabs.map(({ key, title }) => {
          const Part = contents[key]
          return (
            <Fragment key={key}>
              <p className={classes.part}>{title}</p>
              <Part {...props} />
            </Fragment>
          )
        })
      ) : (
        <Content {...props} />
      )}
    </div>
  )
}
