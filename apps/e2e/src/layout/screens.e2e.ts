import { expect, type Page } from '@playwright/test'
import { answerAsRegister } from '../clinical/clinical-answers.ts'
import { expectReadable } from '../support/layout.ts'
import { expectLibraryRead } from '../support/search.ts'
import { test } from '../support/test.ts'

interface Screen {
  readonly name: string
  readonly address: string
  /** An element that appears once the screen is loaded. */
  readonly shown: (page: Page) => ReturnType<Page['getByRole']>
}

const heading =
  (name: string | RegExp, level = 1) =>
  (page: Page) =>
    page.getByRole('main').getByRole('heading', { name, level })
const first = (list: string) => (page: Page) => page.getByRole('list', { name: list }).getByRole('listitem').first()

const screens: readonly Screen[] = [
  { name: 'workflows', address: '/workflows', shown: heading('Board pack', 3) },
  { name: 'a workflow', address: '/workflows/wf_boardpack', shown: heading('Board pack') },
  {
    name: 'a workflow that is not there',
    address: '/workflows/wf_nothere',
    shown: heading('Workflow not found'),
  },
  { name: 'the builder', address: '/workflows/new?from=wf_trialwatch', shown: heading('Step 1', 3) },
  { name: 'news', address: '/news', shown: first('Articles') },
  { name: 'a feed without articles', address: '/news?feed=saved', shown: heading('Nothing saved yet', 2) },
  { name: 'stories', address: '/news?view=stories', shown: first('Headlines') },
  {
    name: 'hashtags',
    address: '/hashtags',
    shown: (page) => page.getByRole('table', { name: 'Stored hashtags' }),
  },
  { name: 'a hashtag', address: '/hashtags/matcha?period=120', shown: heading('#matcha') },
  { name: 'a hashtag that nobody has', address: '/hashtags/nobodyhasthis', shown: heading(/Nothing found with/, 2) },
  { name: 'trials', address: '/trials?q=asthma', shown: heading(/studies/, 2) },
  { name: 'a trial', address: '/trials/NCT99990100', shown: heading(/./) },
  { name: 'literature', address: '/literature?q=asthma', shown: heading(/articles about asthma/, 2) },
]

for (const { device, viewport } of [
  { device: 'a phone', viewport: { width: 360, height: 740 } },
  { device: 'a desktop', viewport: { width: 1440, height: 900 } },
])
  for (const theme of ['light', 'dark'] as const)
    test(`workflows, news, hashtags, trials and literature fit ${device} and are accessible in the ${theme} theme`, async ({
      openAs,
    }) => {
      const page = await openAs('member', '/trends')
      await expectLibraryRead(page)
      await answerAsRegister(page)
      await page.evaluate((chosen) => localStorage.setItem('auspex.theme', chosen), theme)
      await page.setViewportSize(viewport)
      for (const { name, address, shown } of screens) {
        await page.goto(address)
        await expect(shown(page)).toBeVisible()
        await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
        await expectReadable(page, name)
      }
    })
