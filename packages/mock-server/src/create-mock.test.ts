import { type ContractDocument, resolve } from '@auspex/contract'
import { unknownFieldRequests, wholeRequests, writeRequest } from '@auspex/contract/arbitraries'
import { describe, expect, test } from 'vitest'
import { createMock } from './create-mock.ts'
import { InvalidContractError } from './replies/served-contract.ts'
import { call, type Call } from './testing/call.ts'
import { contractUnderTest } from './testing/contract-under-test.ts'
import { exampleCall } from './testing/example-call.ts'

const document = contractUnderTest()
const mockOf = (options: Partial<Parameters<typeof createMock>[0]> = {}) => createMock({ document, ...options })
const asking =
  (mock: ReturnType<typeof createMock>) =>
  (wanted: Call): ReturnType<typeof call> =>
    call(mock.fetch, 'http://mock.example', wanted)

const { operations } = mockOf().contract
const mock = mockOf()
const ask = asking(mock)

describe('every operation', () => {
  test.each(operations)('$id returns its own example in a valid response', async (operation) => {
    mock.reset()
    const reply = await ask(exampleCall(mock, operation))
    expect({ status: reply.status, body: reply.status < 300 ? null : reply.text }).toMatchObject({ body: null })
    const type = reply.headers.get('content-type')?.split(';')[0] ?? ''
    expect(operation.responses.get(reply.status)?.get(type)?.(reply.body) ?? []).toEqual([])
  })

  test.each(operations)('$id refuses an unknown field by name at any depth', async (operation) => {
    const wrong = wholeRequests(document, operation).flatMap((request) =>
      unknownFieldRequests(document, operation, request),
    )
    for (const { in: part, pointer, request } of wrong) {
      const written = writeRequest(operation, request)
      if (written === null) continue
      const { method, target: path, headers, body } = written
      const prefix = operation.isElsewhere ? '/assistant' : '/api'
      const reply = await ask({ method, path, prefix, token: 'root', headers, ...(body === null ? {} : { body }) })
      expect({ status: reply.status, fault: reply.body.errors?.[0] }).toMatchObject({
        status: 422,
        fault: { in: part, pointer, code: 'field.unknown' },
      })
    }
    expect(wrong.length).toBeGreaterThan(0)
  })

  test.each(operations.filter(({ secured }) => secured))('$id answers 401 without a token', async (operation) => {
    const reply = await ask({ ...exampleCall(mock, operation), token: null })
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each(operations)('$id sends rate limit headers exactly where the contract has them', async (operation) => {
    const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
    mock.reset()
    for (const token of [undefined, null]) {
      const wanted = { ...exampleCall(mock, operation), ...(token === null && { token }) }
      const { status, headers } = await ask(wanted)
      const documented = operation.responseHeaders.get(status)
      expect(limits.filter((name) => headers.has(name))).toEqual(limits.filter((name) => documented?.has(name)))
    }
  })

  test.each(operations)('$id returns every documented failure on request', async (operation) => {
    const wanted = exampleCall(mock, operation)
    for (const [status, types] of operation.responses) {
      const check = types.get('application/problem+json')
      if (check === undefined) continue
      const reply = await ask({ ...wanted, headers: { ...wanted.headers, prefer: `code=${status}` } })
      expect(reply.status).toBe(status)
      expect(check(reply.body)).toEqual([])
    }
  })

  test.each(operations.filter(({ events }) => events === null))(
    '$id returns seeded values on request',
    async (operation) => {
      const wanted = exampleCall(mock, operation)
      const headers = { ...wanted.headers, prefer: 'dynamic=true' }
      const [first, second] = [await ask({ ...wanted, headers }), await ask({ ...wanted, headers })]
      expect(first.status).toBeLessThan(300)
      expect(first.text).toBe(second.text)
      expect(operation.responses.get(first.status)?.get('application/json')?.(first.body) ?? []).toEqual([])
    },
  )
})

describe('the same seed and requests', () => {
  const story: Call[] = [
    { method: 'POST', path: '/portfolio/create', json: { title: 'One' } },
    { method: 'POST', path: '/explore/topicQuery', json: { query_term: 'matcha' } },
    { path: '/portfolio' },
    { path: '/signal/json/sig_a1', headers: { prefer: 'dynamic=true' } },
    { path: '/nothing' },
  ]
  const tell = async (seed: number) => {
    const told: string[] = []
    const asked = asking(mockOf({ seed }))
    for (const wanted of story) told.push((await asked(wanted)).text)
    return told
  }

  test('give the same bytes, and another seed gives others', async () => {
    expect(await tell(1)).toEqual(await tell(1))
    expect((await tell(2))[0]).not.toBe((await tell(1))[0])
  })
})

describe('a preference without a match in the contract', () => {
  test('is refused with a list of the available ones', async () => {
    expect((await ask({ path: '/users/me', headers: { prefer: 'code=418' } })).body).toMatchObject({
      status: 422,
      detail: expect.stringContaining('200, 401'),
    })
    expect((await ask({ path: '/users/me', headers: { prefer: 'example=none' } })).body).toMatchObject({
      detail: expect.stringContaining('typical'),
    })
  })

  test('can match examples added at run time', async () => {
    const own = asking(mockOf({ examples: { clearRecentSearches: { many: { removed: 50 } } } }))
    const reply = await own({
      method: 'POST',
      path: '/explore/clearRecentSearches',
      headers: { prefer: 'example=many' },
    })
    expect(reply.body).toEqual({ removed: 50 })
  })
})

describe('a null in the query', () => {
  const estimate = '/signal/narrative/meta/estimate?id=sig_k2m4p6q8&age_min=18'

  test.each(['&age_max=null&geo=null', '&age_max=&geo=', ''])(
    'is accepted where the contract allows it: "%s"',
    async (rest) => {
      expect((await ask({ path: `${estimate}${rest}` })).status).toBe(200)
    },
  )

  test('is refused elsewhere', async () => {
    expect((await ask({ path: '/signal/narrative/meta/estimate?id=sig_k2m4p6q8&age_min=null' })).status).toBe(422)
  })
})

describe('the mock ignores exactly what the product API ignores', () => {
  test.each([
    ['a text that no database stores', '{"query_term":"oat\\u0000milk"}', '/query_term', 'the character U+0000'],
    ['JSON that is nested too deep', `{"a":${'['.repeat(100_000)}`, '/', 'nested deeper'],
    ['half a million items', `[${'0,'.repeat(500_000)}0]`, '/', 'items and fields'],
  ])('%s is refused with its place', async (_what, body, pointer, message) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await ask({ method: 'POST', path: '/explore/saveRecentSearch', headers, body })
    expect(reply.body).toMatchObject({
      status: 422,
      code: 'request.invalid',
      errors: [{ in: 'body', pointer, message: expect.stringContaining(message) }],
    })
  })
})

test('an invalid example is refused as it is added', () => {
  expect(() => mockOf({ examples: { clearRecentSearches: { many: { removed: -1 } } } })).toThrow(
    '/examples/clearRecentSearches/many/removed',
  )
  expect(() => mockOf({ examples: { nothing: {} } })).toThrow(InvalidContractError)
})

describe('the state of a mock', () => {
  test('can be saved as a snapshot and restored', async () => {
    const own = mockOf()
    const asked = asking(own)
    await asked({ method: 'POST', path: '/portfolio/create', json: { title: 'Before' } })
    const snapshot = JSON.parse(JSON.stringify(own.snapshot()))
    const after = await asked({ method: 'POST', path: '/portfolio/create', json: { title: 'After' } })
    own.restore(snapshot)
    expect((await asked({ path: `/portfolio/${after.body.id}` })).status).toBe(404)
    expect((await asked({ method: 'POST', path: '/portfolio/create', json: { title: 'After' } })).body.id).toBe(
      after.body.id,
    )
  })

  test('is cleared by a reset', async () => {
    const own = mockOf()
    const asked = asking(own)
    const { body } = await asked({ method: 'POST', path: '/portfolio/create', json: { title: 'Gone' } })
    own.reset()
    expect((await asked({ path: `/portfolio/${body.id}` })).status).toBe(404)
    expect(own.log.list()).toHaveLength(1)
  })

  test('can be seeded with given or generated items, for any tenant', async () => {
    const own = mockOf()
    const asked = asking(own)
    const [mine] = own.seed({
      collection: 'portfolios',
      items: [{ id: 'pf_mine', title: 'Mine' }],
      organizationId: 'org_b',
    })
    own.seed({ collection: 'portfolios', items: 30, organizationId: 'org_b' })
    expect((await asked({ path: '/portfolio/pf_mine', token: 'org_b.usr_b' })).body).toEqual(mine)
    expect((await asked({ path: '/portfolio', token: 'org_b.usr_b' })).body.page).toMatchObject({
      total: 31,
      totalPages: 2,
    })
    expect((await asked({ path: '/portfolio/pf_mine' })).status).toBe(404)
  })

  test('cannot be seeded with invalid items', () => {
    expect(() => mock.seed<string>({ collection: 'nothing', items: 1 })).toThrow(TypeError)
    expect(() => mock.seed({ collection: 'portfolios', items: [{ title: 7 }] })).toThrow('/title')
    expect(() => mock.seed({ collection: 'cards', items: 1 })).toThrow('stories')
    expect(() => mock.seed({ collection: 'portfolios', items: [{ titel: 'Milk' }] })).toThrow('no titel')
    expect(() => mock.seed({ collection: 'portfolios', items: 100_000 })).toThrow('10000')
    expect(() => mock.seed({ collection: 'portfolios', items: 1.5 })).toThrow('whole number')
  })
})

describe('the log', () => {
  test('contains the last exchanges with caller and body', async () => {
    const own = mockOf({ logSize: 2 })
    const asked = asking(own)
    await asked({ path: '/users/me' })
    await asked({ method: 'POST', path: '/portfolio/create', json: { title: 'Seen' }, token: 'org_a.usr_a' })
    await asked({ path: '/nothing' })
    expect(own.log.list()).toMatchObject([
      {
        operationId: 'createPortfolio',
        userId: 'usr_a',
        organizationId: 'org_a',
        body: { title: 'Seen' },
        status: 200,
      },
      { operationId: null, status: 404, target: '/api/nothing' },
    ])
  })
})

describe('another version of the contract', () => {
  const changed = (change: (copy: ContractDocument) => void) => {
    const copy = structuredClone(document)
    change(copy)
    return copy
  }

  test('is served immediately, and stored items remain', async () => {
    const own = mockOf()
    const asked = asking(own)
    const { body } = await asked({ method: 'POST', path: '/portfolio/create', json: { title: 'Stays' } })
    own.reload(changed((copy) => delete copy.paths['/users/me']))
    expect((await asked({ path: '/users/me' })).status).toBe(404)
    expect((await asked({ path: `/portfolio/${body.id}` })).body.title).toBe('Stays')
  })

  test.each([
    [
      'points to nothing',
      (copy: ContractDocument) => delete copy.components.schemas['Portfolio'],
      /points to nothing: #\/components\/schemas\/Portfolio/,
    ],
    [
      'documents no success',
      (copy: ContractDocument) => (resolve(copy, copy.paths['/users/me']?.get ?? { $ref: '' }).responses = {}),
      /\/paths\/~1users~1me\/get documents no success/,
    ],
    ['has no paths', (copy: ContractDocument) => Reflect.deleteProperty(copy, 'paths'), /\/paths is missing/],
  ])('that %s is refused, and the last valid one stays active', async (_what, change, reason) => {
    const own = mockOf()
    expect(() => own.reload(changed(change))).toThrow(InvalidContractError)
    expect(() => own.reload(changed(change))).toThrow(reason)
    expect((await asking(own)({ path: '/users/me' })).status).toBe(200)
  })
})
