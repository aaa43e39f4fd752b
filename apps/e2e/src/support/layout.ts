import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 AA, as far as a program can check it. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

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

/**
 * The names of what can be pressed or filled in within the visible part of a page, without opening anything. Only what opens evidence is left out: links to
 * another site, to the documents behind a number, a sentence or an event, and to the report behind a line of a list. The parts of a report are counted,
 * although they are links to the same report.
 */
export async function countControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const roles = ['button', 'checkbox', 'combobox', 'link', 'menuitem', 'option', 'radio', 'slider', 'switch', 'tab']
    const controls = `a[href], button, input, select, textarea, summary, ${roles.map((role) => `[role="${role}"]`).join()}`
    const isInView = (element: HTMLElement) => {
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
      const isOnScreen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width > 1 && height > 1
      const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      return isOnScreen && isVisible && !element.closest('[inert]')
    }
    const isEvidenceLink = (element: HTMLElement) => {
      if (!(element instanceof HTMLAnchorElement)) return false
      if (element.origin !== location.origin || new URLSearchParams(element.search).has('docs')) return true
      return element.pathname !== location.pathname && /^\/(?:signals\/|search$)/.test(element.pathname)
    }
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((element) => isInView(element) && !isEvidenceLink(element))
      .map((element) => (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim())
      .filter((name) => !/^Open .*(?:document|source of|evidence)|^Event \d|evidence for this sentence$/.test(name))
  })
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
