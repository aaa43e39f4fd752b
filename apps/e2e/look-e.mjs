import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
const dir = '/tmp/org-e/demo'
const server = spawn('node', ['apps/server/bin/auspex.mjs', 'start'], { cwd: '/work/organise-e', env: { ...process.env, AUSPEX_PORT: '4135', AUSPEX_DATA: dir, AUSPEX_SOURCES: 'demo' }, stdio: ['ignore', 'pipe', 'pipe'] })
await new Promise((resolve, reject) => {
  let text = ''
  const on = (d) => { text += d; if (text.includes('Auspex is ready')) resolve() }
  server.stdout.on('data', on); server.stderr.on('data', on)
  server.on('exit', () => reject(new Error('server ended ' + text)))
  setTimeout(() => reject(new Error('slow ' + text)), 180000)
})
const base = 'http://localhost:4135'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const { users } = JSON.parse(readFileSync(dir + '/first-run.json', 'utf8'))
const open = async (role, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: base, locale: 'en-GB', timezoneId: 'UTC', ...options })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text().slice(0, 300)))
  page.on('pageerror', (e) => console.log('pageerror:', e.message.slice(0, 500)))
  page.on('response', (r) => r.status() >= 400 && console.log(r.status(), r.request().method(), r.url()))
  if (role) {
    const person = users.find((u) => u.role === role)
    await page.goto('/')
    await page.getByLabel('Username or email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
  }
  return page
}
const shoot = async (page, name, { full = true, both = true } = {}) => {
  for (const theme of both ? ['light', 'dark'] : ['light'])
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
      await page.evaluate((t) => { localStorage.setItem('mantine-color-scheme-value', t); document.documentElement.setAttribute('data-mantine-color-scheme', t) }, theme)
      await page.waitForTimeout(350)
      await page.screenshot({ path: `/tmp/org-e/shots/${name}-${theme}-${width}.png`, fullPage: full })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (overflow > 0) console.log('OVERFLOW', name, theme, width, overflow)
    }
  await page.setViewportSize({ width: 1440, height: 900 })
}
try {
  const { default: run } = await import(process.argv[2])
  await run({ open, shoot, base, browser })
} catch (e) { console.log('FAILED', e.message.slice(0, 1500)) }
await browser.close()
server.kill('SIGTERM')
await new Promise((r) => server.on('exit', r))
