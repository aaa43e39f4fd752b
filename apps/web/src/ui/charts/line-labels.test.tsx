import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LineLabels } from './line-chart.tsx'
import { lineStyleAt } from './line-style.ts'

const lines = ['electric cars', 'oat milk'].map((label, index) => ({
  key: label,
  label,
  style: lineStyleAt(index),
  values: [1, 2, 3],
}))

test('lines are named beside the plot, and inside of it where a phone has no room beside', () => {
  const draw = (width: number, isNarrow: boolean) =>
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
  const narrow = [...draw(262, true)]
  expect(narrow.map(({ textContent }) => textContent)).toEqual(['electric cars', 'oat milk'])
  // Right-aligned, and left of the end of the plot.
  expect(narrow.every((text) => text.getAttribute('text-anchor') === 'end' && Number(text.getAttribute('x')) < 0)).toBe(
    true,
  )
  expect([...draw(900, false)].every((text) => text.getAttribute('text-anchor') === 'start')).toBe(true)
})
