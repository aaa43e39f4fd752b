import { describe, expect, test } from 'vitest'
import { correlateCrypto, correlateStock, createClient, topicQuery } from '../index.ts'
import { type OperationId, operations } from '../operations.ts'
import { callOperation, type ContractOperation, contractOperations } from '../testing/contract.ts'
import { failure, sendJson, serve } from '../testing/server.ts'

/** Specification §8, word for word, and the operations that it names. */
const messages: readonly (readonly [message: string, ...operations: OperationId[]])[] = [
  ['Error while loading profile', 'getMe'],
  ['Error while getting Inflection Point summary', 'getInflectionPointSummary'],
  ['Error while getting Executive summary', 'getExecutiveSummary'],
  ['Error while fetching doc count', 'getDocumentCount'],
  ['Error while getting signal Tone', 'getTone'],
  ['Error while searching Tone Posts', 'listTonePosts'],
  ['Error while loading data', 'getSignalReport', 'getSignalSection', 'getStatus'],
  ['Error while searching trends', 'topicQuery', 'listGeneralTrends', 'listCategoryTrends'],
  ['Error while getting industries', 'listIndustries'],
  ['Error while getting categories', 'listCategories', 'getCategory'],
  ['Error while saving recent search', 'saveRecentSearch'],
  ['Error while getting Clusters', 'getClusters'],
  ['Error while loading news', 'listNews', 'listNewsClusters'],
  ['Error while creating portfolio', 'createPortfolio'],
  ['Error while registering client', 'registerClient'],
  ['Error while refreshing Portfolio', 'refreshPortfolio'],
  ['Error while getting Portfolios', 'listPortfolios', 'listGroupPortfolios', 'getPortfolio'],
  ['Error while loading suggestions', 'autocompleteTerm', 'autocompleteEntity', 'getSuggestions'],
  ['Error while getting Zeus reply', 'getZeusReply', 'streamZeusReply', 'regenerateZeusReply'],
  ['Error while getting Zeus reports', 'listZeusReports'],
  ['Error while getting Zeus threads', 'listZeusThreads'],
  ['Error while getting Zeus workflows', 'listZeusWorkflows', 'listWorkflows'],
  ['No results found', 'getAudienceEstimate'],
]
const cases = messages.flatMap(([message, ...ids]) => ids.map((id) => [message, id] as const))

describe('product messages', () => {
  test.each(cases)('%s: %s', async (message, id) => {
    const [operation] = contractOperations.filter((each) => each.id === id)
    for (const body of [{ message: 'error' }, { error: true }, { error: 'internal words' }]) {
      const server = await serve((_request, response) => sendJson(response, 200, body))
      const client = createClient({ baseUrl: server.url, assistantUrl: server.url })
      const call = callOperation(operation as ContractOperation, { client })
      const pending = operations[id].streams ? (call as AsyncIterator<unknown>).next() : (call as Promise<unknown>)
      expect(await failure(pending)).toMatchObject({ name: 'ProductError', message, productMessage: message })
    }
  })

  test('say what was to be done: no write fails while loading, and few reads fail while loading data', () => {
    const all = Object.entries(operations)
    for (const [id, { productMessage }] of all)
      expect([id, productMessage]).toEqual([id, expect.stringMatching(/^(Error while [a-z]+ing\b|No results found$)/)])
    const writes = all.filter(([, { method, safe }]) => method !== 'GET' && !safe)
    expect(writes.filter(([, { productMessage }]) => productMessage?.includes(' loading '))).toEqual([])
    expect(all.filter(([, { productMessage }]) => productMessage === 'Error while loading data').length).toBeLessThan(6)
  })

  test('data-too-sparse keeps that code', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, { message: 'data-too-sparse' }))
    const call = topicQuery({ query_term: 'x' }, { client: createClient({ baseUrl: server.url }) })
    expect(await failure(call)).toMatchObject({
      name: 'DataTooSparseError',
      code: 'data-too-sparse',
      message: 'data-too-sparse',
      productMessage: 'Error while searching trends',
    })
  })

  test.each([true, false])("a correlation fails with the server's message and display %s", async (display) => {
    const body = { outcome: 'failed', error: true, message: 'No prices before 2019.', display }
    const server = await serve((_request, response) => sendJson(response, 200, body))
    const client = createClient({ baseUrl: server.url })
    for (const call of [
      correlateStock({ signalId: 'sig_k2m4p6q8', symbol: 'OTLY' }, { client }),
      correlateCrypto({ signalId: 'sig_k2m4p6q8', symbol: 'BTC' }, { client }),
    ])
      expect(await failure(call)).toMatchObject({ name: 'ProductError', message: body.message, display })
  })
})
