import type { InlineConfig } from 'vitest/node'

/** A test that hangs is told after ten minutes. Nothing shorter: a busy machine is not a mistake, and no test measures time. */
const hangMs = 600_000

/**
 * What every project's tests share. A worker keeps its modules from one file to the next: loading the contract, the server or the
 * screens anew for each file took a third of the whole run. So a test that changes something global puts it back.
 */
export const testDefaults = {
  isolate: false,
  // new objects get four times Node's usual room: collecting them took a sixth of the processor time of screens
  execArgv: ['--max-semi-space-size=64'],
  testTimeout: hangMs,
  hookTimeout: hangMs,
  teardownTimeout: hangMs,
  expect: { poll: { timeout: hangMs } },
} satisfies InlineConfig
