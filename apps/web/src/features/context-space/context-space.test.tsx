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
import { labelDiscs, placeDiscs, placeDots, textWidth, toLines } from './narrative-labels.ts'
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

describe('the map of narratives', () => {
  const narrative = (at: number, disc: { x: number; y: number; radius: number }) => ({
    id: `nar_${at}`,
    label: `A narrative about subject ${at}`,
    documents: 10 * at,
    share: 0.1,
    toneMean: null,
    ...disc,
  })
  const twelve = Array.from({ length: 12 }, (_, at) =>
    narrative(at, { x: 0.8 * Math.cos(at / 2), y: 0.8 * Math.sin(at / 2), radius: 0.1 + 0.005 * at }),
  )

  test.each([
    ['a desktop', { width: 900, height: 560 }],
    ['a phone', { width: 328, height: 420 }],
  ])('discs are whole and labels do not overlap on %s', (_, screenSize) => {
    const discs = placeDiscs(twelve, screenSize)
    for (const { x, y, radius } of discs) {
      expect(x - radius).toBeGreaterThan(0)
      expect(x + radius).toBeLessThan(screenSize.width)
      expect(y - radius).toBeGreaterThan(0)
      expect(y + radius).toBeLessThan(screenSize.height)
    }
    const boxes = [...labelDiscs(discs, screenSize).values()].map(({ lines, x, y }) => {
      const half = Math.max(...lines.map(textWidth)) / 2
      return { left: x - half, right: x + half, top: y - 11, bottom: y - 11 + 15 * lines.length }
    })
    expect(boxes.length).toBeGreaterThanOrEqual(screenSize.width < 560 ? 0 : 2)
    boxes.forEach((box, at) => {
      const overlapping = boxes
        .slice(at + 1)
        .filter(
          (other) =>
            box.left <= other.right && other.left <= box.right && box.top <= other.bottom && other.top <= box.bottom,
        )
      expect(overlapping).toEqual([])
    })
  })

  test('dots of documents are in the disc of their narrative', () => {
    const [first] = twelve
    if (first === undefined) throw new Error('there are twelve')
    const documents = [{ id: 'doc_a', title: 'a', narrativeId: first.id, x: first.x + first.radius, y: first.y }]
    const discs = placeDiscs(twelve, size)
    const [dot] = placeDots({ narratives: twelve, documents }, discs)
    const [disc] = discs
    expect(Math.hypot((dot?.x ?? 0) - (disc?.x ?? 0), (dot?.y ?? 0) - (disc?.y ?? 0))).toBeCloseTo(disc?.radius ?? 0, 6)
  })

  test('a long name is cut after two lines, also in a script without spaces', () => {
    const english = toLines('An extraordinarily long headline about everything that happened on that day')
    const chinese = toLines('这是一个很长的标题它没有空格但是需要在地图上显示出来所以必须分成两行并且截断')
    for (const lines of [english, chinese]) {
      expect(lines).toHaveLength(2)
      expect(lines[1]).toMatch(/…$/)
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(150)
    }
    expect(toLines('Short')).toEqual(['Short'])
  })

  test('opens the documents of a narrative from the map and from its table, and says why there is none', async () => {
    const space = {
      ...getContextSpaceResponseMock(),
      signalId: 'sig_k2m4p6q8',
      narratives: [narrative(1, { x: 0, y: 0, radius: 0.3 })],
      documents: [],
    }
    server.use(
      listContextSpacesMockHandler({
        items: [
          {
            id: 'cs_o1m2k3',
            signalId: 'sig_k2m4p6q8',
            title: 'oat milk',
            contexts: 1,
            createdAt: '2026-11-21T08:00:00Z',
            updatedAt: '2026-11-21T08:00:00Z',
          },
        ],
        page: { page: 1, perPage: 1, total: 1, totalPages: 1, nextCursor: null },
      }),
      getContextSpaceMockHandler(space),
    )
    const { user } = renderApp('/signals/sig_k2m4p6q8/contexts?of=narratives')
    await user.click(await screen.findByRole('button', { name: /A narrative about subject 1/ }))
    const opening = await screen.findByRole('link', { name: 'Open its documents' })
    expect(opening.getAttribute('href')).toContain('narrative=nar_1')
    await user.click(screen.getByRole('radio', { name: 'List' }))
    const link = await screen.findByRole('link', { name: 'Open 10 documents of A narrative about subject 1' })
    expect(link.getAttribute('href')).toContain('narrative=nar_1')
    server.use(getContextSpaceMockHandler({ ...space, narratives: [] }))
  })
})
