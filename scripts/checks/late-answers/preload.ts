/** Loaded into each Node process of a run of `checks/late-answers`: delays its database statements at random. */
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { drawDelay, holdStatements } from './hold-statements.ts'

// the copy that the API uses, because another copy would be a different class
const { Client } = createRequire(new URL('../../../apps/api/package.json', import.meta.url))('pg') as {
  Client: { prototype: Parameters<typeof holdStatements>[0] }
}
holdStatements(Client.prototype, async () => {
  const ms = drawDelay(Math.random)
  if (ms > 0) await wait(ms)
})
