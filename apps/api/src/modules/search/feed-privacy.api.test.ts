import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readContractDocument } from '@auspex/contract/file'
import type { Export, SearchState, SignalQuery } from '@auspex/sdk/types'
import { resolve } from '@auspex/contract'
import { createGuardedHttp, createSources } from '@auspex/sources'
import { strFromU8, unzipSync } from 'fflate'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readUntil, searchToEnd } from '../../testing/finish-search.ts'
import type { PersonName } from '../../testing/people.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

/** Secrets in each part of a subscriber's feed address; only the person who gave it may read them. */
const secrets = ['p4thTOKEN8c1f', 'qu3ryTOKEN77aa', 'us3rTOKEN19bd', 'fragm3ntTOKEN5e'] as const
const [inPath, inQuery, inUser, inFragment] = secrets
/** Words of the feed's own text, to verify that it was read. */
const publishedTitle = 'Oat milk news number 7'

let endpoint = ''
let api: TestApi
let startedSearch: SearchState
/** Every line of the server's log. */
const logLines: string[] = []

/** A feed that repeats its own address wherever a feed can, and a server that repeats it when it refuses. */
const server = createServer((request, response) => {
  const self = `http://${endpoint}${request.url ?? ''}`
  if (request.url?.includes('refuse')) {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`No subscription for ${self}`)
    return
  }
  const entries = Array.from({ length: 12 }, (_, n) => {
    const links = [`<link rel="self" href="${self}"/>`, `<link href="entry-${n}"/>`, `<link href="#e${n}"/>`]
    const link = [...links, `<link href="https://blog.example/${n}?auth=${inQuery}&amp;page=1"/>`][n % 4]
    return `<entry><id>${self}#${n}</id>${link}<title>Oat milk news number ${n}</title>
      <updated>2026-11-${10 + (n % 9)}T08:00:00Z</updated>
      <content>Oat milk is sold in shop ${n}. You read ${self} because you subscribed.</content></entry>`
  })
  response.writeHead(200, { 'content-type': 'application/atom+xml' })
    .end(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Private</title><link rel="self" href="${self}"/>
      ${entries.join('')}</feed>`)
})

async function call(as: PersonName, method: 'GET' | 'POST', path: string, body?: object) {
  return api.request({ method, path, as, ...(body === undefined ? {} : { body }) })
}

const search = (as: PersonName, body: SignalQuery) => searchToEnd(api, body, as)

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  endpoint = `127.0.0.1:${(server.address() as AddressInfo).port}` // a listening TCP server has a port
  const clock = () => new Date('2026-11-21T08:00:00Z')
  const http = createGuardedHttp({ userAgent: 'auspex-test/1', clock, allow: { endpoints: [endpoint] } })
  const post = async () => Promise.reject(new Error('no source but feeds is asked'))
  const { documents } = createSources({
    mode: 'live',
    clock,
    http: { ...http, post, postJson: post },
    guardedHttp: http,
    settings: {},
  })
  api = await createTestApi({
    jobs: true,
    connectors: documents.filter(({ key }) => key === 'rss'),
    config: { sources: 'live' },
    logger: pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) }),
  })
  startedSearch = await search('mira', {
    query_term: 'oat milk',
    feeds: [
      `http://${endpoint}/${inPath}/feed.xml?auth=${inQuery}#${inFragment}`,
      `http://${endpoint}/${inPath}/refuse.xml?auth=${inQuery}`,
      `http://${inUser}:${inUser}@${endpoint}/feed.xml`,
    ],
  })
})

afterAll(async () => {
  await api.close()
  server.close()
})

/** A request for every operation that reads or queries, about one signal: the contract's example with its id. */
function everyRequest(signalId: string) {
  const document = readContractDocument()
  return api.contract.operations.flatMap(({ id, method, path, isElsewhere, tag, responses }) => {
    if (isElsewhere || (method !== 'GET' && method !== 'POST') || responses.has(501) || tag === 'prices') return []
    const operation = document.paths[path]?.[method === 'GET' ? 'get' : 'post']
    const query = (operation?.parameters ?? [])
      .map((parameter) => resolve(document, parameter))
      .filter((parameter) => parameter.in === 'query' && parameter.required === true)
      .map(({ name }) => `${name}=${/ids?$/i.test(name) ? signalId : 'oat'}`)
    const target = path.replaceAll(/{(\w+)}/g, (_, name: string) => (name === 'sub' ? 'coverage' : signalId))
    const [example] = Object.values(operation?.requestBody?.content['application/json']?.examples ?? {})
    const { value } = example === undefined ? {} : resolve(document, example)
    const text = JSON.stringify(value ?? null).replaceAll(/sig_[a-z0-9]+/g, signalId)
    const body = value === undefined ? undefined : aboutOatMilk(JSON.parse(text) as object)
    return [{ id, method, path: query.length === 0 ? target : `${target}?${query.join('&')}`, body }]
  })
}

/** Replaces the words in a request with those of the feed. */
function aboutOatMilk(body: object): object {
  const words = ['query_term', 'query', 'trend_name'].filter(
    (name) => name in body && typeof body[name as keyof typeof body] === 'string',
  )
  return { ...body, ...Object.fromEntries(words.map((name) => [name, 'oat milk'])) }
}

function expectNoSecret(text: string, place: string): void {
  for (const secret of secrets) expect(text.includes(secret), `${secret} in ${place}`).toBe(false)
}

/** The text of an export; that of a bundle is all its files. */
async function exportText(as: PersonName, format: Export['format']): Promise<string> {
  const begun = await call(as, 'POST', '/exports', { kind: 'signal', id: startedSearch.signal_id, format })
  const state = await readUntil(
    async () => (await call(as, 'GET', `/exports/${begun.json<Export>().id}`)).json<Export>(),
    ({ finishedAt }) => finishedAt !== null,
  )
  expect(state.status).toBe('complete')
  const { rawPayload } = await call(as, 'GET', `/exports/${state.id}/file`)
  if (format !== 'bundle') return rawPayload.toString('latin1')
  const files = unzipSync(rawPayload)
  return Object.values(files)
    .map((file) => strFromU8(file))
    .join('\n')
}

describe('the URL of a feed added by an organization', () => {
  test('is fetched, and its run shows only the host, even to its owner', () => {
    expect(startedSearch).toMatchObject({ status: 'complete', matched: 12 })
    expect(startedSearch.sources.find(({ source }) => source === 'rss')).toMatchObject({
      status: 'ok',
      nativeQuery: '127.0.0.1',
      reason: expect.stringMatching(/2 of 3 feeds failed; 127\.0\.0\.1: .*\.$/),
    })
    expectNoSecret(JSON.stringify(startedSearch), 'the state of the search')
  })

  test('is in no reply to another organization about the signal', async () => {
    const answered: string[] = []
    for (const { id, method, path, body } of everyRequest(startedSearch.signal_id)) {
      const reply = await call('ana', method, path, body)
      expectNoSecret(reply.body, id)
      if (reply.statusCode === 200) answered.push(id)
    }
    expect(answered).toEqual(
      expect.arrayContaining([
        'topicQuery',
        'getSignalReport',
        'getSignalSection',
        'listSignalDocuments',
        'listSources',
        'listSourceProbes',
        'listRecentSearches',
        'smartRedirect',
        'smartSearchLite',
        'createMonitorSubscription',
      ]),
    )
  })

  test('is in no section of the report', async () => {
    const { body } = await call('ana', 'GET', `/signal/json/${startedSearch.signal_id}`)
    const sections = Object.keys(JSON.parse(body) as object)
    expect(sections).toContain('coverage')
    for (const section of sections)
      expectNoSecret((await call('ana', 'GET', `/signal/json/${startedSearch.signal_id}/${section}`)).body, section)
  })

  test('is in no reply to the same search by another organization', async () => {
    const repeated = await search('ana', { query_term: 'oat milk' })
    expect(repeated).toMatchObject({ signal_id: startedSearch.signal_id, cached: true })
    expectNoSecret(JSON.stringify(repeated), 'topicQuery')
  })

  test.each(['csv', 'jsonl', 'html', 'bundle'] as const)(
    'is in no %s export of another organization',
    async (format) => {
      const text = await exportText('ana', format)
      expect(text).toContain(publishedTitle)
      expectNoSecret(text, format)
    },
  )

  test('is never logged, not even if the request is refused', async () => {
    const feeds = [`not an address ${inPath}`, `http://${endpoint}/${inPath}?auth=${inQuery}`]
    expect((await call('mira', 'POST', '/explore/topicQuery', { query_term: 'oat milk', feeds })).statusCode).toBe(422)
    expect(logLines.length).toBeGreaterThan(10)
    expectNoSecret(logLines.join('\n'), 'the log')
  })

  test("is stored only with its owner's search, and in no shared table", async () => {
    const { rows } = await api.database.pool.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
        where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    )
    const tablesWithSecret: string[] = []
    for (const { name } of rows) {
      const matchingRows = await api.database.pool.query(`select 1 from ${name} as one where one::text ~ $1 limit 1`, [
        secrets.join('|'),
      ])
      if (matchingRows.rows.length > 0) tablesWithSecret.push(name)
    }
    expect(tablesWithSecret).toEqual(['public.search'])
  })
})
