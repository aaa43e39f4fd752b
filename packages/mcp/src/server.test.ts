import { createClient } from '@auspex/sdk'
import { type Tool, tools } from '@auspex/tools'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuspexMcpServer } from './server.ts'
import { type ContractServer, startContractServer } from './testing/contract-server.ts'
import { createMcpClient, type JsonSchema, type McpClient } from './testing/mcp-client.ts'

let auspex: ContractServer
let mcp: McpClient

const connect = async (allowWrites: boolean, catalogue: readonly Tool[] = tools): Promise<McpClient> => {
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = createMcpClient((message) => void here.send(message))
  // A transport has one listener, by its interface.
  Object.assign(here, { onmessage: client.receive })
  await here.start()
  const auth = { getToken: () => 'mira' }
  await createAuspexMcpServer({
    client: createClient({ baseUrl: `${auspex.url}/api`, auth, retry: false }),
    allowWrites,
    catalogue,
  }).connect(there)
  await client.initialize()
  return client
}

beforeAll(async () => {
  auspex = await startContractServer()
  mcp = await connect(false)
})
beforeEach(() => {
  auspex.answers.clear()
  auspex.requests.length = 0
})
afterAll(() => auspex.close())

const signalId = 'sig_k2m4p6q8'
/** A valid input for each tool. */
const inputs: Record<string, Record<string, unknown>> = {
  search_topic: { topic: 'oat milk' },
  get_search: { requestId: 'req_x7m2p9q4' },
  save_recent_search: { topic: 'oat milk' },
  get_report_section: { signalId, section: 'voices' },
  compare_signals: { signalIds: [signalId, 'sig_c3b5r7w9'] },
  list_documents_by_tone: { signalId, tone: 'negative', kind: 'comments' },
  quote_documents: { documentIds: ['doc_1a'], term: 'oat milk' },
  read_document: { signalId, documentId: 'doc_1a' },
  explain_tone: { signalId, documentId: 'doc_1a' },
  estimate_audience: { signalId, ageMin: 18 },
  read_question: { question: 'what happened to oat milk in 2025?' },
  get_search_help: { topic: 'oat milk' },
  correlate_price: { signalId, symbol: 'TSLA' },
  list_news: { signalIds: [signalId] },
  search_trials: { words: 'asthma' },
  add_to_portfolio: { portfolioId: 'pf_p1a2m3', portfolio: 'Plant milks', signals: [{ signalId, title: 'oat milk' }] },
  save_report: { title: 'Oat milk', contents: 'It grew.' },
  send_to_colleague: { signalId, to: ['usr_9d3kk2aa'] },
  list_comments: { signalId },
  add_comment: { signalId, text: 'Why?' },
  create_monitor: { topic: 'oat milk' },
  autocomplete: { text: 'oat' },
}
const inputOf = (name: string): Record<string, unknown> =>
  inputs[name] ?? ('signalId' in (tools.find((tool) => tool.name === name)?.input.shape ?? {}) ? { signalId } : {})
/** Values of arguments that may be left out. */
const samples: Record<string, unknown> = {
  country: 'SE',
  entity: 'Oatly',
  from: '2026-06-01',
  to: '2026-06-30',
  asOf: '2026-07-01',
  tone: 'negative',
  source: 'reddit',
  outlet: 'r/vegan',
  author: 'Ada',
  context: 'barista',
  sort: 'reach',
  ageMax: 40,
  secondTerm: 'price',
  previousSignalId: 'sig_c3b5r7w9',
  interval: 'week',
  message: 'Look',
  threadId: 'th_a1',
  limit: 7,
  page: 3,
}
/** Query and JSON body of a request by name, the bodies of its parts included. */
const fieldsOf = (path: string, body: unknown): Record<string, unknown> => {
  const { query, ...fields } = Object(body) as Record<string, unknown>
  return { ...Object.fromEntries(new URL(path, 'http://x').searchParams), ...fields, ...Object(query) }
}
/** The arguments whose value a request has in a field, in its query or with a time of the day. */
const originsOf = (given: Record<string, unknown>, sent: unknown): string[] =>
  Object.keys(given).filter((argument) =>
    [given[argument], `${given[argument] as string}T00:00:00Z`, `${given[argument] as string}T23:59:59Z`].some(
      (value) => JSON.stringify(value) === JSON.stringify(sent),
    ),
  )
/** Names of properties without a description. */
const listUndescribed = ({ properties = {}, items, oneOf = [], anyOf = [] }: JsonSchema): string[] => [
  ...Object.entries(properties).flatMap(([name, property]) => [
    ...(property.description ? [] : [name]),
    ...listUndescribed(property),
  ]),
  ...[...(items ? [items] : []), ...oneOf, ...anyOf].flatMap(listUndescribed),
]
const json = (text: string | undefined): Record<string, unknown> => JSON.parse(text ?? '') as Record<string, unknown>

describe('the tools', () => {
  test('comprise 20 to 35 that only read, each with a description', async () => {
    const listed = await mcp.listTools()
    expect(listed.length).toBeGreaterThanOrEqual(20)
    expect(listed.length).toBeLessThanOrEqual(35)
    for (const { title, description, annotations, inputSchema } of listed) {
      expect(title).not.toBe('')
      expect(description.length).toBeGreaterThan(30)
      expect(annotations.readOnlyHint).toBe(true)
      expect(inputSchema.type).toBe('object')
    }
  })

  test('describe every parameter, also inside lists and alternatives, and what they answer', async () => {
    for (const { name, inputSchema, outputSchema } of await (await connect(true)).listTools()) {
      expect([name, listUndescribed(inputSchema)]).toEqual([name, []])
      expect([name, Object.keys(outputSchema?.properties ?? {}).length > 0]).toEqual([name, true])
    }
  })

  test('tools that write are offered only when writes are allowed', async () => {
    const readers = (await mcp.listTools()).map(({ name }) => name)
    const writers = tools.filter(({ writes }) => writes).map(({ name }) => name)
    expect(writers.length).toBeGreaterThan(0)
    expect(readers).not.toEqual(expect.arrayContaining(writers))
    await expect(mcp.callTool(writers[0] ?? '', inputOf(writers[0] ?? ''))).rejects.toThrow()
    expect((await (await connect(true)).listTools()).map(({ name }) => name)).toEqual(expect.arrayContaining(writers))
  })

  test.each(tools.map(({ name }) => name))(
    "%s answers from the contract's examples in less than 8 KB",
    async (name) => {
      const answer = await (await connect(true)).callTool(name, inputOf(name))
      expect(answer).not.toHaveProperty('isError')
      const text = answer.content[0]?.text ?? ''
      expect(Object.keys(json(text)).length).toBeGreaterThan(0)
      // the server validates it against the tool's schema
      expect(answer.structuredContent).toEqual(json(text))
      expect(text.length).toBeLessThan(8000)
      expect(auspex.requests.map(({ operationId }) => operationId)).not.toContain('none')
      expect(auspex.requests.every(({ token }) => token === 'Bearer mira')).toBe(true)
    },
  )

  test('a search is polled until it ends', async () => {
    auspex.answers.set('topicQuery', {
      status: 200,
      body: {
        ...((await (await fetch(`${auspex.url}/api/explore/getQueryStatus`, { method: 'POST' })).json()) as object),
        status: 'running',
        matched: null,
      },
    })
    const answer = await mcp.callTool('search_topic', { topic: 'oat milk' })
    expect(json(answer.content[0]?.text)).toMatchObject({ status: 'complete' })
    expect(auspex.requests.map(({ operationId }) => operationId).slice(-2)).toEqual(['topicQuery', 'getQueryStatus'])
  })

  test('a report lists the documents behind its sentences', async () => {
    const { content } = await mcp.callTool('get_report', { signalId })
    const { summary } = json(content[0]?.text) as { summary: { documentIds: string[] }[] }
    expect(summary.every(({ documentIds }) => documentIds.every((id) => id.startsWith('doc_')))).toBe(true)
    expect(content[0]?.text).not.toContain('highlights')
  })
})

describe('failures are explained in words', () => {
  const problem = (status: number, more: object = {}) => ({
    status,
    body: { type: 'about:blank', title: 'Refused', status, code: 'x.y', requestId: 'r-1', ...more },
  })
  test.each([
    [501, {}, 'has not built getTone yet'],
    [401, {}, 'AUSPEX_TOKEN'],
    [401, { detail: 'The access token has expired.' }, 'The access token has expired. The person must sign in again.'],
    [403, { detail: 'The module is switched off.' }, 'The module is switched off.'],
    [404, {}, 'never make one up'],
    [422, { errors: [{ in: 'query', pointer: '/geo', message: 'must be a country' }] }, 'country: must be a country'],
    [429, {}, 'Too many requests'],
    [503, {}, 'Trying again may help'],
  ])('a %i', async (status, more, words) => {
    auspex.answers.set('getTone', problem(status, more))
    const answer = await mcp.callTool('get_tone', { signalId })
    expect(answer.isError).toBe(true)
    expect(answer.content[0]?.text).toContain(words)
  })

  test.each(tools.map(({ name }) => name))(
    'of %s by the API name its own arguments, and no field of the API',
    async (name) => {
      const tool = tools.find((each) => each.name === name)
      const shape = tool?.input.shape ?? {}
      const optional = Object.entries(samples).filter(([argument]) => argument in shape)
      const given: Record<string, unknown> = { ...Object.fromEntries(optional), ...inputOf(name) }
      const writer = await connect(true)
      await writer.callTool(name, given)
      const request = auspex.requests.find(({ operationId }) => operationId === tool?.operationId) ?? auspex.requests[0]
      expect(request).toBeDefined()
      const sent = fieldsOf(request?.path ?? '', request?.body)
      // some tools shorten a list themselves
      const isSent = optional.some(([argument]) => argument !== 'limit')
      expect(Object.keys(sent).length).toBeGreaterThanOrEqual(isSent ? 1 : 0)
      const errors = Object.keys(sent).map((field, at) => ({
        in: 'body',
        pointer: `/${field}`,
        message: `is wrong (${at})`,
      }))
      auspex.answers.set(request?.operationId ?? '', problem(422, { errors }))
      const words = (await writer.callTool(name, given)).content[0]?.text ?? ''
      for (const [at, [field, value]] of Object.entries(sent).entries()) {
        const named = new RegExp(`(\\S+): is wrong \\(${at}\\)`).exec(words)?.[1]
        // the tool itself adds what comes from no argument
        const origins = originsOf(given, value)
        expect([field, origins, origins.length === 0 || origins.includes(named ?? '')]).toEqual([field, origins, true])
        expect([field, named === undefined || named in shape]).toEqual([field, true])
      }
    },
  )

  test('that names a field of the API in its words names the argument instead', async () => {
    const errors = [{ in: 'query', pointer: '/age_max', message: 'must not be below age_min' }]
    auspex.answers.set('getAudienceEstimate', problem(422, { errors }))
    const answer = await mcp.callTool('estimate_audience', { ...inputOf('estimate_audience'), ageMax: 10 })
    expect(answer.content[0]?.text).toContain('ageMax: must not be below ageMin')
  })

  test('too few documents come with suggestions', async () => {
    auspex.answers.set('topicQuery', {
      status: 200,
      body: { message: 'data-too-sparse', suggestions: ['Use a wider term'] },
    })
    const answer = await mcp.callTool('search_topic', { topic: 'oat milk' })
    expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Use a wider term') }] })
  })

  const tone = { signalId: 'sig_k2m4p6q8' }
  test.each([
    [
      'get_tone',
      { signalId: 'oat milk' },
      'signalId: "oat milk" is not valid.',
      'Expected: Signal id from search_topic.',
    ],
    ['get_tone', {}, 'signalId: is missing.', 'Expected: Signal id from search_topic.'],
    ['search_topic', { topic: 'x', country: 'Germany' }, 'country: "Germany" is not valid.', 'for example SE.'],
    ['list_documents', { ...tone, from: '2026-07-01', to: '2026-06-01' }, 'to: The last day is before the first day.'],
    ['search_topic', { topic: 'x'.repeat(1001) }, `topic: "${'x'.repeat(79)}…" is not valid`],
    ['list_portfolios', { limt: 3 }, 'There is no argument limt;', 'did you mean limit?'],
    [
      'quote_documents',
      { documentIds: Array.from({ length: 21 }, (_, at) => `doc_${at}`), term: 'oat milk' },
      'documentIds: 21 entries are too many; at most 20 are taken.',
      'The documents to quote',
    ],
    [
      'quote_documents',
      { documentIds: Array.from({ length: 2000 }, () => ({})), term: 'oat milk' },
      'The arguments have more than 1000 values, which is the most that a tool takes.',
    ],
    ['quote_documents', { documentIds: Array.from({ length: 15 }, () => 'oat'), term: 'oat milk' }, 'And 5 more.'],
    ['get_tone', { signalId: 'sig_k2m4p6q8', colour: 1 }, 'There is no argument colour;', 'known here: signalId'],
    ['get_account', { signalId: 'sig_k2m4p6q8' }, 'There is no argument signalId. This tool takes no arguments.'],
    [
      'get_tone',
      { ...tone, since: 1, until: 2, limit: 3 },
      'There are no arguments since, until, limit; known here: signalId, c',
    ],
    [
      'search_topic',
      { topic: 'x', topik: 'y', colour: 1 },
      'did you mean topic? There is no argument colour; known here',
    ],
  ])('%s with %j is refused without a request to Auspex, with what is expected', async (name, input, ...words) => {
    const { isError, content } = await mcp.callTool(name, input)
    expect(isError).toBe(true)
    for (const part of words) expect(content[0]?.text).toContain(part)
    expect(content[0]?.text).not.toContain('Input validation error')
    expect(content[0]?.text.match(/known here/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(auspex.requests).toEqual([])
  })

  test.each([
    ['get_tones', 'There is no tool get_tones; did you mean get_tone?'],
    ['nosuch_tool', /^There is no tool nosuch_tool; known here: search_topic, .*get_account/],
    ['add_comment', 'The tool add_comment changes something, and this server only reads.'],
  ])('the tool %s is refused with what there is', async (name, words) => {
    await expect(mcp.callTool(name)).rejects.toThrow(words)
  })

  test.each([
    ['a reading one', tools.filter(({ writes }) => writes), true, 'get_tone'],
    ['a writing one', tools.filter(({ writes }) => !writes), false, 'add_comment'],
    ['every one', [], false, 'get_tone'],
  ])(
    'a tool of a catalogue without %s is unknown, and does not wait for permission',
    async (_which, catalogue, allowWrites, name) => {
      const client = await connect(allowWrites, catalogue)
      expect(await client.listTools()).toHaveLength(catalogue.length)
      await expect(client.callTool(name)).rejects.toThrow(`There is no tool ${name}; known here: `)
    },
  )

  test('a tool that cannot even read its arguments answers with an error', async () => {
    const broken = tools
      .filter(({ name }) => name === 'get_tone')
      .map((tool) => ({
        ...tool,
        input: tool.input.refine(() => {
          throw new Error('The dictionary is missing.')
        }),
      }))
    const client = await connect(false, broken)
    expect(await client.callTool('get_tone', tone)).toMatchObject({
      isError: true,
      content: [{ text: 'The tool failed: The dictionary is missing.' }],
    })
  })

  test('words of the API that are names of every object stay as they are', async () => {
    const errors = [{ in: 'query', pointer: '/constructor', message: 'must not have a toString or hasOwnProperty' }]
    auspex.answers.set('getTone', problem(422, { errors }))
    const answer = await mcp.callTool('get_tone', tone)
    expect(answer).toMatchObject({ isError: true })
    expect(answer.content[0]?.text).toBe('Auspex refused the request. must not have a toString or hasOwnProperty')
  })
})
