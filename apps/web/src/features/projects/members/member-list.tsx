import { ActionIcon, Tooltip } from '@mantine/core'
import { IconGripVertical, IconX } from '@tabler/icons-react'
import type { Portfolio, Project } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { usePicture } from '../../../lib/files/pictures.tsx'
import { Picture } from '../../../ui/picture.tsx'
import classes from '../projects.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface MemberListProps {
  members: Project['portfolios']
  /** Portfolios that the person can see, for their names. */
  portfolios: readonly Portfolio[]
  onMove: (from: number, to: number) => void
  onRemove: (id: string, title: string) => void
}

/** Portfolios to open, to reorder by dragging or with the arrow keys on a handle, and to remove. */
export const MemberList = ({ members, portfolios, onMove, onRemove }: MemberListProps) => {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const titleOf = (id: string) => portfolios.find((portfolio) => portfolio.id === id)?.title ?? 'A portfolio'
  const move = (from: number, to: number) => {
    const member = members[from]
    if (!member || to < 0 || to >= members.length || to === from) return
    onMove(from, to)
    setAnnouncement(`${titleOf(member.id)} is number ${to + 1} of ${members.length}.`)
  }
  const handleKey = (event: KeyboardEvent, index: number) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: members.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(index, to)
    // the handle moves with its row, so the next press moves it further
    const bounded = Math.max(0, Math.min(members.length - 1, to))
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-handle]')[bounded]?.focus())
  }
  return (
    <>
      <ul ref={list} className={surfaces.lines} aria-label="Portfolios of the project">
        {members.map(({ id }, index) => {
          const title = titleOf(id)
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handle does the same with keys
            <li
              key={id}
              className={classes.member}
              draggable={dragged === index}
              data-over={
                over === index && dragged !== null && dragged !== index
                  ? dragged < index
                    ? 'below'
                    : 'above'
                  : undefined
              }
              onDragOver={(event) => {
                if (dragged === null) return
                event.preventDefault()
                setOver(index)
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== null) move(dragged, index)
                setDragged(null)
                setOver(null)
              }}
              onDragEnd={() => {
                setDragged(null)
                setOver(null)
              }}
            >
              <Tooltip label="Drag, or use the arrow keys">
                <ActionIcon
                  className={classes.handle}
                  aria-label={`Order ${title}: number ${index + 1} of ${members.length}`}
                  data-handle
                  onPointerDown={() => setDragged(index)}
                  onPointerUp={() => setDragged(null)}
                  onKeyDown={(event) => handleKey(event, index)}
                >
                  <IconGripVertical size={17} stroke={1.7} aria-hidden />
                </ActionIcon>
              </Tooltip>
              <MemberPicture portfolio={portfolios.find((portfolio) => portfolio.id === id)} title={title} />
              <span className={classes.membersWords}>
                <Link
                  to="/portfolios/$portfolioId"
                  params={{ portfolioId: id }}
                  className={`${textStyles.plain} ${textStyles.strong} ${textStyles.breakable} ${classes.membersLink}`}
                >
                  {title}
                </Link>
                <span className={textStyles.note}>
                  {formatPlural(portfolios.find((portfolio) => portfolio.id === id)?.trendCount ?? 0, 'trend')}
                </span>
              </span>
              <Tooltip label="Remove">
                <ActionIcon aria-label={`Remove ${title}`} onClick={() => onRemove(id, title)}>
                  <IconX size={16} stroke={1.8} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          )
        })}
      </ul>
      <span className={textStyles.hidden} role="status">
        {announcement}
      </span>
    </>
  )
}

const MemberPicture = ({ portfolio, title }: { portfolio: Portfolio | undefined; title: string }) => {
  const picture = usePicture(portfolio?.image ?? null)
  return <Picture content={picture} title={title} size="small" />
}
