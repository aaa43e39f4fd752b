import {
  getScoreboardMockHandler,
  getScoreboardMockHandler500,
  getScoreboardResponseMock,
  listForecastsMockHandler,
} from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const example = getScoreboardResponseMock()

beforeEach(() => server.use(getScoreboardMockHandler(), listForecastsMockHandler()))

describe('scoreboard', () => {
  test('shows the actual scores beside the back-test and the naive model', async () => {
    renderApp('/scoreboard')
    const scores = within(await screen.findByRole('table', { name: 'Scores by model and horizon' }))
    const cells = scores.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells.slice(0, 6)).toEqual(['14', '96', '52, 728 days', '0.84', '0.81', '1.07'])
    expect(cells).toContain('80% 76% to 82%')
    const issued = within(await screen.findByRole('table', { name: 'Stored forecasts' }))
    expect(issued.getByRole('link', { name: 'oat milk' }).getAttribute('href')).toContain('/signals/')
  })

  test('back-tests of archives are separate from the forecasts and their figures', async () => {
    renderApp('/scoreboard')
    const apart = await screen.findByRole('table', { name: 'Scores of back-tests by model and horizon' })
    expect(within(apart).getByText('Weighted ensemble')).toBeTruthy()
    const scores = screen.getByRole('table', { name: 'Scores by model and horizon' })
    expect(within(scores).queryByText('Weighted ensemble')).toBeNull()
  })

  test('shows only the back-test until a forecast day has passed', async () => {
    const items = example.items.map((item) => ({
      ...item,
      scored: 0,
      daysScored: 0,
      mase: null,
      naiveMase: null,
      coverage: [],
    }))
    server.use(getScoreboardMockHandler({ ...example, scored: 0, items }))
    renderApp('/scoreboard')
    const scores = within(await screen.findByRole('table', { name: 'Scores by model and horizon' }))
    expect(scores.getByText('none yet')).toBeTruthy()
    expect(screen.getByText(/Until their days have passed/)).toBeTruthy()
  })

  test('without forecasts it explains how to create one', async () => {
    server.use(getScoreboardMockHandler({ ...example, issued: 0, scored: 0, backtests: 0, items: [] }))
    renderApp('/scoreboard')
    expect(await screen.findByRole('heading', { name: 'No forecasts yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Search a topic' })).toBeTruthy()
  })

  test('a failure can be retried', async () => {
    server.use(getScoreboardMockHandler500())
    renderApp('/scoreboard')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
