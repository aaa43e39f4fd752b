/**
 * Usage: node scripts/checks/attack/module-matrix.ts. Starts the real server with the demo, gives a person something in every module, then disables
 * one module after another for them and calls every operation. Fails if one is refused differently from what the contract states, or returns
 * content of a disabled module.
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

async function tokenOf(wantedRole: string): Promise<string> {
  const user = readFirstRun(dataDir)?.users.find(({ role }) => role === wantedRole)
  if (user === undefined) throw new Error(`The first run made no ${wantedRole}`)
  const { accessToken } = await signIn(url, { login: user.email, password: user.password })
  if (accessToken === null) throw new Error(`The ${wantedRole} could not sign in`)
  return accessToken
}

/** The demo's library is stored in the background, so counts taken earlier would still change. */
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
