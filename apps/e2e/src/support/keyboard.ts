import { expect, type Locator, type Page } from '@playwright/test'

/** Maximum tab stops on the way to one element; a page with more needs a shortcut. */
const maxStops = 90

interface Way {
  back?: boolean
  arrows?: boolean
}

/** A person without a mouse: uses only keys, and every stop on the way must be visible. */
export interface Keyboard {
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Moves forward with Tab, back with Shift Tab, or down a menu with the arrows, until the element has the focus. */
  goTo(thing: Locator, way?: Way): Promise<void>
  /** Moves to the element and presses Enter. */
  open(thing: Locator, way?: Way): Promise<void>
  /** Runs a command from the palette. */
  run(command: string): Promise<void>
}

function keyOf({ back, arrows }: Way): string {
  if (arrows) return 'ArrowDown'
  return back ? 'Shift+Tab' : 'Tab'
}

/** The keyboard of a page, on which every click is a failure from now on. */
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
    const key = keyOf({ back, arrows })
    await expect(thing).toBeVisible()
    const passed: string[] = []
    for (let stop = 0; stop <= maxStops; stop += 1) {
      const currentFocus = await page.evaluate(describeFocus)
      if (await thing.evaluate((element) => element === document.activeElement)) {
        expect(currentFocus.isSeen, `the focus on ${currentFocus.name} can be seen`).toBe(true)
        return
      }
      passed.push(currentFocus.name)
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
      // without the > the words would be a search topic
      await page.keyboard.type(`> ${command}`)
      await expect(page.getByRole('option', { name: command }).first()).toBeVisible()
      await page.keyboard.press('Enter')
    },
  }
}

/** In the page: which element has the focus, and whether a person could see that. */
function describeFocus(): { name: string; isSeen: boolean } {
  const element = document.activeElement
  if (element === null || element === document.body) return { name: 'nothing', isSeen: false }
  const words = element.getAttribute('aria-label') ?? element.textContent
  const name = `${element.tagName.toLowerCase()} “${words.trim().slice(0, 40)}”`
  const { top, bottom, width } = element.getBoundingClientRect()
  return { name, isSeen: width > 0 && bottom > 0 && top < window.innerHeight }
}
