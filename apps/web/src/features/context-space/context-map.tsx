import { ActionIcon, Stack } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ContextPoint, ContextSpace } from '@auspex/sdk'
import {
  type KeyboardEvent,
  memo,
  useId,
  useMemo,
  useRef,
  useState,
  type PointerEvent,
  type RefObject,
  useEffect,
} from 'react'
import { formatFactor, formatPlural } from '../../lib/numbers/format.ts'
import { useWidth } from '../../ui/use-width.ts'
import {
  colourOf,
  type Colouring,
  bringInside,
  chooseLabels,
  type Direction,
  nextInDirection,
  type PlacedPoint,
  toScreen,
  type MapSize,
  type MapView,
  panBy,
  wholeMap,
  zoomAt,
} from './map-view.ts'
import classes from './context-space.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** The distance in pixels from which a press is a drag instead of a click. */
const dragFrom = 4

/**
 * Pan and zoom of a picture: dragged by pointer, zoomed by the wheel with Ctrl or by pinching a trackpad, so that a page with
 * the map in it still scrolls.
 */
const useMapView = (ref: RefObject<SVGSVGElement | null>, size: MapSize) => {
  const [view, setView] = useState<MapView>(wholeMap)
  const pressed = useRef<{ x: number; y: number; dragged: boolean } | null>(null)

  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    // React's wheel listeners are passive and could not keep the browser from zooming the page
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      setView((before) => zoomAt(before, Math.exp(-event.deltaY / 250), at))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [ref])

  const zoomBy = (factor: number) =>
    setView((before) => zoomAt(before, factor, { x: size.width / 2, y: size.height / 2 }))

  return {
    view,
    setView,
    zoomBy,
    reset: () => setView(wholeMap),
    /** Whether the press that ends now was a drag. */
    wasDragged: () => pressed.current?.dragged ?? false,
    handlers: {
      onPointerDown: ({ clientX, clientY }: PointerEvent) => {
        pressed.current = { x: clientX, y: clientY, dragged: false }
      },
      onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
        const press = pressed.current
        if (press === null || buttons === 0) return
        const [dx, dy] = [clientX - press.x, clientY - press.y]
        if (!press.dragged && Math.hypot(dx, dy) < dragFrom) return
        pressed.current = { x: clientX, y: clientY, dragged: true }
        setView((before) => panBy(before, dx, dy, size))
      },
    },
  }
}

interface ContextMapProps {
  space: ContextSpace
  colouring: Colouring
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  onOpen: (point: ContextPoint) => void
  onRemove: (point: ContextPoint) => void
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** The contexts of a signal as a map: related contexts are close together, size is the number of documents, lines are shared documents. */
export const ContextMap = ({ space, colouring, selected, onSelect, onOpen, onRemove }: ContextMapProps) => {
  const { ref: frame, width } = useWidth<HTMLDivElement>(900)
  const picture = useRef<SVGSVGElement>(null)
  const size = useMemo(() => ({ width, height: Math.round(Math.min(640, Math.max(380, width * 0.6))) }), [width])
  const { view, setView, zoomBy, reset, wasDragged, handlers } = useMapView(picture, size)
  const [hovered, setHovered] = useState<string>()
  const prefix = useId()
  const screenPoints = useMemo(() => toScreen(space.contexts, view, size), [space.contexts, view, size])
  const focus = hovered ?? selected
  const near = useMemo(() => neighboursOf(space, focus), [space, focus])
  const isFaint = (id: string) => focus !== undefined && id !== focus && !near.has(id)
  const labels = useMemo(
    () => chooseLabels(screenPoints, size, new Set([hovered, selected].filter((id) => id !== undefined))),
    [screenPoints, size, hovered, selected],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = arrows[event.key]
    const current = screenPoints.find(({ point }) => point.id === selected)
    if (direction !== undefined) {
      const next = nextInDirection(screenPoints, selected, direction)
      if (next) {
        onSelect(next.point.id)
        setView((before) => bringInside(before, next, size))
      }
    } else if (event.key === 'Enter' && current) onOpen(current.point)
    else if (event.key === 'Delete' && current) onRemove(current.point)
    else if (event.key === 'Escape') onSelect(undefined)
    else if (event.key === '+' || event.key === '=') zoomBy(1.5)
    else if (event.key === '-') zoomBy(1 / 1.5)
    else if (event.key === '0') reset()
    else return
    event.preventDefault()
  }

  return (
    <div className={`${surfaces.panel} ${classes.frame}`} ref={frame}>
      <svg
        ref={picture}
        className={classes.map}
        width={size.width}
        height={size.height}
        role="listbox"
        tabIndex={0}
        aria-label={`Map of the contexts of ${space.title}`}
        aria-activedescendant={selected === undefined ? undefined : `${prefix}${selected}`}
        onKeyDown={onKeyDown}
        data-zoomed={view.zoom > 1}
        {...handlers}
        onClick={(event) => event.target === event.currentTarget && !wasDragged() && onSelect(undefined)}
      >
        <Links space={space} placed={screenPoints} focus={focus} />
        {screenPoints.map(({ point, x, y, radius }) => (
          <g
            key={point.id}
            id={`${prefix}${point.id}`}
            role="option"
            aria-selected={point.id === selected}
            aria-label={nameOf(point)}
            className={classes.point}
            data-selected={point.id === selected}
            data-faint={isFaint(point.id)}
            onPointerEnter={() => setHovered(point.id)}
            onPointerLeave={() => setHovered(undefined)}
            onClick={() => !wasDragged() && onSelect(point.id)}
            onDoubleClick={() => onOpen(point)}
          >
            <circle cx={x} cy={y} r={Math.max(12, radius)} fill="transparent" />
            <circle className={classes.dot} cx={x} cy={y} r={radius} style={{ color: colourOf(point, colouring) }} />
          </g>
        ))}
        <PointLabels placed={screenPoints} labels={labels} isFaint={isFaint} />
      </svg>
      <ZoomButtons zoom={view.zoom} onZoom={zoomBy} onReset={reset} />
    </div>
  )
}

interface PointLabelsProps {
  placed: readonly PlacedPoint[]
  labels: ReturnType<typeof chooseLabels>
  isFaint: (id: string) => boolean
}

/** The names of contexts, above every dot: a half-covered label is unreadable. */
const PointLabels = ({ placed, labels, isFaint }: PointLabelsProps) => (
  <g
    fill="var(--ink)"
    fontSize={13}
    fontWeight={550}
    paintOrder="stroke"
    pointerEvents="none"
    stroke="var(--surface)"
    strokeLinejoin="round"
    strokeWidth={4}
    aria-hidden
  >
    {placed.map(({ point }) => {
      const label = labels.get(point.id)
      return (
        label && (
          <text key={point.id} opacity={isFaint(point.id) ? 0.35 : 1} x={label.x} y={label.y} textAnchor="middle">
            {point.label}
          </text>
        )
      )
    })}
  </g>
)

interface ZoomButtonsProps {
  zoom: number
  onZoom: (factor: number) => void
  onReset: () => void
}

const ZoomButtons = ({ zoom, onZoom, onReset }: ZoomButtonsProps) => (
  <Stack pos="absolute" top={12} right={12} gap={6} role="group" aria-label="Zoom">
    <ActionIcon variant="default" aria-label="Zoom in" onClick={() => onZoom(1.5)}>
      <IconPlus size={16} aria-hidden />
    </ActionIcon>
    <ActionIcon variant="default" aria-label="Zoom out" disabled={zoom === 1} onClick={() => onZoom(1 / 1.5)}>
      <IconMinus size={16} aria-hidden />
    </ActionIcon>
    <ActionIcon variant="default" aria-label="Show the whole map" disabled={zoom === 1} onClick={onReset}>
      <IconFocusCentered size={16} aria-hidden />
    </ActionIcon>
  </Stack>
)

const nameOf = ({ label, stories, association }: ContextPoint) =>
  `${label}, ${formatPlural(stories, 'piece')}, ${formatFactor(association.value)} times as likely as elsewhere`

const neighboursOf = ({ links }: ContextSpace, id: string | undefined): ReadonlySet<string> =>
  new Set(
    links
      .filter(({ source, target }) => source === id || target === id)
      .map(({ source, target }) => (source === id ? target : source)),
  )

interface LinksProps {
  space: ContextSpace
  placed: readonly PlacedPoint[]
  focus: string | undefined
}

/** The lines between contexts: all of them faint, those of the focused context clear. */
const Links = memo(({ space, placed, focus }: LinksProps) => {
  const at = new Map(placed.map((disc) => [disc.point.id, disc]))
  return (
    <g aria-hidden>
      {space.links.map(({ source, target, weight }) => {
        const [from, to] = [at.get(source), at.get(target)]
        if (from === undefined || to === undefined) return null
        const isOfFocus = focus === source || focus === target
        return (
          <line
            key={`${source} ${target}`}
            stroke={isOfFocus ? 'var(--accent)' : 'var(--ink-3)'}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            strokeWidth={1 + 3 * weight}
            // Not the opacity of the element: each would be a layer, and hundreds of layers darken what is below them.
            strokeOpacity={isOfFocus ? 0.9 : focus === undefined ? 0.12 + 0.24 * weight : 0.06}
          />
        )
      })}
    </g>
  )
})
