/** Runs in Chromium: puts the mock behind the page's own fetch, with msw, and signals when it is ready. */
import type { ContractDocument } from '@auspex/contract'
import { createMock } from '@auspex/mock-server'
import { createMswHandlers } from '@auspex/mock-server/msw'
import { setupWorker } from 'msw/browser'

/** What the test calls on the page. */
export interface MockPage {
  reset: () => void
}

const document = (await (await fetch('/openapi.json')).json()) as ContractDocument // the file that the test serves
const mock = createMock({ document })
await setupWorker(...createMswHandlers(mock)).start({ quiet: true, onUnhandledFrame: 'bypass' })
const page: MockPage = { reset: () => mock.reset() }
Object.assign(globalThis, { mockPage: page })
