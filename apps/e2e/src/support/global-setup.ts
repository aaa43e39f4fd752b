import { startStack } from './stack.ts'

/**
 * Starts the product once for all journeys; what it returns ends it. Workers read where it is from the environment.
 * A server whose address and data folder are there already is used instead, and left running.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.AUSPEX_E2E_URL && process.env.AUSPEX_E2E_DATA) return undefined
  const stack = await startStack()
  process.env.AUSPEX_E2E_URL = stack.url
  process.env.AUSPEX_E2E_DATA = stack.dataDir
  return () => stack.stop()
}
