import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { example, keepSent, openPortfolio, staleAnswer, trendNames } from '../../../test/portfolio-page.ts'

test('trends are put in order with the arrow keys, one request after the other, and the new place is said', async () => {
  const [first, second] = example.trends
  if (!first || !second) throw new Error('The example has two trends')
  const turned = { ...example, trends: [second, first], revision: 8 }
  const back = { ...example, revision: 9 }
  const requests = keepSent('/portfolio/update', { body: turned }, { body: back })
  const { user } = await openPortfolio()
  screen.getByRole('button', { name: new RegExp(`^Order ${first.title}: number 1 of 2`) }).focus()
  await user.keyboard('{ArrowDown}')
  expect(trendNames()).toEqual([second.title, first.title])
  expect(screen.getByText(`${first.title} is number 2 of 2.`)).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toContain(`Order ${first.title}: number 2`)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests).toEqual([{ id: example.id, trends: [{ id: second.id }, { id: first.id }], revision: 7 }])
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(trendNames()).toEqual([first.title, second.title]))
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('trends stay in their new order while it is stored and once it is', async () => {
  const [first, second] = example.trends
  if (!first || !second) throw new Error('The example has two trends')
  keepSent('/portfolio/update', { body: { ...example, title: 'Ordered', trends: [second, first], revision: 8 } })
  const { user } = await openPortfolio()
  screen.getByRole('button', { name: new RegExp(`^Order ${first.title}: number 1 of 2`) }).focus()
  const orders: string[] = []
  const observer = new MutationObserver(() => orders.push(trendNames().join(', ')))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('heading', { name: 'Ordered', level: 1 })
  await screen.findByText(`${first.title} is number 2 of 2.`)
  await new Promise((resolve) => setTimeout(resolve))
  observer.disconnect()
  const ordered = `${second.title}, ${first.title}`
  const since = orders.slice(orders.indexOf(ordered))
  expect(since.length).toBeGreaterThan(1)
  expect(since.filter((order) => order !== ordered)).toEqual([])
})

test('a trend that a colleague saved while others were put in order is kept', async () => {
  const [first, second] = example.trends
  if (!first || !second) throw new Error('The example has two trends')
  const saved = { ...first, id: 'tr_new', signalId: 'sig_new', title: 'kefir' }
  const theirs = { ...example, trends: [saved, first, second], trendCount: 3, revision: 8 }
  const sent = keepSent('/portfolio/update', staleAnswer(theirs), {
    body: { ...theirs, trends: [saved, second, first], revision: 9 },
  })
  const { user } = await openPortfolio()
  screen.getByRole('button', { name: new RegExp(`^Order ${first.title}: number 1 of 2`) }).focus()
  await user.keyboard('{End}')
  await waitFor(() => expect(trendNames()).toEqual(['kefir', second.title, first.title]))
  expect(sent.at(-1)).toEqual({
    id: example.id,
    trends: [{ id: 'tr_new' }, { id: second.id }, { id: first.id }],
    revision: 8,
  })
})
