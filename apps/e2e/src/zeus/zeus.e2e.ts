import { expect, type Page } from '@playwright/test'
import { expectReadable, expectReadableEverywhere } from '../support/layout.ts'
import { openReport } from '../support/search.ts'
import { requireTokens } from '../support/session-storage.ts'
import { test } from '../support/test.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Ask Zeus' })
const lastAnswer = (page: Page) => page.getByRole('article', { name: 'Answer of Zeus' }).last()

/** Creates what a journey needs, with the rights of the signed-in person. */
const make = async (page: Page, path: string, data: object): Promise<{ id: string }> => {
  const headers = { authorization: `Bearer ${(await requireTokens(page)).access_token}` }
  const reply = await page.request.post(`/api${path}`, { data, headers })
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

/** Waits for a complete answer with at least one source. */
const expectAnswer = async (page: Page): Promise<void> => {
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
  await expect(
    lastAnswer(page)
      .getByRole('button', { name: /^Sources? \d/ })
      .first(),
  ).toBeVisible()
}

/** The sources below an answer, by their words: in the text, those that stand together are one chip. */
const sourceBelow = (page: Page, name: RegExp) =>
  lastAnswer(page).getByRole('list', { name: 'Sources of the answer' }).getByRole('button', { name }).first()

test(
  'a question about a report is answered, and each claim opens its evidence',
  { tag: '@daily' },
  async ({ openAs }) => {
    const page = await openAs('member')
    await openReport(page, 'oat milk')
    await page.getByRole('link', { name: 'Ask Zeus about this report' }).click()
    await page.getByRole('button', { name: 'What changed in oat milk, and why?' }).click()
    await expectAnswer(page)
    await expect(page).toHaveURL(/\/zeus\/th_/)
    // figures and sources below the answer do not push it out of sight
    await expect(page.getByText('What changed in oat milk, and why?').last()).toBeInViewport()

    await lastAnswer(page)
      .getByRole('button', { name: /^\d+ sources?$/ })
      .click()
    await sourceBelow(page, /^[^“]/).click()
    const source = page.getByRole('dialog', { name: /^Source \d+ of the answer$/ })
    await expect(source.getByText('Measured')).toBeVisible()
    await source.getByRole('button', { name: 'Close the source' }).click()
    await sourceBelow(page, /^“/).click()
    await expect(source.locator('mark')).toBeVisible()
    await source.getByRole('button', { name: 'Close the source' }).click()

    const answerText = await lastAnswer(page).innerText()
    await page.reload()
    await expectAnswer(page)
    expect((await lastAnswer(page).innerText()).slice(0, 200)).toBe(answerText.slice(0, 200))
  },
)

test('rewriting an answer keeps both versions', async ({ openAs }) => {
  const page = await openAs('member', '/zeus')
  await field(page).fill('What changed in oat milk?')
  await page.keyboard.press('Enter')
  await expectAnswer(page)
  await lastAnswer(page).getByRole('button', { name: 'Write again', exact: true }).click()
  const versions = lastAnswer(page).getByRole('group', { name: 'Versions of the answer' })
  await expect(versions).toContainText('2 of 2')
  await versions.getByRole('button', { name: 'Earlier version of the answer' }).click()
  await expect(versions).toContainText('1 of 2')
})

test('a conversation is private', async ({ openAs }) => {
  const page = await openAs('member', '/zeus')
  await field(page).fill('What changed in oat milk?')
  await page.keyboard.press('Enter')
  await expectAnswer(page)
  const { pathname } = new URL(page.url())
  const stranger = await openAs('second-organization-member', pathname)
  await expect(stranger.getByRole('heading', { name: 'Conversation not found' })).toBeVisible()
})

test('Zeus is readable on a phone and a desktop, in both themes', async ({ openAs }) => {
  const page = await openAs('member', '/zeus')
  await expectReadableEverywhere(page, 'Zeus before a question')
  await field(page).fill('In what tone is oat milk spoken of, and who speaks?')
  await page.keyboard.press('Enter')
  await expectAnswer(page)
  await lastAnswer(page)
    .getByRole('button', { name: /^\d+ steps?$/ })
    .click()
  await lastAnswer(page)
    .getByRole('button', { name: /^\d+ sources?$/ })
    .click()
  await expectReadableEverywhere(page, 'an answer of Zeus with its steps and sources')
  await sourceBelow(page, /./).click()
  await expect(page.getByRole('dialog', { name: /^Source \d+ of the answer$/ })).toBeVisible()
  await expectReadableEverywhere(page, 'a source of an answer')
  await page.getByRole('button', { name: 'Close the source' }).click()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Conversations' }).click()
  await expect(page.getByRole('dialog', { name: 'Conversations' })).toBeVisible()
  await expectReadable(page, 'the conversations on a phone')
})

test('Zeus is asked about what is on the screen: a portfolio, a story, a saved report', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const signalId = new URL(page.url()).pathname.split('/')[2]
  const text = { title: 'Milk for the Board', contents: 'Oat milk.', signalIds: [signalId], selectedMessages: [] }
  const responses = await Promise.all([
    make(page, '/portfolio/createWithTrendsBulk', { title: 'Milk and More', trends: [{ signalId }] }),
    make(page, '/stories/create', { title: 'Milk in Autumn', displayTitle: 'Milk in Autumn', cards: [] }),
    make(page, '/zeus/saveZeusReport', text),
  ])
  for (const [index, [folder, name]] of [
    ['portfolios', 'this portfolio'],
    ['stories', 'this story'],
    ['reports', 'this report'],
  ].entries()) {
    await page.goto(`/${folder}/${responses[index]?.id}`)
    await page.getByRole('link', { name: `Ask Zeus about ${name}` }).click()
    await expect(page.getByRole('list', { name: 'This question is about' })).toContainText(/milk/i)
  }
  await field(page).fill('What changed in Milk for the Board?')
  await page.keyboard.press('Enter')
  await expectAnswer(page)
  await expect(lastAnswer(page)).toContainText('oat milk')
})

test('typing a slash and its name finds a workflow in a conversation', async ({ openAs }) => {
  const page = await openAs('member', '/zeus')
  await field(page).fill('/chan')
  const menu = page.getByRole('listbox', { name: 'Commands' })
  await expect(menu.getByRole('option', { name: /^What changed and why/ })).toBeVisible()
  await expectReadable(page, 'commands and workflows')
  await menu.getByRole('option', { name: /^What changed and why/ }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('oat milk')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What changed: oat milk' })).toBeVisible()
})
