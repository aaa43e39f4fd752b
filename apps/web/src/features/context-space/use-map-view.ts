import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type MapSize, type MapView, panBy, wholeMap, zoomAt } from './map-view.ts'

/** Pixels from which a press is a drag and no click. */
const dragFrom = 4

/**
 * Pan and zoom of a picture: dragged by pointer, zoomed by the wheel with Ctrl or by pinching a trackpad, so that a page with
 * the map in it still scrolls.
 */
export const useMapView = (ref: RefObject<SVGSVGElement | null>, size: MapSize) => {
  const [view, setView] = useState<MapView>(wholeMap)
  const pressed = useRef<{ x: number; y: number; dragged: boolean } | null>(null)

  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    // React listens passively, which could not keep the browser from zooming the page
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
