import { startStack } from './stack.ts'

/**
 * Starts the product once for all journeys, and returns a function that stops it. Workers read its location from the environment.
 * If the address and data folder of a running server are already set, that server is used instead, and left running.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.AUSPEX_E2E_URL && process.env.AUSPEX_E2E_DATA) return undefined
  const stack = await startStack()
  process.env.AUSPEX_E2E_URL = stack.url
  process.env.AUSPEX_E2E_DATA = stack.dataDir
  return () => stack.stop()
}
