import { expect } from '@playwright/test'
import { stackUrl } from '../support/running-stack.ts'
import { test } from '../support/test.ts'

test('a developer reads the reference without any other machine being asked, and tries an operation on this server', async ({
  page,
}) => {
  const elsewhere: string[] = []
  await page.route(
    (url) => url.origin !== stackUrl() && url.protocol.startsWith('http'),
    async (route) => {
      elsewhere.push(route.request().url())
      await route.abort()
    },
  )
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })

  await page.goto('/docs#tag/health/GET/health/getStatus')
  await expect(page).toHaveURL(`${stackUrl()}/docs/#tag/health/GET/health/getStatus`)

  const status = page.getByRole('region', { name: 'Get the status of the service' }).first()
  await expect(status).toContainText('/health/getStatus')
  await status.getByRole('button', { name: /Test Request/ }).click()
  const answer = page.waitForResponse((response) => response.url() === `${stackUrl()}/api/health/getStatus`)
  await page.getByRole('button', { name: /^Send/ }).first().click()
  expect((await answer).status()).toBe(200)
  await expect(page.getByRole('dialog')).toContainText('"status"')

  expect(elsewhere).toEqual([])
  expect(refused).toEqual([])
})

test('the reference lists operations by tag, in the dark as well', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: stackUrl(), colorScheme: 'dark' })
  const page = await context.newPage()
  await page.goto('/docs/#tag/signals/GET/signal/json/{id}')
  await expect(page.getByRole('heading', { name: 'Get a signal report', exact: true })).toBeVisible()
  await expect(page.getByText('getSignalReport').first()).toBeVisible()
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(background).toBe('rgb(21, 19, 29)')
  await context.close()
})
