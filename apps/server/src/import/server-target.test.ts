import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { ApiError } from '@auspex/sdk'
import type { ImportBatch } from '@auspex/sdk/types'
import type { ReadRow } from '@auspex/sources'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { toBatches } from './batches.ts'
import { createServerTarget } from './server-target.ts'

describe('server target', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  interface Refusal {
    status: number
    code: string
    /** Retry-After in seconds. */
    retryAfter: number
  }

  /** A server that issues tokens, and answers each import with the refusals in turn and then with success. */
  async function startRefusing(
    refusals: Refusal[],
    credentials: Parameters<typeof createServerTarget>[2] = { client_id: 'importer', client_secret: 'secret' },
  ) {
    const requests: string[] = []
    const authorizations: (string | undefined)[] = []
    const server = createServer((request, response) => {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
      const json = (status: number, body: object, headers = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
      if (request.url?.endsWith('/openid-configuration')) return json(200, { token_endpoint: `${origin}/token` })
      if (request.url === '/token') return json(200, { access_token: 'a.b.c' })
      requests.push(request.url ?? '')
      authorizations.push(request.headers.authorization)
      const refusal = refusals.shift()
      if (refusal === undefined) return json(200, { id: 'imp_1', state: 'running' })
      const { status, code, retryAfter } = refusal
      const problem = { type: 'about:blank', title: 'Refused', message: 'Refused', status, code, requestId: 'r-1' }
      return json(status, problem, { 'content-type': 'application/problem+json', 'retry-after': String(retryAfter) })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const target = await createServerTarget(url, url, credentials)
    return { target, requests, authorizations }
  }

  const file = { name: 'rows.jsonl', sha256: 'a'.repeat(64), bytes: 1 }

  describe('an import into a running server', () => {
    test.each(['database.full', 'database.read_only'])('stops at once on %s', async (code) => {
      const { target, requests } = await startRefusing([{ status: 503, code, retryAfter: 1 }])
      const error: unknown = await target.start(file).catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ status: 503, code })
      expect(requests).toHaveLength(1)
    })

    test('sends a personal access token as it is', async () => {
      const { target, authorizations } = await startRefusing([], { personalToken: 'auspex_pat_1' })
      await target.start(file)
      expect(authorizations).toEqual(['Bearer auspex_pat_1'])
    })

    test.each([
      [429, 'request.too_many'],
      [503, 'database.unreachable'],
    ])('waits for a server that answers %d %s', async (status, code) => {
      const { target, requests } = await startRefusing([{ status, code, retryAfter: 0 }])
      expect(await target.start(file)).toMatchObject({ id: 'imp_1' })
      expect(requests).toHaveLength(2)
    })
  })
})

describe('batches', () => {
  const row = (line: number, body: string): ReadRow => ({
    line,
    document: {
      sourceKey: 'imported',
      nativeId: `${line}`,
      kind: 'article',
      outlet: 'altoonamirror.com',
      url: null,
      title: 'Oat milk prices rise',
      body,
      author: null,
      publishedAt: '2026-11-01T00:00:00Z',
      datePrecision: 'day',
      country: null,
      countryBasis: null,
      lang: null,
      engagement: null,
    },
  })

  async function batchesOf(rows: readonly ReadRow[], after = 0): Promise<ImportBatch[]> {
    const stream = async function* () {
      yield* rows
    }
    const batches: ImportBatch[] = []
    for await (const batch of toBatches(stream(), after)) batches.push(batch)
    return batches
  }

  test('batches are consecutive, starting after the last stored line', async () => {
    const rows = Array.from({ length: 2500 }, (_, n): ReadRow =>
      n % 10 === 0 ? { line: n + 1, rejected: 'no date' } : row(n + 1, ''),
    )
    const batches = await batchesOf(rows, 100)
    expect(batches.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
      [101, 1100],
      [1101, 2100],
      [2101, 2500],
    ])
  })

  test.each([
    ['plain text', 'x'],
    ['a script of three bytes a character', '漢'],
    ['characters that JSON writes in six', '\u0001'],
  ])('the longest documents, in %s, make batches that the server reads', async (_case, character) => {
    const limit = loadContract(readContractDocument()).operations.find(({ id }) => id === 'storeImportBatch')?.bodyLimit
    const rows = Array.from({ length: 20 }, (_, n) => row(n + 1, character.repeat(200_000)))
    const batches = await batchesOf(rows)
    const largest = Math.max(...batches.map((batch) => Buffer.byteLength(JSON.stringify(batch))))
    expect(largest).toBeLessThan(limit ?? 0)
    expect(batches.flatMap(({ documents }) => documents)).toHaveLength(20)
  })
})
