import { type KeyboardEvent, useEffect, useRef } from 'react'
import classes from './report-sections.module.css'
import { useSectionInView } from './use-section-in-view.ts'
import textStyles from '../../ui/text-styles.module.css'

const sections = [
  { id: 'summary', title: 'Summary' },
  { id: 'series', title: 'Over time' },
  { id: 'forecast', title: 'Forecast' },
  { id: 'documents', title: 'Documents' },
  { id: 'narratives', title: 'Narratives' },
  { id: 'voices', title: 'Voices' },
  { id: 'places', title: 'Places' },
  { id: 'audience', title: 'Audience' },
  { id: 'contexts', title: 'Contexts' },
  { id: 'coverage', title: 'Coverage' },
]

const ids = sections.map(({ id }) => id)

/** The parts of the report, always within reach: a rail beside them, or a bar above them where the window is narrow. */
export const ReportSections = () => {
  const { current, choose } = useSectionInView(ids)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (list.current) keepInView(list.current, current)
  }, [current])
  return (
    <nav className={classes.bar} aria-label="Sections of the report">
      <ul className={classes.list} ref={list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              className={`${textStyles.text} ${classes.link}`}
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => choose(id)}
              onKeyDown={moveByArrows}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The bar is scrolled by itself: scrollIntoView would move the page under its reader. */
const keepInView = (list: HTMLElement, current: string): void => {
  const link = list.querySelector<HTMLElement>(`[href="#${current}"]`)
  if (link && list.scrollWidth > list.clientWidth)
    list.scrollLeft = link.offsetLeft - list.offsetLeft - (list.clientWidth - link.offsetWidth) / 2
}

const toNeighbour: Record<string, (item: Element) => Element | null | undefined> = {
  ArrowDown: (item) => item.nextElementSibling,
  ArrowRight: (item) => item.nextElementSibling,
  ArrowUp: (item) => item.previousElementSibling,
  ArrowLeft: (item) => item.previousElementSibling,
  Home: (item) => item.parentElement?.firstElementChild,
  End: (item) => item.parentElement?.lastElementChild,
}

/** Every link is in the tab order; the arrows are a quicker way from one to the next. */
const moveByArrows = (event: KeyboardEvent<HTMLAnchorElement>): void => {
  const item = event.currentTarget.parentElement
  const next = item && toNeighbour[event.key]?.(item)?.querySelector('a')
  if (!next) return
  event.preventDefault()
  next.focus()
}
