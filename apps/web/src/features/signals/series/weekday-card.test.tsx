import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WeekdayCard } from './weekday-card.tsx'

const show = (sunday: { level: number; low: number; high: number }) => {
  const days = Array.from({ length: 7 }, (_, at) => ({ weekday: at + 1, level: 1, low: 0.8, high: 1.2, documents: 9 }))
  const weekdays = days.map((day) => (day.weekday === 7 ? { ...day, ...sunday } : day))
  const profile = { weekdays, repeats: false, weeks: 30, method: '', reason: null }
  return render(
    <MantineProvider>
      <WeekdayCard profile={profile} />
    </MantineProvider>,
  )
}

test('a weekday that differs in the figures is not told as the same', () => {
  show({ level: 0.5, low: 0.33, high: 0.68 })
  expect(screen.getByText(/^Sunday differs from a usual day, but the pattern does not return/)).toBeTruthy()
})

test('where none differs, no weekday stands out', () => {
  show({ level: 0.9, low: 0.7, high: 1.1 })
  expect(screen.getByText(/^No weekday stands out more than chance allows/)).toBeTruthy()
})
