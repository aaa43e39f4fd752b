import { getRouteApi } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, type ComponentType, Fragment, Suspense } from 'react'
import { Skeleton } from '@mantine/core'
import type { SignalReport } from '@auspex/sdk'
import type { SeriesRange } from '../series/use-series.ts'
import type { ReportSearch } from '../signals.search.ts'
import { laterParts } from '../later-parts.tsx'
import { SkeletonGroup } from '../placeholders.tsx'
import { usePrinting } from '../export/use-printing.ts'
import { CoverageEdges } from '../coverage/coverage-edges.tsx'
import { KindFacets } from '../series/kind-facets.tsx'
import { EventsSection } from '../events/events-section.tsx'
import { ChangesSection } from '../inflections/changes-section.tsx'
import classes from '../report.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

/** What every tab gets. */
export interface TabProps {
  /** The report of all days. */
  report: SignalReport
  /** The report of the chosen days; the same if none are chosen. */
  days: SignalReport
  range: SeriesRange
}

/** A part of the report under its chart. */
type ReportTab = NonNullable<ReportSearch['tab']> | 'happened'

const reportTabs: readonly { readonly key: ReportTab; readonly title: string }[] = [
  { key: 'happened', title: 'What happened' },
  { key: 'said', title: 'What is said' },
  { key: 'who', title: 'Who' },
  { key: 'where', title: 'Where and with what' },
  { key: 'outlook', title: 'Outlook' },
  { key: 'evidence', title: 'Evidence and method' },
]

/** The first tab needs no search parameter. */
const toTabSearch = (tab: ReportTab): ReportSearch['tab'] => (tab === 'happened' ? undefined : tab)

const steps: Record<string, (index: number) => number> = {
  ArrowRight: (index) => (index + 1) % reportTabs.length,
  ArrowLeft: (index) => (index + reportTabs.length - 1) % reportTabs.length,
  Home: () => 0,
  End: () => reportTabs.length - 1,
}

/** The tab that a key moves to; undefined for keys that do not move. */
const tabOfKey = (key: string, current: ReportTab): ReportTab | undefined => {
  const index = steps[key]?.(reportTabs.findIndex((tab) => tab.key === current))
  return index === undefined ? undefined : reportTabs[index]?.key
}

const route = getRouteApi('/signals/$signalId')

/** The tabs of a report. Each is a link, so that it can be copied; the arrow keys move between them. */
export const TabList = ({ current }: { current: ReportTab }) => {
  const navigate = route.useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    // Notified after the next layout: reading it earlier would force a layout of the whole report.
    const observer = new ResizeObserver(() => {
      keepInView(element, current)
      observer.disconnect()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [current])
  const move = (event: KeyboardEvent) => {
    const next = tabOfKey(event.key, current)
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
    void navigate({
      to: '.',
      search: (search) => ({ ...search, tab: toTabSearch(next) }),
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <div className={classes.bar}>
      <div className={classes.list} role="tablist" aria-label="Parts of the report" ref={list}>
        {reportTabs.map(({ key, title }) => {
          const isCurrent = key === current
          return (
            <route.Link
              key={key}
              id={`tab-${key}`}
              role="tab"
              to="."
              search={(search) => ({ ...search, tab: toTabSearch(key) })}
              replace
              resetScroll={false}
              preload={false}
              aria-selected={isCurrent}
              aria-controls={isCurrent ? 'report-panel' : undefined}
              tabIndex={isCurrent ? 0 : -1}
              onKeyDown={move}
              className={`${textStyles.text} ${classes.tab}`}
            >
              {title}
            </route.Link>
          )
        })}
      </div>
    </div>
  )
}

/** Scrolls only the list: scrollIntoView would also move the page. */
const keepInView = (list: HTMLElement, current: ReportTab): void => {
  const tab = list.querySelector<HTMLElement>(`#tab-${current}`)
  if (tab && list.scrollWidth > list.clientWidth)
    list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}

/** Events, the kinds of sources, changes of level, and separately where sources begin and end. */
const HappenedTab = ({ report, range }: TabProps) => (
  <>
    <EventsSection events={report.events} first={range.first} last={range.last} />
    <KindFacets report={report} range={range} />
    <ChangesSection inflections={report.inflections} first={range.first} last={range.last} />
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
