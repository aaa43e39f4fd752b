/**
 * Usage: node scripts/checks/attack/module-matrix.ts. Starts the real server with the demo, gives a person something in every module, and takes one
 * module after another from them while every operation is asked. Fails when one is refused otherwise than the contract says, or shows what is of
 * a module that is off.
 */
import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { readFirstRun } from '@auspex/server'
import { removeData, signIn, spawnServer } from '@auspex/server/testing'
import { buildWeb, isWebStale } from '@auspex/server/web-build'
import { setTimeout as pause } from 'node:timers/promises'
import { type MatrixServer, runModuleMatrix } from '../../../apps/api/src/http/permissions/modules/module-matrix.ts'

if (isWebStale()) await buildWeb()
const server = await spawnServer({
  AUSPEX_SOURCES: 'demo',
  AUSPEX_LOG_LEVEL: 'error',
  AUSPEX_REQUESTS_PER_MINUTE: '1000000',
})
const { url, dataDir } = server

async function tokenOf(wanted: string): Promise<string> {
  const user = readFirstRun(dataDir)?.users.find(({ role }) => role === wanted)
  if (user === undefined) throw new Error(`The first run made no ${wanted}`)
  const { accessToken } = await signIn(url, { login: user.email, password: user.password })
  if (accessToken === null) throw new Error(`The ${wanted} could not sign in`)
  return accessToken
}

/** The library of the demo is stored in the background; what is counted before would differ later. */
async function waitUntilReady(): Promise<void> {
  while ((await fetch(`${url}/api/health/ready`)).status !== 200) await pause(500)
}

const faults: string[] = []
try {
  await waitUntilReady()
  const tokens = { person: await tokenOf('member'), administrator: await tokenOf('godmode') }
  const send: MatrixServer['send'] = async (who, { method, path, body, headers }) => {
    const isBytes = body instanceof Uint8Array
    const reply = await fetch(`${url}${path.startsWith('/v1/zeus/') ? '/assistant' : '/api'}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[who]}`,
        ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? Uint8Array.from(body) : JSON.stringify(body) }),
    })
    return { status: reply.status, text: await reply.text() }
  }
  const figures = await runModuleMatrix({ contract: loadContract(readContractDocument()), send })
  faults.push(...figures.faults)
  console.log(
    `Modules: ${figures.pairs} pairs of operation and module tried, ${figures.refused} refused, ${figures.requests} requests that name something of a module, ${figures.replies} replies looked through; leaks ${figures.faults.length}`,
  )
} finally {
  await server.kill()
  removeData(dataDir)
}
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
