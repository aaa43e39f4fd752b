import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { openReport, openTab } from '../support/search.ts'
import { test } from '../support/test.ts'

test('a report shows a forecast and its past accuracy, and the scoreboard records it', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'electric cars')
  await openTab(page, 'Outlook')
  const forecast = page.getByRole('region', { name: 'Forecast' })
  const chart = forecast.getByRole('slider', { name: /^Documents a day about electric cars/ })
  await expect(chart).toBeVisible()
  await chart.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /forecast: .* 80% band .* to /)
  const tested = forecast.getByRole('table', { name: 'How the models did on the past' })
  await expect(tested.getByRole('row')).toHaveCount(6)
  await expect(tested.getByRole('row', { name: /seasonal naive/ })).toBeVisible()

  await forecast.getByText('28 days').click()
  await forecast.getByRole('button', { name: 'Documents a day: show as table' }).click()
  await expect(forecast.getByRole('table', { name: 'Forecast by day' }).getByRole('row')).toHaveCount(29)
  await expect(forecast.getByText('What it can’t know.')).toBeVisible()

  await forecast.getByRole('link', { name: 'How forecasts have done so far' }).click()
  await expect(page.getByRole('heading', { name: 'Scoreboard', level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Scores by model and horizon' }).getByText('demo').first()).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Stored forecasts' }).getByRole('link', { name: 'electric cars' }).first(),
  ).toBeVisible()
  await expectReadable(page, 'scoreboard on a desktop')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'scoreboard on a phone')
})
