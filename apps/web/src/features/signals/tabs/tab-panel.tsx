import { type ComponentType, Fragment, Suspense, useEffect, useRef } from 'react'
import { Skeleton } from '@mantine/core'
import { laterParts } from '../later-parts.ts'
import { SkeletonGroup } from '../skeleton-group.tsx'
import { usePrinting } from '../print/use-printing.ts'
import { type ReportTab, reportTabs } from './report-tabs.ts'
import type { TabProps } from './tab-props.ts'
import classes from '../report.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import { CoverageEdges } from '../coverage/coverage-edges.tsx'
import { EventsSection } from '../events/events-section.tsx'
import { ChangesSection } from '../inflections/changes-section.tsx'

/** Events, changes of level, and separately where sources begin and end. */
const HappenedTab = ({ report, range: { first, last } }: TabProps) => (
  <>
    <EventsSection events={report.events} first={first} last={last} />
    <ChangesSection inflections={report.inflections} first={first} last={last} />
    <CoverageEdges volume={report.volume} firstDay={report.firstDay} />
  </>
)

const contents: Record<ReportTab, ComponentType<TabProps>> = {
  happened: HappenedTab,
  said: laterParts.SaidTab,
  who: laterParts.WhoTab,
  where: laterParts.WhereTab,
  outlook: laterParts.OutlookTab,
  evidence: laterParts.EvidenceTab,
}

interface TabPanelProps extends TabProps {
  tab: ReportTab
  /** Whether the chosen days are still being counted. */
  isCounting: boolean
}

/** The content of the open tab; the others are not mounted, except in print, which has no tabs. */
export const TabPanel = ({ tab, isCounting, ...props }: TabPanelProps) => {
  const Content = contents[tab]
  const isPrinting = usePrinting()
  const panel = useRef<HTMLDivElement>(null)
  const before = useRef(tab)
  useEffect(() => {
    if (before.current === tab) return
    before.current = tab
    // After scrolling far down in another tab, this one starts at its top.
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
              <Suspense fallback={<TabSkeleton />}>
                <Part {...props} />
              </Suspense>
            </Fragment>
          )
        })
      ) : (
        <Suspense key={tab} fallback={<TabSkeleton />}>
          <Content {...props} />
        </Suspense>
      )}
    </div>
  )
}

const TabSkeleton = () => (
  <SkeletonGroup name="this part" gap={16}>
    <Skeleton height={24} width={180} />
    <Skeleton height={240} radius="md" />
  </SkeletonGroup>
)
