import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { stackUrl } from '../support/running-stack.ts'
import { test } from '../support/test.ts'

test('a developer reads the reference without requests to other hosts, and tries an operation on this server', async ({
  page,
}) => {
  const foreignRequests: string[] = []
  await page.route(
    (url) => url.origin !== stackUrl() && url.protocol.startsWith('http'),
    async (route) => {
      foreignRequests.push(route.request().url())
      await route.abort()
    },
  )
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
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

  expect(foreignRequests).toEqual([])
  expect(violations).toEqual([])
})

const looks = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 }, background: 'rgb(255, 255, 255)' },
  { colorScheme: 'dark', viewport: { width: 360, height: 780 }, background: 'rgb(21, 19, 29)' },
] as const

for (const { background, ...style } of looks) {
  test(`the reference reads well, ${style.colorScheme} at ${style.viewport.width} px`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: stackUrl(), ...style })
    const page = await context.newPage()
    await page.goto('/docs/#tag/signals/GET/signal/json/{id}')
    await expect(page.getByRole('heading', { name: 'Get a signal report', exact: true })).toBeVisible()
    await expect(page.getByText('getSignalReport').first()).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background)
    await expectReadable(page, 'the reference')
    await context.close()
  })
}
