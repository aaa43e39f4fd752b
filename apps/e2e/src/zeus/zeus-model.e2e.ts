import { type FakeModelServer, type ModelMessages, type ModelTurn, startFakeModelServer } from '@auspex/analyst/testing'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectReadableEverywhere } from '../support/layout.ts'
import { findPerson } from '../support/people.ts'
import { expectSignedIn, expectSignInPage, submitSignIn } from '../support/sign-in-page.ts'
import { type Stack, startStack } from '../support/global-setup.ts'

// a separate server, because one with a language model behaves differently; one person asks everything in sequence
test.describe.configure({ mode: 'serial' })

let model: FakeModelServer
let stack: Stack
let context: BrowserContext
let page: Page

test.beforeAll(async ({ browser }, info) => {
  model = await startFakeModelServer()
  stack = await startStack({ AUSPEX_MODEL_URL: model.url, AUSPEX_MODEL_NAME: 'fake' })
  context = await browser.newContext({ ...info.project.use, baseURL: stack.url })
  page = await context.newPage()
  await page.goto('/zeus')
  await expectSignInPage(page)
  await submitSignIn(page, findPerson('member', stack.dataDir))
  await expectSignedIn(page)
})
test.afterAll(async () => {
  await context.close()
  await stack.stop()
  await model.close()
})

const field = () => page.getByRole('textbox', { name: 'Ask Zeus' })
const answer = () => page.getByRole('article', { name: 'Answer of Zeus' }).last()

/** How much there is: as the title of a quiet topic, or in full. */
const volumeFact = /mention(?:ed)? oat milk/u

/** The model's turns after looking the topic up, as a model would: it searches, reads the report and rewords one of its facts. */
function modelTurns(last: (fact: string) => ModelTurn): FakeModelServer['turns'] {
  return [
    { calls: [{ name: 'search_topic', input: { topic: 'oat milk', waitSeconds: 5 } }] },
    (body) => ({ calls: [{ name: 'get_report', input: { signalId: /sig_[a-z0-9]+/u.exec(lastWords(body))?.[0] } }] }),
    (body) => {
      const { facts } = JSON.parse(lastWords(body)) as { facts: { id: string; text: string }[] }
      const fact = facts.find(({ text }) => volumeFact.test(text))
      return last(`${fact?.text.replace(/\.$/u, '')} [${fact?.id}].`)
    },
  ]
}

function lastWords({ messages }: ModelMessages): string {
  const { content } = messages.at(-1) ?? { content: '' }
  return typeof content === 'string' ? content : JSON.stringify(content)
}

const inPieces = (text: string): string[] => text.match(/[\s\S]{1,9}/gu) ?? []

async function askQuestion(message: string, turns: FakeModelServer['turns']): Promise<void> {
  model.requests.length = 0
  model.turns = turns
  await field().fill(message)
  await page.keyboard.press('Enter')
}

const expectWhole = () => expect(answer()).toHaveAttribute('aria-busy', 'false')
const source = () => answer().getByRole('list', { name: 'Sources of the answer' }).getByRole('button').first()

test('a model words the answer: its claim opens the evidence, and the author is named', async () => {
  await askQuestion(
    'How is oat milk doing?',
    modelTurns((fact) => ({ text: inPieces(fact) })),
  )
  await expectWhole()
  await expect(answer()).toContainText(volumeFact)
  await expect(answer()).toContainText(/fake · .* · \d+ tokens/u)
  await answer()
    .getByRole('button', { name: /^\d+ sources?$/ })
    .click()
  await source().click()
  const sourceDialog = page.getByRole('dialog', { name: /^Source \d+ of the answer$/ })
  await expect(sourceDialog.getByText('Measured')).toBeVisible()
  await sourceDialog.getByRole('button', { name: 'Close the source' }).click()
  await expectReadableEverywhere(page, 'an answer of a model')
})

test('a fabricated claim is marked as not verified, and a rewritten answer becomes a new version', async () => {
  model.requests.length = 0
  model.turns = modelTurns((fact) => ({ text: inPieces(`${fact} It grew by 8,412 % [f1].`) }))
  await answer().getByRole('button', { name: 'Write again', exact: true }).click()
  await expect(answer().getByRole('group', { name: 'Versions of the answer' })).toContainText('2 of 2')
  await expectWhole()
  await expect(answer()).toContainText('It grew by 8,412 %. (not verified)')
  await expect(answer()).toContainText('No result was found for what is marked as not verified')
})

test('a requested change waits for approval', async () => {
  await askQuestion('Save this as a report', [{ text: ['I saved it.'] }])
  const change = page.getByRole('region', { name: /^Proposed change: / })
  await expect(change).toBeVisible()
  await change.getByRole('button', { name: 'Approve' }).click()
  await expect(change.getByRole('status')).toBeVisible()
  await expect(change.getByRole('status')).not.toContainText('could not be done')
})

test('an answer continues unchanged after a reload, and stopping keeps its text', async () => {
  await askQuestion(
    'How is oat milk doing?',
    modelTurns((fact) => ({ text: inPieces(`${fact}\n`), fault: 'silence' })),
  )
  await expect(answer()).toContainText(volumeFact)
  await expect(answer()).toHaveAttribute('aria-busy', 'true')
  await page.reload()
  await expect(answer()).toContainText(volumeFact)
  await expect(answer()).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Stop the answer' }).click()
  await expectWhole()
  await expect(answer()).toContainText('You stopped this answer.')
  await expect(answer()).toContainText(volumeFact)
  await expect.poll(() => model.aborted()).toBeGreaterThan(0)
  await expectReadableEverywhere(page, 'an answer that was stopped')
})

test('an unavailable model is reported, and the built-in analyst answers', async () => {
  await askQuestion('How is oat milk doing now?', [{ status: 500, headers: { 'retry-after-ms': '1' } }])
  await expectWhole()
  await expect(answer()).toContainText('did not answer')
  await expect(
    answer()
      .getByRole('button', { name: /^Sources? \d/ })
      .first(),
  ).toBeVisible()
})

test('an interrupted model keeps its text, says so, and can be asked again', async () => {
  await askQuestion(
    'How is oat milk doing now?',
    modelTurns((fact) => ({ text: inPieces(`${fact}\nOatly`), fault: 'drop' })),
  )
  await expectWhole()
  await expect(answer()).toContainText(volumeFact)
  await expect(answer()).toContainText('stopped in the middle')
  await expectReadableEverywhere(page, 'an answer that broke off')
  model.requests.length = 0
  model.turns = modelTurns((fact) => ({ text: inPieces(fact) }))
  await answer().getByRole('alert').getByRole('button', { name: 'Write again' }).click()
  await expectWhole()
  await expect(answer()).not.toContainText('stopped in the middle')
})

test('a workflow writes the same text even with a model, which it never calls', async () => {
  model.requests.length = 0
  model.turns = [{ text: ['Made up.'] }]
  await page.goto('/workflows')
  await page.getByRole('link', { name: 'What changed and why' }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('oat milk')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What changed: oat milk' })).toBeVisible()
  await expect(page.getByText('Made up.')).toHaveCount(0)
  expect(model.requests).toEqual([])
})
