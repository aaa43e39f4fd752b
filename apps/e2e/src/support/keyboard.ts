import { expect, type Locator, type Page } from '@playwright/test'

/** Tab stops that somebody may pass on the way to one thing; a page with more needs a shorter way. */
const mostStops = 90

interface Way {
  back?: boolean
  arrows?: boolean
}

/** Somebody who has no mouse: keys alone, and every stop on the way is somewhere that can be seen. */
export interface Keyboard {
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Goes on with Tab, back with Shift Tab, or down a menu with the arrows, until the thing has the focus. */
  goTo(thing: Locator, way?: Way): Promise<void>
  /** Goes to the thing and presses Enter. */
  open(thing: Locator, way?: Way): Promise<void>
  /** Runs a command of the palette. */
  run(command: string): Promise<void>
}

/** The keyboard of a page, which from now on takes a click for a failure. */
export async function useKeyboardAlone(page: Page): Promise<Keyboard> {
  const refuse = () =>
    document.addEventListener(
      'mousedown',
      ({ isTrusted }) => {
        if (isTrusted) throw new Error('A script for the keyboard used the mouse')
      },
      { capture: true },
    )
  await page.addInitScript(refuse)
  await page.evaluate(refuse)
  page.on('pageerror', (error) => {
    throw error
  })

  async function goTo(thing: Locator, { back = false, arrows = false }: Way = {}): Promise<void> {
    const key = arrows ? 'ArrowDown' : back ? 'Shift+Tab' : 'Tab'
    await expect(thing).toBeVisible()
    const passed: string[] = []
    for (let stop = 0; stop <= mostStops; stop += 1) {
      const here = await page.evaluate(describeFocus)
      if (await thing.evaluate((element) => element === document.activeElement)) {
        expect(here.isSeen, `the focus on ${here.name} can be seen`).toBe(true)
        return
      }
      passed.push(here.name)
      await page.keyboard.press(key)
    }
    throw new Error(`${key} does not come to ${String(thing)}, but to: ${passed.join(' → ')}`)
  }

  return {
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: (text) => page.keyboard.type(text),
    goTo,
    async open(thing, way) {
      await goTo(thing, way)
      await page.keyboard.press('Enter')
    },
    async run(command) {
      await page.keyboard.press('ControlOrMeta+k')
      const field = page.getByRole('dialog', { name: 'Search and commands' }).getByLabel('Topic or command')
      await expect(field).toBeFocused()
      // without the sign the words are a topic to search
      await page.keyboard.type(`> ${command}`)
      await expect(page.getByRole('option', { name: command }).first()).toBeVisible()
      await page.keyboard.press('Enter')
    },
  }
}

/** In the page: what has the focus, and whether a person could tell. */
function describeFocus(): { name: string; isSeen: boolean } {
  const element = document.activeElement
  if (element === null || element === document.body) return { name: 'nothing', isSeen: false }
  const words = element.getAttribute('aria-label') ?? element.textContent
  const name = `${element.tagName.toLowerCase()} “${words.trim().slice(0, 40)}”`
  const { top, bottom, width } = element.getBoundingClientRect()
  return { name, isSeen: width > 0 && bottom > 0 && top < window.innerHeight }
}
