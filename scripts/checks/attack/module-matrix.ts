/**
 * Usage: node scripts/checks/attack/module-matrix.ts. Starts the real server with the demo, gives a person something in every module, then disables
 * one module after another for them and calls every operation. Fails if one is refused differently from what the contract states, or returns
 * content of a disabled module.
 */
import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { runModuleMatrix } from '../../../apps/api/src/http/permissions/modules/module-matrix.ts'
import { finish, waitUntil } from '../harness/process.ts'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ AUSPEX_SOURCES: 'demo' })
try {
  // the demo's library is stored in the background, so counts taken earlier would still change
  await waitUntil(async () => (await fetch(`${product.url}/api/health/ready`)).ok, { everyMs: 500 })
  const senders = { person: await product.sendAs('member'), administrator: await product.sendAs('godmode') }
  const figures = await runModuleMatrix({
    contract: loadContract(readContractDocument()),
    send: async (who, { method, path, body, headers }) => {
      const reply = await senders[who](method, path, body, headers)
      return { status: reply.status, text: await reply.text() }
    },
  })
  console.log(
    `Modules: ${figures.pairs} pairs of operation and module tried, ${figures.refused} refused, ${figures.requests} requests that name something of a module, ${figures.replies} replies looked through; leaks ${figures.faults.length}`,
  )
  await product.end()
  finish(figures.faults)
} finally {
  await product.end()
}
