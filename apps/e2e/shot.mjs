import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const base = 'http://127.0.0.1:4874'
const users = JSON.parse(readFileSync('/tmp/real-home/first-run.json')).users
const who = users.find((u) => u.role === (process.env.AS ?? 'member'))
const browser = await chromium.launch({ executablePath: process.env.CHROME || undefined })
const paths = process.argv.slice(2)
const sizes = process.env.SIZES ? process.env.SIZES.split(',').map((s) => s.split('x').map(Number)) : [[1440, 900], [360, 780]]
const themes = (process.env.THEMES ?? 'light,dark').split(',')
const ctx = await browser.newContext({ viewport: { width: 1440, height: 900 } })
const page = await ctx.newPage()
page.on('pageerror', (e) => console.log('PAGEERROR', e.message.slice(0, 300)))
await page.goto(base + '/')
await page.getByLabel('Username or email').fill(who.email)
await page.getByLabel('Password').fill(who.password)
await page.getByRole('button', { name: 'Sign in' }).click()
await page.getByRole('navigation', { name: 'Main' }).waitFor({ timeout: 60000 })
for (const path of paths) {
  for (const theme of themes)
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await page.evaluate((t) => localStorage.setItem('auspex.theme', t), theme)
      await page.goto(base + path)
      await page.waitForTimeout(Number(process.env.WAIT ?? 2500))
      const name = `/tmp/hw/shots/${path.replace(/[^a-z0-9]+/gi, '_')}-${theme}-${width}.png`
      await page.screenshot({ path: name, fullPage: process.env.FULL === '1' })
      console.log(name)
      if (width === 1440 && theme === 'light' && path.startsWith('/')) {
        const n = await page.evaluate(async () => {
          let mutations = 0
          const o = new MutationObserver((l) => (mutations += l.length))
          o.observe(document.body, { childList: true, subtree: true, attributes: true })
          await new Promise((r) => setTimeout(r, 1500))
          o.disconnect()
          const all = [...document.querySelectorAll('a[href], button, input, select, textarea, [role="button"], [role="combobox"], summary')]
          const seen = all.filter((e) => { const r = e.getBoundingClientRect(); const s = getComputedStyle(e); return r.width > 1 && r.height > 1 && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth && s.visibility !== 'hidden' && s.opacity !== '0' && e.checkVisibility() })
          const isEvidence = (e) => e.tagName === 'A' && (e.target === '_blank' || /^\/(signals\/|search\?)/.test(e.getAttribute('href')))
          const tab = seen.filter((e) => e.tabIndex >= 0)
          return { mutations, all: seen.length, controls: seen.filter((e) => !isEvidence(e)).length, tabStops: tab.length, list: seen.filter((e) => !isEvidence(e)).map((e) => e.getAttribute('aria-label') || e.textContent.trim().slice(0, 24) || e.tagName) }
        })
        console.log(path, JSON.stringify(n))
      }
    }
}
await browser.close()
