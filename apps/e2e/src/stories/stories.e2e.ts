import { expect, type Page } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

/** The smallest valid picture: one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const cards = (page: Page) => page.getByRole('list', { name: 'Cards of the story' }).locator('> li')

/** Checks both themes, on a phone and on a desktop. */
const expectReadableEverywhere = async (page: Page, name: string): Promise<void> => {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((scheme) => {
      localStorage.setItem('mantine-color-scheme-value', scheme)
      document.documentElement.dataset['mantineColorScheme'] = scheme
    }, theme)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectReadable(page, `${name}, ${theme}, ${width} pixels`)
    }
  }
}

/** Creates a story with this title and cards from the report on electric cars. */
const createStory = async (page: Page, title: string): Promise<void> => {
  await page.goto('/stories?new=1')
  await page.getByRole('textbox', { name: 'Title of the story' }).fill(title)
  await page.getByRole('button', { name: 'Create the story' }).click()
  await expect(page.getByText('This story has no cards yet.')).toBeVisible()
  await openReport(page, 'electric cars')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Add “electric cars” to a story' })
  await expect(dialog.getByRole('combobox', { name: 'Story' })).toHaveValue(title)
  for (const name of ['Documents a day', 'Growth', 'Voices']) {
    await dialog.getByRole('button', { name: `Add ${name}`, exact: true }).click()
    await expect(dialog.getByRole('button', { name: `Undo: ${name}`, exact: true })).toBeVisible()
  }
  await dialog.getByRole('link', { name: 'Open the story' }).click()
  await expect(cards(page)).toHaveCount(3)
}

/** Leftovers would break the next run on the same server. */
const deleteStory = async (page: Page, title: string): Promise<void> => {
  await page.goto('/stories')
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  // leaving the page sends changes that are delayed for undo
  await page.goto('/')
}

test(
  'a story is written, edited, reordered by keyboard, frozen and restored',
  { tag: '@daily' },
  async ({ openAs }) => {
    const page = await openAs('member')
    await createStory(page, 'Why Cars go Electric')
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page
      .getByRole('textbox', { name: 'Text of the card' })
      .fill('Drivers have **decided**. [x](javascript:alert(1))')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('decided')).toBeVisible()
    await expect(page.getByRole('link', { name: 'x', exact: true })).toHaveCount(0)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: /^Move Drivers have/ }).focus()
    await page.keyboard.press('Home')
    await expect(cards(page).first()).toHaveAccessibleName(/Drivers have decided/)
    await expect(page.getByText('Drivers have decided. x(javascript:alert(1)) is now card 1 of 4.')).toHaveCount(1)
    await page.getByRole('button', { name: /^Freeze electric cars: growth/ }).click()
    await expect(page.getByText(/^Frozen: values of/)).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expectReadableEverywhere(page, 'a story')

    await page.reload()
    await expect(cards(page).first()).toHaveAccessibleName(/Drivers have decided/)
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: /created the story/ }).click()
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await expect(page.getByText('This story has no cards yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(cards(page)).toHaveCount(4)
    await deleteStory(page, 'Why Cars go Electric')
  },
)

test('two people edit the title at once: both versions are shown, and one is chosen', async ({ openAs }) => {
  const page = await openAs('member')
  await createStory(page, 'Two Hands')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(cards(other)).toHaveCount(3)

  const write = async (tab: Page, title: string) => {
    await tab.getByRole('textbox', { name: 'Title of the story' }).fill(title)
    await tab.keyboard.press('Enter')
  }
  await write(other, 'The other hand')
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await write(page, 'One hand')
  const dialog = page.getByRole('dialog', { name: 'Someone else changed the title while you did' })
  await expect(dialog.getByRole('region', { name: 'Yours' })).toContainText('One hand')
  await expect(dialog.getByRole('region', { name: 'Stored now' })).toContainText('The other hand')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title of the story' })).toHaveValue('One hand')
  await deleteStory(page, 'One hand')
})

test('a story is presented with the keyboard alone', async ({ openAs }) => {
  const page = await openAs('member')
  await createStory(page, 'On Stage')
  await page.getByRole('link', { name: 'Present' }).click()
  await expect(page.getByRole('heading', { name: 'On Stage' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('2 / 4')).toBeVisible()
  await expectReadableEverywhere(page, 'a slide')
  await page.keyboard.press('End')
  await expect(page.getByText('4 / 4')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(3)
  await deleteStory(page, 'On Stage')
})

test(
  'a link for anyone is read without signing in, and ends when it is revoked',
  { tag: '@daily' },
  async ({ openAs, browser }) => {
    const page = await openAs('member')
    await createStory(page, 'For Everybody')
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “For Everybody”' })
    await dialog.getByRole('radio', { name: 'Anyone with the link, without an account' }).check()
    await dialog.getByRole('button', { name: 'Create a link' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Address of the link' }).inputValue()

    const stranger = await (await browser.newContext()).newPage()
    const requestedUrls: string[] = []
    stranger.on('request', (request) => requestedUrls.push(request.url()))
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { name: 'For Everybody', level: 1 })).toBeVisible()
    await expect(stranger.getByRole('img', { name: /Documents a day/ })).toBeVisible()
    expect(requestedUrls.filter((url) => url.includes('/identity/'))).toEqual([])
    await expectReadableEverywhere(stranger, 'what is shared')

    await dialog.getByRole('button', { name: /^Revoke the link/ }).click()
    await expect(dialog.getByText(/will no longer be able to read the story “For Everybody”/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Revoke the link', exact: true }).click()
    await expect(dialog.getByRole('button', { name: /^Revoke the link created/ })).toHaveCount(0)
    await stranger.reload()
    await expect(stranger.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await stranger.context().close()
    await page.keyboard.press('Escape')
    await deleteStory(page, 'For Everybody')
  },
)

test('a picture in a story is visible through its share link without an account', async ({ openAs, browser }) => {
  const page = await openAs('member', '/stories?new=1')
  await page.getByRole('textbox', { name: 'Title of the story' }).fill('In Pictures')
  await page.getByRole('button', { name: 'Create the story' }).click()
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const form = page.getByRole('form', { name: 'Add a picture' })
  await form.locator('input[type=file]').setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: pixel })
  await form.getByRole('textbox', { name: 'What it shows' }).fill('A single pixel')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('img', { name: 'A single pixel' })).toHaveJSProperty('naturalWidth', 1)

  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share “In Pictures”' })
  await dialog.getByRole('radio', { name: 'Anyone with the link, without an account' }).check()
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Address of the link' }).inputValue()

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('img', { name: 'A single pixel' })).toHaveJSProperty('naturalWidth', 1)
  await stranger.context().close()
  await page.keyboard.press('Escape')
  await deleteStory(page, 'In Pictures')
})

test('a link for members asks to sign in, and leads back to what was shared', async ({ openAs, browser }) => {
  const page = await openAs('member')
  await createStory(page, 'For Members')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Create a link' }).click()
  const link = await page.getByRole('textbox', { name: 'Address of the link' }).inputValue()

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'Sign in to read this' })).toBeVisible()
  await stranger.context().close()

  const outsider = await openAs('second-organization-member')
  await outsider.goto(link)
  await expect(outsider.getByRole('heading', { name: 'This link does not work' })).toBeVisible()

  const colleague = await openAs('godmode')
  await colleague.goto(link)
  await expect(colleague.getByRole('heading', { name: 'For Members', level: 1 })).toBeVisible()
  await page.keyboard.press('Escape')
  await deleteStory(page, 'For Members')
})

test('a story becomes a web page and a PDF', async ({ openAs }) => {
  const page = await openAs('member')
  await createStory(page, 'On Paper')
  for (const [name, ending] of [
    ['Web page', '.html'],
    ['PDF', '.pdf'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    expect((await file).suggestedFilename()).toMatch(new RegExp(`\\${ending}$`))
  }
  await deleteStory(page, 'On Paper')
})
