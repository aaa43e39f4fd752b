import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkRequest,
  type Contract,
  createRouteMatcher,
  type FormParts,
  loadContract,
  type RequestParts,
} from '@auspex/contract'
import { requestArbitrary } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createClient,
  createPortfolio,
  createProject,
  createStory,
  getAudienceEstimate,
  getContextSnippets,
  getExportFile,
  getSignalReport,
  listSignalDocuments,
  parseQuery,
  updatePortfolioWithImage,
  updateProject,
  updateStory,
  saveRecentSearch,
  topicQuery,
} from '../index.ts'
import { examples } from '../generated/examples.ts'
import { operations } from '../operations.ts'
import { type Arguments, callOperation, contractOperations } from '../testing/contract.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { sendJson, serve } from '../testing/server.ts'

const contractDocument = readContractDocument()
const contract = loadContract(contractDocument)
const match = createRouteMatcher(contract)

const picture = new File([new Uint8Array([1, 2, 3])], 'cover.png', { type: 'image/png' })

const checksOf = (id: string): Contract['operations'][number] => {
  const operation = contract.operations.find((each) => each.id === id)
  if (!operation) throw new Error(`${id} is not in the contract`)
  return operation
}

interface SentRequest {
  readonly method: string
  readonly path: string
  readonly type: string
  readonly parts: RequestParts
}

const readParts = async (bytes: Buffer, type: string): Promise<unknown> => {
  if (type === '') return undefined
  if (type.startsWith('application/json')) return JSON.parse(bytes.toString())
  if (!type.startsWith('multipart/')) return bytes.toString()
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const parts: [string, FormParts[number][1]][] = []
  for (const [name, value] of form.entries())
    parts.push([
      name,
      typeof value === 'string'
        ? value
        : { filename: value.name, mediaType: value.type, bytes: new Uint8Array(await value.arrayBuffer()) },
    ])
  return parts
}

/** Records the requests of a call as a server receives them. */
const listen = async () => {
  const sent: SentRequest[] = []
  const server = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // a request's chunks are buffers
    const [path = '', query = ''] = (request.url ?? '').replace('/api', '').split('?')
    const type = request.headers['content-type'] ?? ''
    const method = request.method ?? ''
    const found = match(method, path)
    sent.push({
      method,
      path: found.kind === 'found' ? found.operation.id : found.kind,
      type,
      parts: {
        path: found.kind === 'found' ? found.path : {},
        query,
        headers: request.headers,
        body: await readParts(Buffer.concat(chunks), type),
      },
    })
    sendJson(response, 200, {})
  })
  return { sent, client: createClient({ baseUrl: server.url, assistantUrl: server.url }) }
}

/** Values that the contract allows; every picture is a file. */
const validValues = (id: string): Arguments[] => {
  const operation = checksOf(id)
  const files = operation.body?.types.get('multipart/form-data')?.files ?? new Map<string, number>()
  return fc
    .sample(requestArbitrary(contractDocument, operation), { numRuns: 30, seed: 20_261_121 })
    .filter(({ path }) => Object.values(path).every((value) => !/^\.{0,2}$/.test(String(value))))
    .map(({ path, query, body, mediaType }) => ({
      path,
      query,
      body:
        mediaType === 'multipart/form-data'
          ? Object.fromEntries(
              Object.entries(body as object).map(([name, value]: [string, unknown]) => [
                name,
                files.has(name) ? picture : value,
              ]),
            )
          : body,
    }))
}

/** The value as JSON encodes it, with the texts in lower case for which the contract requires it. */
const asSent = (id: string, body: unknown): unknown => {
  const sent: unknown = JSON.parse(JSON.stringify(body))
  const fields = (typeof sent === 'object' ? sent : {}) as Record<string, unknown> // a multipart body is an object
  for (const name of checksOf(id).lowerCase)
    if (typeof fields[name] === 'string') fields[name] = fields[name].trim().toLowerCase()
  return sent
}

describe('requests', () => {
  test.each(contractOperations.map((operation) => [operation.id, operation] as const))(
    '%s sends every valid value as the contract requires',
    async (id, operation) => {
      const { sent, client } = await listen()
      const values = validValues(id)
      for (const each of values) {
        const call = callOperation(operation, { client, retry: false }, each)
        // How the response is handled is covered by another test.
        const pending = operations[id].streams ? (call as AsyncIterator<unknown>).next() : (call as Promise<unknown>)
        await pending.catch(() => undefined)
      }
      const checks = checksOf(id)
      expect(values.length).toBeGreaterThan(20)
      expect(sent.filter(({ path }) => path === id)).toHaveLength(values.length)
      const asText = (path: object): object =>
        Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)]))
      expect(sent.map(({ parts }) => parts.path)).toEqual(values.map(({ path }) => asText(path)))
      const json = sent.flatMap(({ type, parts }, index) =>
        type === 'application/json' ? [[parts.body, asSent(id, values[index]?.body)] as const] : [],
      )
      expect(json.map(([got]) => got)).toEqual(json.map(([, meant]) => meant))
      // Last, because it fills in the contract's defaults.
      expect(sent.map(({ parts }) => checkRequest(checks, parts)).filter(({ kind }) => kind !== 'valid')).toEqual([])
    },
  )
})

describe('documented examples', () => {
  test('exist for every function', () => {
    const text = globSync('../generated/client/*/*.ts', { cwd: import.meta.dirname })
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
      .join('')
    const shown = [...text.matchAll(/ \* @example\n \* ```ts\n[^]*? \*\/\s+export const (\w+)/g)].map(
      ([, name]) => name,
    )
    expect(new Set(shown)).toEqual(new Set(Object.keys(operations)))
    expect(Object.keys(examples)).toEqual(Object.keys(operations))
  })

  test.each(Object.entries(examples))('are valid requests: %s', async (id, call) => {
    const { sent, client } = await listen()
    const answer: unknown = call(client)
    await (operations[id as keyof typeof operations].streams
      ? (answer as AsyncIterator<unknown>).next().catch(() => undefined)
      : answer)
    expect(sent.map(({ path }) => path)).toEqual([id])
    expect(sent.map(({ parts }) => checkRequest(checksOf(id), parts)).filter(({ kind }) => kind !== 'valid')).toEqual(
      [],
    )
  })
})

describe('bodies', () => {
  test.each([
    ['createStory', createStory, {}],
    ['updateStory', updateStory, { id: 'st_a1' }],
    ['createProject', createProject, {}],
    ['updateProject', updateProject, { projectId: 'pj_a1' }],
  ])('%s sends its title trimmed and in lower case, as JSON and in multipart', async (_id, send, more) => {
    const { sent, client } = await listen()
    const input = { ...more, title: '  Why OAT Milk Wins\n' } as never // each operation has its own form
    await (send as typeof createStory)(input, { client })
    await (send as typeof createStory)({ ...(input as object), image: picture } as never, { client })
    expect(sent[0]?.parts.body).toMatchObject({ title: 'why oat milk wins' })
    expect(sent[1]?.type).toMatch(/^multipart/)
    expect(sent[1]?.parts.body).toContainEqual(['title', 'why oat milk wins'])
    expect(input).toMatchObject({ title: '  Why OAT Milk Wins\n' })
  })

  test('titles of other items are sent as typed', async () => {
    const { sent, client } = await listen()
    await createPortfolio({ title: 'Plant Milks' }, { client })
    expect(sent[0]?.parts.body).toEqual({ title: 'Plant Milks' })
  })

  test('a form repeats the name of a list and omits unknown fields', async () => {
    const { sent, client } = await listen()
    const input = { 'document_ids[]': ['doc_a1', 'doc_b2'], x_term: 'oat & milk', y_term: undefined }
    await getContextSnippets(input, { client })
    expect(sent[0]).toMatchObject({
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      parts: { body: 'document_ids%5B%5D=doc_a1&document_ids%5B%5D=doc_b2&x_term=oat+%26+milk' },
    })
  })

  test('a body of either type is multipart when it contains a file', async () => {
    const { sent, client } = await listen()
    await createPortfolio({ title: 'Oats' }, { client })
    await createPortfolio({ title: 'Oats', file: picture }, { client })
    expect(sent[0]).toMatchObject({ type: 'application/json', parts: { body: { title: 'Oats' } } })
    expect(sent[1]?.type).toMatch(/^multipart\/form-data; boundary=/)
    expect(sent[1]?.parts.body).toEqual([
      ['title', 'Oats'],
      ['file', { filename: 'cover.png', mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) }],
    ])
  })

  test('lists of objects are one part of JSON, even when empty', async () => {
    const { sent, client } = await listen()
    const card = { kind: 'text', title: 'A card', text: 'Oats' } as const
    // A card of the example's kind; its other fields are validated by the contract.
    await createStory({ title: 'Oats', cards: [card] as never, image: picture }, { client })
    await updateStory({ id: 'st_a1', cards: [], image: picture }, { client })
    expect(sent[0]?.parts.body).toContainEqual(['cards', JSON.stringify([card])])
    expect(sent[1]?.parts.body).toContainEqual(['cards', '[]'])
  })

  test('a multipart form can be sent again with its key', async () => {
    const { sent, client } = await listen()
    await updatePortfolioWithImage('pf_a1', { file: picture }, { client, idempotencyKey: 'k1' })
    expect(sent[0]?.parts.headers['idempotency-key']).toBe('k1')
  })

  test('a write has its own key, the same for each attempt, and a read has none', async () => {
    const { sent, client } = await listen()
    await saveRecentSearch({ query_term: 'oat milk' }, { client })
    await saveRecentSearch({ query_term: 'oat milk' }, { client })
    await topicQuery({ query_term: 'oat milk' }, { client })
    const keys = sent.map(({ parts }) => parts.headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[!-~]{16,255}$/)
    expect(keys[1]).toMatch(/^[!-~]{16,255}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys[2]).toBeUndefined()
  })

  test('a POST that only reads is retried without a key, one that writes is not', async () => {
    let pending = 0
    const server = await serve((_request, response) => {
      pending += 1
      response.writeHead(pending === 1 ? 503 : 200, { 'content-type': 'application/json' }).end('{}')
    })
    const client = createClient({ baseUrl: server.url, clock: createFakeClock() })
    expect(await parseQuery({ query_term: 'oat milk' }, { client })).toEqual({})
    expect(pending).toBe(2)
    pending = 0
    await expect(topicQuery({ query_term: 'oat milk' }, { client })).rejects.toMatchObject({ status: 503 })
    expect(pending).toBe(1)
  })

  test('paths and queries are encoded, and absent values omitted', async () => {
    const { sent, client } = await listen()
    await getSignalReport('sig/?#ä', { entity: 'a&b=c +d' }, { client })
    await listSignalDocuments('sig_a1', { ids: 'doc_a1,doc_b2', page: 2, author: undefined }, { client })
    expect(sent[0]?.parts).toMatchObject({ path: { id: 'sig/?#ä' }, query: 'entity=a%26b%3Dc+%2Bd' })
    expect(sent[1]?.parts.query).toBe('ids=doc_a1%2Cdoc_b2&page=2')
  })

  test('a missing maximum age and a missing country of an audience are sent as null', async () => {
    const { sent, client } = await listen()
    await getAudienceEstimate({ id: 'sig_a1', age_min: 18 }, { client })
    await getAudienceEstimate({ id: 'sig_a1', age_min: 18, age_max: null, geo: null }, { client })
    await getAudienceEstimate({ id: 'sig_a1', age_min: 18, age_max: 24, geo: 'SE' }, { client })
    expect(sent.map(({ parts }) => parts.query)).toEqual([
      'id=sig_a1&age_min=18&age_max=null&geo=null',
      'id=sig_a1&age_min=18&age_max=null&geo=null',
      'id=sig_a1&age_min=18&age_max=24&geo=SE',
    ])
  })

  test.each(['text/csv', 'application/x-ndjson', 'text/html', 'application/pdf'])(
    'a download of type %s arrives byte for byte',
    async (type) => {
      const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0xff, 0x0a])
      const server = await serve((_request, response) => response.writeHead(200, { 'content-type': type }).end(bytes))
      const file = await getExportFile('ex_a1', { client: createClient({ baseUrl: server.url }) })
      expect({ type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }).toEqual({ type, bytes })
    },
  )
})
