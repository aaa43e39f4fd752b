import { expect } from '@playwright/test'
import { expectReadable, expectReadableEverywhere } from '../support/layout.ts'
import { openReport, openTab } from '../support/search.ts'
import { test } from '../support/test.ts'
import { answerAsRegister, medicine } from './clinical-answers.ts'

test('the demo queries no register, and every screen says so and what to do', async ({ openAs }) => {
  const page = await openAs('member', '/trials?q=asthma')
  const main = page.getByRole('main')
  const title = 'The demo has no trials and no literature'
  await expect(main.getByRole('heading', { name: title })).toBeVisible()
  await expect(main.getByText(/Set AUSPEX_SOURCES to live/)).toBeVisible()
  await expectReadable(page, 'trials in the demo')
  await page.goto('/literature?q=asthma')
  await expect(main.getByRole('heading', { name: title })).toBeVisible()
  await page.goto('/trials/NCT01234567')
  await expect(main.getByRole('heading', { name: title })).toBeVisible()
})

test('a keyboard user opens the studies of a condition, one of them, and its papers', async ({ openAs }) => {
  // not on the home page, where keys go into the search field
  const page = await openAs('member', '/trends')
  await answerAsRegister(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Explore' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await main.getByRole('combobox', { name: 'Search the register' }).fill('asthma')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: '4,210 studies' })).toBeVisible()
  await expectReadable(page, 'trials')
  await main
    .getByRole('region', { name: 'Phase' })
    .getByRole('link', { name: /Phase 3/ })
    .press('Enter')
  await expect(page).toHaveURL(/phase=PHASE3/)
  await main.getByRole('link', { name: 'Phase by status' }).press('Enter')
  await expect(main.getByRole('table', { name: 'Studies by phase and status' })).toBeVisible()
  await expectReadable(page, 'landscape')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'landscape on a phone')
  await page.goBack()
  await expectReadable(page, 'trials on a phone')
  await main
    .getByRole('link', { name: /Inhaled Budesonide/ })
    .nth(1)
    .press('Enter')
  await expect(main.getByRole('list', { name: 'Versions' })).toContainText('Recruiting → Terminated')
  await expectReadable(page, 'trial on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectReadable(page, 'trial')
  await expect(main.getByText('Names this study')).toBeVisible()
})

test('literature shows the share next to the count, and opens the articles of a year', async ({ openAs }) => {
  const page = await openAs('member', '/literature')
  await answerAsRegister(page)
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Search PubMed' }).fill('asthma')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: /articles about asthma in 2025/ })).toBeVisible()
  await expectReadable(page, 'literature')
  await page.evaluate(() => localStorage.setItem('auspex.theme', 'dark'))
  await page.reload()
  await expect(page.locator(':root')).toHaveCSS('color-scheme', 'dark')
  await expect(main.getByRole('heading', { name: /articles about asthma in 2025/ })).toBeVisible()
  await expectReadable(page, 'literature in the dark')
  await page.goto('/trials?q=asthma&view=landscape')
  await expect(main.getByRole('table', { name: 'Studies by phase and status' })).toBeVisible()
  await expectReadable(page, 'landscape in the dark')
  await page.goto('/literature?q=asthma')
  await expect(main.getByRole('heading', { name: /articles about asthma in 2025/ })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'literature on a phone')
  const chart = main.getByRole('slider', { name: /Articles by year about asthma/ })
  await chart.press('ArrowLeft')
  await chart.press('Enter')
  await expect(page).toHaveURL(/year=20\d\d/)
})

test('a report shows trials and papers next to its documents: complete, partially counted, or none', async ({
  openAs,
}) => {
  const page = await openAs('member')
  const shown = { ...medicine }
  await page.route('**/api/signal/json/*/medicine**', (route) => route.fulfill({ json: shown }))
  await openReport(page, 'oat milk')
  await openTab(page, 'Where and with what')
  const section = page.getByRole('region', { name: 'Trials and papers' })
  await expect(section.getByText('Not causal.')).toBeVisible()
  await expect(section.getByText('Linked, papers 2 weeks later')).toBeVisible()
  await section.getByRole('button', { name: 'Show as table' }).first().click()
  await expect(section.getByRole('table', { name: 'New trials by week' })).toBeVisible()
  await section.getByRole('button', { name: 'Show as chart' }).first().click()
  await expectReadableEverywhere(page, 'trials and papers of a report')

  Object.assign(shown, {
    talkAndPapers: null,
    isComplete: false,
    gapReason: 'PubMed allows no more questions now.',
    points: medicine.points.map((point, at) => (at < 20 ? { ...point, papers: null, allPapers: null } : point)),
  })
  await page.reload()
  await expect(section.getByText(/PubMed allows no more questions now\./)).toBeVisible()
  await expect(section.getByRole('button', { name: 'Continue counting' })).toBeVisible()
  await expectReadable(page, 'trials and half of the papers of a report')

  Object.assign(shown, { ...medicine, subject: null, points: [], talkAndTrials: null, talkAndPapers: null })
  await page.reload()
  await expect(page.getByText(/no condition or treatment named oat milk/)).toBeVisible()
})
