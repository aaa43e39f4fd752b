import { MantineProvider } from '@mantine/core'
import { render, fireEvent, screen } from '@testing-library/react'
import { expect, test, beforeEach, vi } from 'vitest'
import { Facets } from './facets.tsx'
import { LineLabels } from './line-chart.tsx'
import { lineStyleAt } from './legend.tsx'
import { RangeStrip, type StripRange } from './range-strip.tsx'
import { inputPauseMs } from '../date-input.tsx'

const lines = ['electric cars', 'oat milk'].map((label, index) => ({
  key: label,
  label,
  style: lineStyleAt(index),
  values: [1, 2, 3],
}))

test('lines are labelled beside the plot, or inside it on a phone', () => {
  const renderLabels = (width: number, isNarrow: boolean) =>
    render(
      <svg>
        <LineLabels
          lines={lines}
          scale={{ min: 0, max: 3, ticks: [0, 3] }}
          plot={{ left: 48, top: 10, width, height: 280 }}
          x={48 + width + 6}
          letters={17}
          isNarrow={isNarrow}
        />
      </svg>,
    ).container.querySelectorAll('text')
  const narrow = [...renderLabels(262, true)]
  expect(narrow.map(({ textContent }) => textContent)).toEqual(['electric cars', 'oat milk'])
  // Right-aligned, and left of the end of the plot.
  expect(narrow.every((text) => text.getAttribute('text-anchor') === 'end' && Number(text.getAttribute('x')) < 0)).toBe(
    true,
  )
  expect([...renderLabels(900, false)].every((text) => text.getAttribute('text-anchor') === 'start')).toBe(true)
})

const onChange = vi.fn<StripRange['onChange']>()

beforeEach(() => {
  onChange.mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

const renderStrip = () => {
  const { container } = render(
    <RangeStrip values={[1, 2, 3]} days={100} range={[0, 99]} nameOf={(day) => `day ${day}`} onChange={onChange} />,
  )
  const strip = container.firstElementChild
  if (!strip) throw new Error('nothing was rendered')
  vi.spyOn(strip, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 1000 } as DOMRect)
  return strip
}

test('dragging selects days once, on release', () => {
  const strip = renderStrip()
  fireEvent.pointerDown(strip, { clientX: 300, pointerId: 1 })
  for (let x = 301; x <= 500; x += 1) fireEvent.pointerMove(strip, { clientX: x, pointerId: 1 })
  vi.advanceTimersByTime(10 * inputPauseMs)
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.pointerUp(strip, { clientX: 500, pointerId: 1 })
  expect(onChange.mock.calls).toEqual([[[30, 50]]])
})

test('keys select days once, after a pause', () => {
  renderStrip()
  const handle = screen.getByRole('slider', { name: 'First day shown' })
  for (let press = 0; press < 20; press += 1) fireEvent.keyDown(handle, { key: 'ArrowRight' })
  expect(handle.getAttribute('aria-valuetext')).toBe('day 20')
  vi.advanceTimersByTime(inputPauseMs - 1)
  expect(onChange).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onChange.mock.calls).toEqual([[[20, 99]]])
})

test('moving the focus away applies the selection', () => {
  renderStrip()
  const handle = screen.getByRole('slider', { name: 'Last day shown' })
  fireEvent.keyDown(handle, { key: 'ArrowLeft' })
  fireEvent.blur(handle)
  expect(onChange.mock.calls).toEqual([[[0, 98]]])
})

const renderFacets = (onOpen: (index: number, key: string) => void) => {
  const facet = { note: '', color: 'var(--chart-1)' }
  const { container } = render(
    <MantineProvider env="test">
      <Facets
        label="Posts"
        facets={[
          { ...facet, key: 'news', title: 'News', values: [1, null, null] },
          { ...facet, key: 'posts', title: 'Forum posts', values: [5, null, 3] },
        ]}
        titles={['May', 'June', 'July']}
        ends={['May', 'July']}
        mark="line"
        valueFormat={String}
        onSelect={() => {}}
        onOpen={onOpen}
      />
    </MantineProvider>,
  )
  return container
}

test('Enter opens the documents of the facet that is largest there, and nothing where nothing is known', () => {
  const onOpen = vi.fn<(index: number, key: string) => void>()
  renderFacets(onOpen)
  const slider = screen.getByRole('slider', { name: /Enter zooms in on a selected span, or opens the documents/ })
  fireEvent.focus(slider)
  for (const key of ['Home', 'Enter', 'ArrowRight', 'Enter', 'ArrowRight', 'Enter']) fireEvent.keyDown(slider, { key })
  expect(onOpen.mock.calls).toEqual([
    [0, 'posts'],
    [2, 'posts'],
  ])
})

test('a value between two gaps is drawn', () => {
  const paths = [...renderFacets(() => {}).querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '')
  expect(paths).toContainEqual(expect.stringMatching(/^M0\.50 [\d.]+h0\.01M2\.50 [\d.]+h0\.01$/))
})
