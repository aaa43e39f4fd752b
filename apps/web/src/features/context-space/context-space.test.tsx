import type { ContextPoint } from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import {
  getContextSnippetsMockHandler,
  getContextSnippetsResponseMock,
  getContextSpaceMockHandler,
  getContextSpaceResponseMock,
  listContextSpacesMockHandler,
} from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import {
  bringInside,
  chooseLabels,
  labelWidth,
  nextInDirection,
  panBy,
  toScreen,
  wholeMap,
  zoomAt,
} from './map-view.ts'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const point = (id: string, x: number, y: number, documents = 10): ContextPoint => ({
  id,
  label: `label ${id}`,
  kind: 'term',
  x,
  y,
  stories: documents,
  documents,
  association: { value: 2, low: 1.5, high: 3, n: 100, method: '' },
  toneMean: null,
  cluster: 0,
})

const size = { width: 800, height: 500 }
const points = [
  point('a', 0, 0, 40),
  point('b', 0.002, 0),
  point('c', 0.9, 0),
  point('d', 0, 0.9),
  point('e', -0.9, -0.9),
]
const none = new Set<string>()

describe('the map on the screen', () => {
  test('up on the map is up on the screen, and four times the documents are four times the area', () => {
    const [a, , c, d] = toScreen(points, wholeMap, size)
    expect(d?.y).toBeLessThan(a?.y ?? 0)
    expect(c?.x).toBeGreaterThan(a?.x ?? 0)
    expect((a?.radius ?? 0) - 4).toBeCloseTo(2 * ((c?.radius ?? 0) - 4), 6)
  })

  test('labels without room appear when zoomed in; the selected context is always labelled', () => {
    const far = toScreen(points, wholeMap, size)
    expect([...chooseLabels(far, size, none).keys()]).toEqual(['a', 'c', 'd', 'e'])
    expect(chooseLabels(far, size, new Set(['b'])).has('b')).toBe(true)
    const near = toScreen(points, zoomAt(wholeMap, 8, { x: 400, y: 250 }), size)
    expect(chooseLabels(near, size, none).has('b')).toBe(true)
  })

  test('a label goes around the dots of others instead of under them', () => {
    const [above, below] = toScreen([point('a', 0, 0), point('b', 0, -0.06)], wholeMap, size)
    if (above === undefined || below === undefined) throw new Error('the map has both')
    const labels = chooseLabels([above, below], size, none)
    expect(labels.get('a')?.y).toBeLessThan(above.y)
    expect(labels.get('b')?.y).toBeGreaterThan(below.y)
  })

  test('the largest dots are labelled even without free space, also on a phone', () => {
    // One large dot between small ones that leave no space for a label around it.
    const crowd = Array.from({ length: 24 }, (_, index) =>
      point(`small ${index}`, 0.35 * Math.cos((index * Math.PI) / 12), 0.12 * Math.sin((index * Math.PI) / 12), 2),
    )
    const phone = { width: 328, height: 380 }
    const placed = toScreen([...crowd, { ...point('large', 0, 0, 90), label: 'charging at home' }], wholeMap, phone)
    expect(chooseLabels(placed, phone, none).has('large')).toBe(true)
  })

  test('the label of a large dot at the edge stays inside the picture', () => {
    const phone = { width: 328, height: 380 }
    const placed = toScreen([{ ...point('large', 1, 0, 90), label: 'a rather long name of a place' }], wholeMap, phone)
    const label = chooseLabels(placed, phone, none).get('large')
    if (label === undefined) throw new Error('the largest dot has a label')
    expect(label.x + labelWidth('a rather long name of a place') / 2).toBeLessThanOrEqual(phone.width)
  })

  test('zooming keeps the point under the pointer, and stops at the whole map', () => {
    const at = { x: 300, y: 200 }
    const near = zoomAt(wholeMap, 2, at)
    expect((at.x - near.x) / near.zoom).toBe(300)
    expect(zoomAt(near, 0.1, at)).toEqual(wholeMap)
  })

  test('the map cannot be pushed off the screen', () => {
    expect(panBy(wholeMap, 500, -500, size)).toEqual(wholeMap)
    const near = zoomAt(wholeMap, 2, { x: 0, y: 0 })
    expect(panBy(near, -5_000, 0, size).x).toBe(-800)
  })

  test('arrows go to the nearest context in their direction', () => {
    const placed = toScreen(points, wholeMap, size)
    expect(nextInDirection(placed, 'a', 'right')?.point.id).toBe('b')
    expect(nextInDirection(placed, 'b', 'right')?.point.id).toBe('c')
    expect(nextInDirection(placed, 'a', 'up')?.point.id).toBe('d')
    expect(nextInDirection(placed, 'c', 'right')).toBeNull()
    expect(nextInDirection(placed, undefined, 'left')?.point.id).toBe('a')
  })

  test('the selected context is scrolled into view', () => {
    const near = zoomAt(wholeMap, 4, { x: 0, y: 0 })
    const [, , c] = toScreen(points, near, size)
    if (c === undefined) throw new Error('the map has it')
    const moved = toScreen(points, bringInside(near, c, size), size)[2]
    expect(moved?.x).toBeLessThanOrEqual(800)
  })
})

const [context] = getContextSpaceResponseMock().contexts

const openContext = () => {
  server.use(listContextSpacesMockHandler(), getContextSpaceMockHandler())
  return renderApp(`/signals/sig_k2m4p6q8/contexts?context=${context?.id}`)
}

describe('the selected context', () => {
  test('shows its passages with the matches highlighted, each linking to its document', async () => {
    const requests: string[] = []
    server.use(
      getContextSnippetsMockHandler(async ({ request }) => {
        requests.push(await request.text())
        return getContextSnippetsResponseMock()
      }),
    )
    openContext()
    const passages = within(await screen.findByRole('list', { name: 'Passages with barista' }))
    expect(passages.getByText('Oat milk', { selector: 'mark' }).parentElement?.textContent).toBe('Oat milk prices rise')
    expect(passages.getByRole('link').getAttribute('href')).toBe('/signals/sig_k2m4p6q8?docs=all&ids=doc_3k9f2m')
    expect(new URLSearchParams(requests[0]).get('x_term')).toBe('"barista"')
  })

  test('says if no document contains those words', async () => {
    server.use(getContextSnippetsMockHandler({ items: [] }))
    openContext()
    expect(await screen.findByText(/only use other words for it/)).toBeTruthy()
  })
})
