import { getRouteApi } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type ReportTab, reportTabs, tabOfKey, toTabSearch } from './report-tabs.ts'
import classes from '../report.module.css'
import textStyles from '../../../ui/text-styles.module.css'

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
