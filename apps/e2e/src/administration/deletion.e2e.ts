import { expect, type Page } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { requireTokens } from '../support/session-storage.ts'
import { test } from '../support/test.ts'

/** Calls the API as the person on the page, because the preparations here have their own journeys. */
async function sendRequest<Answer>(page: Page, method: 'POST' | 'PATCH', path: string, data: object): Promise<Answer> {
  const { access_token: token } = await requireTokens(page)
  const reply = await page.request.fetch(`/api${path}`, {
    method,
    data,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()) as Answer
}

const toDocument = (n: number) => ({
  sourceKey: 'imported',
  nativeId: `quince-${n}`,
  kind: 'article',
  outlet: 'quince.example',
  url: `https://quince.example/${n}`,
  title: `Quinces of district ${n}`,
  body: null,
  author: null,
  publishedAt: '2026-11-01T00:00:00Z',
  datePrecision: 'day',
  country: 'US',
  countryBasis: 'source',
  lang: 'en',
  engagement: null,
})

test('deleting an import on the sources page deletes its documents', async ({ openAs }) => {
  const page = await openAs('godmode')
  const name = `quinces-${Date.now()}.jsonl`
  const sha256 = Date.now().toString(16).padStart(64, 'e')
  const { id: importId } = await sendRequest<{ id: string }>(page, 'POST', '/imports', { name, sha256, bytes: 1 })
  const documents = [1, 2, 3].map(toDocument)
  await sendRequest(page, 'POST', `/imports/${importId}/batches`, {
    firstLine: 1,
    lastLine: 3,
    documents,
    rejected: [],
  })
  await sendRequest(page, 'PATCH', `/imports/${importId}`, { state: 'completed' })

  await page.goto('/sources#imports')
  await page.getByRole('button', { name: `Delete ${name}…` }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expect(dialog.getByText(/^3 documents leave the library/)).toBeVisible()
  await expectReadable(page, 'the question before an import is deleted')
  await dialog.getByRole('button', { name: 'Delete 3 documents' }).click()
  await expect(page.getByText(`${name} was deleted: 3 documents left the library.`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Delete ${name}…` })).toHaveCount(0)
})

test('a person is disabled, then deleted after typing their address, and remains only in the audit trail', async ({
  openAs,
}) => {
  const page = await openAs('godmode')
  const email = `ida-${Date.now()}@quince.example`
  const person = { firstName: 'Ida', lastName: 'Kvede', email, organizationId: 'org_first' }
  const { id } = await sendRequest<{ id: string }>(page, 'POST', '/godmode/users', person)

  await page.goto(`/admin/people?search=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: 'More for Ida Kvede' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page
    .getByRole('dialog', { name: 'Disable Ida Kvede before deleting?' })
    .getByRole('button', { name: 'Disable Ida Kvede' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Delete Ida Kvede?' })
  await dialog.getByRole('textbox', { name: `Type ${email} to confirm` }).fill(email)
  await expectReadable(page, 'the question before a person is deleted')
  await dialog.getByRole('button', { name: 'Delete Ida Kvede' }).click()
  await expect(page.getByText('Ida Kvede and everything they created were deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()

  await page.goto('/admin/audit')
  const entry = page.getByRole('row', { name: /Person deleted/ }).first()
  await expect(entry).toContainText(id)
  await expect(entry).not.toContainText('Ida')
})
