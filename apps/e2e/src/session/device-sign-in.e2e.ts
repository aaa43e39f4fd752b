import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { stackUrl } from '../support/running-stack.ts'
import { test } from '../support/test.ts'

const program = resolve(import.meta.dirname, '../../../../packages/sdk/src/login.ts')
const folder = mkdtempSync(join(tmpdir(), 'auspex-login-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `auspex-login` for this stack. */
function login(...args: string[]) {
  const child = spawn(process.execPath, [program, `--url=${stackUrl()}`, ...args], {
    env: { ...process.env, XDG_CONFIG_HOME: folder },
  })
  let [output, messages] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (messages += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.on('close', done))
  return { ended, output: () => output.trim(), messages: () => messages }
}

test('a person signs a terminal in by typing its code, and a script acts as them until they sign it out', async ({
  openAs,
}) => {
  const page = await openAs('member')
  const terminal = login()
  await expect.poll(terminal.messages).toContain('type the code')
  const [, address = '', code = ''] = /Open (\S+) and type the code (\S+)/.exec(terminal.messages()) ?? []
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 860 })
    await page.goto(address)
    await expectReadable(page, `the page for codes at ${width} px`)
  }
  await page.getByLabel('Code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Is this your device?' })).toBeVisible()
  await expectReadable(page, 'the question whether it is their device')
  await page.getByRole('button', { name: 'Yes, connect it' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'Auspex in a terminal is connected' })).toBeVisible()
  expect(await terminal.ended).toBe(0)

  const print = login('--print')
  expect(await print.ended).toBe(0)
  const call = (path: string) =>
    fetch(`${stackUrl()}/api${path}`, { headers: { authorization: `Bearer ${print.output()}` } })
  expect(await (await call('/users/me')).json()).toMatchObject({ profile: { name: 'Mia Member' } })
  // what only the person may do, signed in to the app
  expect((await call('/users/me/personalAccessTokens')).status).toBe(403)

  expect(await login('--sign-out').ended).toBe(0)
  expect((await call('/users/me')).status).toBe(401)
  const after = login('--print')
  expect(await after.ended).toBe(1)
  expect(after.messages()).toContain('Nobody is signed in')
})
