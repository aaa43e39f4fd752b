import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 AA, as far as a program can check it. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * The names of what can be pressed or filled in within the visible part of a page, except what opens the evidence behind a
 * number, a sentence or an event: a reader decides among the others before anything is opened.
 */
export async function controlsInView(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [role="slider"]'
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((element) => {
        const { width, height, top, right, bottom, left } = element.getBoundingClientRect()
        const isInView = width > 1 && height > 1 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
        return isInView && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
      })
      .map((element) => (element.getAttribute('aria-label') ?? element.innerText).replaceAll(/\s+/g, ' ').trim())
      .filter((name) => !/^Open .*(?:document|source of|evidence)|^Event \d|evidence for this sentence$/.test(name))
  })
}

/** Checks that a loaded page is accessible: one main heading, no horizontal scrolling, and no violation that axe finds. */
export async function expectReadable(page: Page, name: string): Promise<void> {
  await expect(page.getByLabel(/^Loading/)).toHaveCount(0)
  await expect.soft(page.locator('h1'), `${name} has one main heading`).toHaveCount(1)
  // charts follow a smaller window with a short delay; what stays too wide fails
  await expect
    .configure({ soft: true })
    .poll(
      () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return scrollWidth - clientWidth
        }),
      { message: `${name} does not scroll sideways` },
    )
    .toBe(0)
  // an element of a scrolled page half under the top bar does not count as a small target
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const failures = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
  expect.soft(failures, `${name} is accessible`).toEqual([])
}

/** Repeats the check in both themes, on a phone and on a desktop. Set `AUSPEX_PICTURES` to a folder to save screenshots. */
export async function expectReadableEverywhere(page: Page, name: string): Promise<void> {
  const folder = process.env['AUSPEX_PICTURES']
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((scheme) => {
      localStorage.setItem('auspex.theme', scheme)
      document.documentElement.dataset['mantineColorScheme'] = scheme
    }, theme)
    for (const [width, height] of [
      [360, 740],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expectReadable(page, `${name}, ${theme}, ${width} pixels`)
      const path = `${folder}/${name.replaceAll(' ', '-')}-${theme}-${width}.png`
      if (folder) await page.screenshot({ path, fullPage: true })
    }
  }
}
