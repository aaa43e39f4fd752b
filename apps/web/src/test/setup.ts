import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { settleApps } from './render-app.tsx'
import { server } from './server.ts'

// What jsdom lacks and Mantine, the router and the virtual list require.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList
// A list renders only what fits: without a height it would render nothing.
for (const size of ['offsetHeight', 'clientHeight'])
  Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 800 })
window.scrollTo = () => {}
// A growing text field is measured again once its font has loaded.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
Element.prototype.scrollIntoView = () => {}
Element.prototype.setPointerCapture = () => {}
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const isLate = Boolean(process.env.AUSPEX_TEST_LATE)
// Only ends a wait that hangs: these tests do not check how soon a screen appears on a busy machine.
configure({ asyncUtilTimeout: isLate ? 60_000 : 600_000 })

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' })
  if (isLate) delayResponses()
})
afterEach(async () => {
  vi.useRealTimers()
  await settleApps()
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=', 1)[0]}=; Path=/; Max-Age=0`
})
afterAll(() => server.close())

/** The delay of a request or its response in milliseconds: none for half of them, so that many overtake each other. */
const drawDelay = (): number => (Math.random() < 0.5 ? 0 : Math.random() * 75)

// independent of fake timers
const later = globalThis.setTimeout.bind(globalThis)

const pause = async (): Promise<void> => {
  const ms = drawDelay()
  if (ms > 0) await new Promise((resolve) => later(resolve, ms))
}

/** Delays every request of the app and every response at random (`checks/late-answers`). */
const delayResponses = (): void => {
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    await pause()
    const answer = await send(input, init)
    await pause()
    return answer
  }
}
