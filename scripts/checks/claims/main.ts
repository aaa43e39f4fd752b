/**
 * Usage: npm run check checks/claims/main.ts [-- URL FIRST_RUN_FILE TOPIC …]. Checks every sentence in topic reports against the figures of the same
 * report: for the given topics in a running server's library, or for 200 planted topics of every shape. Fails if one contradicts them.
 */
import { readFileSync } from 'node:fs'
import { type Credentials, signIn } from '@auspex/server/testing'
import { people } from '../../../apps/api/src/testing/people.ts'
import { createTestApi } from '../../../apps/api/src/testing/test-api.ts'
import { checkReports, type Send } from './check-reports.ts'
import { plantTopics } from './planted-topics.ts'

const plantedCount = 200
const plantedSeed = 30
const batchSize = 1_000

const [url, firstRunFile, ...topics] = process.argv.slice(2)
if (url === undefined) process.exit(await checkPlanted())
if (firstRunFile === undefined || topics.length === 0)
  throw new TypeError('Say the address of a server, the first-run.json of its data folder, and topics')
process.exitCode = await checkReports(await sendTo(url, firstRunFile), topics)

/** Sends requests to a running server as the account of its first run. */
async function sendTo(address: string, path: string): Promise<Send> {
  const { users } = JSON.parse(readFileSync(path, 'utf8')) as { users: (Credentials & { email: string })[] }
  const [user] = users
  if (user === undefined) throw new Error(`${path} holds no account`)
  const { accessToken } = await signIn(address, { login: user.email, password: user.password })
  if (accessToken === null) throw new Error('The server refused the account of its first run')
  return async <Reply>(route: string, body?: object) => {
    const response = await fetch(`${address}/api${route}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return readReply(route, { status: response.status, text: await response.text() }) as Reply
  }
}

/** Runs the API in this process on a library of planted topics. */
async function checkPlanted(): Promise<0 | 1> {
  const api = await createTestApi({ config: { sources: 'live' } })
  const importer = { ...people.mira, roles: ['member', 'importer'] }
  const request = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
    const { statusCode, body: text } = await api.request({ method, path, as: importer, body })
    return readReply(path, { status: statusCode, text })
  }
  const { topics: plantedTopics, documents } = plantTopics(plantedCount, plantedSeed)
  const { importId } = (await request('POST', '/imports', {
    name: 'topics.jsonl',
    sha256: 'a'.repeat(64),
    bytes: 1,
  })) as {
    importId: string
  }
  for (let at = 0; at < documents.length; at += batchSize) {
    const batch = documents.slice(at, at + batchSize)
    const lines = { firstLine: at + 1, lastLine: at + batch.length }
    await request('POST', `/imports/${importId}/batches`, { ...lines, documents: batch, rejected: [] })
  }
  await request('PATCH', `/imports/${importId}`, { state: 'completed' })
  const send: Send = async <Reply>(path: string, body?: object) =>
    (await request(body === undefined ? 'GET' : 'POST', path, body)) as Reply
  const code = await checkReports(
    send,
    plantedTopics.map(({ name }) => name),
  )
  await api.close()
  return code
}

function readReply(route: string, { status, text }: { status: number; text: string }): unknown {
  if (status >= 300 && status !== 422) throw new Error(`${route}: ${status} ${text}`)
  return JSON.parse(text)
}
