import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { installFastLookups } from './fast-dom.ts'
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

// React's development version records a stack for every element until it has recorded ten thousand in a second: an eighth of the
// processor time of screens, for warnings that name the owner of a component.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  })
afterAll(installFastLookups())

const isLate = Boolean(process.env.AUSPEX_TEST_LATE)
// Only ends a wait that hangs: these tests do not check how soon a screen appears on a busy machine.
configure({ asyncUtilTimeout: isLate ? 60_000 : 600_000 })
// Testing Library prints the whole screen at each retry of a wait, and only then truncates it to nothing.
if (process.env.DEBUG_PRINT_LIMIT === '0')
  configure({
    getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
  })

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
