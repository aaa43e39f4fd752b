/** Loaded into each Node of a run of `checks/late-answers`: statements of its database are sent later, at random. */
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { drawDelay, holdStatements } from './hold-statements.ts'

// The copy that the API uses: another one would be another class.
const { Client } = createRequire(new URL('../../../apps/api/package.json', import.meta.url))('pg') as {
  Client: { prototype: Parameters<typeof holdStatements>[0] }
}
holdStatements(Client.prototype, async () => {
  const ms = drawDelay(Math.random)
  if (ms > 0) await wait(ms)
})
