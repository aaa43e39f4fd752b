import { type ContractDocument, type Resource, resolve } from '@auspex/contract'
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
  (exampleRequest: Call): ReturnType<typeof call> =>
    call(mock.fetch, 'http://mock.example', exampleRequest)

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
      const exampleRequest = { ...exampleCall(mock, operation), ...(token === null && { token }) }
      const { status, headers } = await ask(exampleRequest)
      const documented = operation.responseHeaders.get(status)
      expect(limits.filter((name) => headers.has(name))).toEqual(limits.filter((name) => documented?.has(name)))
    }
  })

  test.each(operations)('$id returns every documented failure on request', async (operation) => {
    const exampleRequest = exampleCall(mock, operation)
    for (const [status, types] of operation.responses) {
      const check = types.get('application/problem+json')
      if (check === undefined) continue
      const reply = await ask({ ...exampleRequest, headers: { ...exampleRequest.headers, prefer: `code=${status}` } })
      expect(reply.status).toBe(status)
      expect(check(reply.body)).toEqual([])
    }
  })

  test.each(operations.filter(({ events }) => events === null))(
    '$id returns seeded values on request',
    async (operation) => {
      const exampleRequest = exampleCall(mock, operation)
      const headers = { ...exampleRequest.headers, prefer: 'dynamic=true' }
      const [first, second] = [await ask({ ...exampleRequest, headers }), await ask({ ...exampleRequest, headers })]
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
  const playStory = async (seed: number) => {
    const replies: string[] = []
    const send = asking(mockOf({ seed }))
    for (const exampleRequest of story) replies.push((await send(exampleRequest)).text)
    return replies
  }

  test('give the same bytes, and another seed gives others', async () => {
    expect(await playStory(1)).toEqual(await playStory(1))
    expect((await playStory(2))[0]).not.toBe((await playStory(1))[0])
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

describe('the state of a mock', () => {
  test('can be saved as a snapshot and restored', async () => {
    const ownMock = mockOf()
    const send = asking(ownMock)
    await send({ method: 'POST', path: '/portfolio/create', json: { title: 'Before' } })
    const snapshot = JSON.parse(JSON.stringify(ownMock.snapshot()))
    const after = await send({ method: 'POST', path: '/portfolio/create', json: { title: 'After' } })
    ownMock.restore(snapshot)
    expect((await send({ path: `/portfolio/${after.body.id}` })).status).toBe(404)
    expect((await send({ method: 'POST', path: '/portfolio/create', json: { title: 'After' } })).body.id).toBe(
      after.body.id,
    )
  })

  test('is cleared by a reset', async () => {
    const ownMock = mockOf()
    const send = asking(ownMock)
    const { body } = await send({ method: 'POST', path: '/portfolio/create', json: { title: 'Gone' } })
    ownMock.reset()
    expect((await send({ path: `/portfolio/${body.id}` })).status).toBe(404)
    expect(ownMock.log.list()).toHaveLength(1)
  })

  test('can be seeded with given or generated items, for any tenant', async () => {
    const ownMock = mockOf()
    const send = asking(ownMock)
    const [mine] = ownMock.seed({
      collection: 'portfolios',
      items: [{ id: 'pf_mine', title: 'Mine' }],
      organizationId: 'org_b',
    })
    ownMock.seed({ collection: 'portfolios', items: 30, organizationId: 'org_b' })
    expect((await send({ path: '/portfolio/pf_mine', token: 'org_b.usr_b' })).body).toEqual(mine)
    expect((await send({ path: '/portfolio', token: 'org_b.usr_b' })).body.page).toMatchObject({
      total: 31,
      totalPages: 2,
    })
    expect((await send({ path: '/portfolio/pf_mine' })).status).toBe(404)
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
    const ownMock = mockOf()
    const send = asking(ownMock)
    await send({ method: 'POST', path: '/portfolio/create', json: { title: 'Seen' }, token: 'org_a.usr_a' })
    await send({ path: '/nothing' })
    expect(ownMock.log.list()).toMatchObject([
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
  const resourceOf = (copy: ContractDocument) => copy.paths['/portfolio/{id}']?.get?.['x-resource'] ?? ({} as Resource)

  test('is served immediately, and stored items remain', async () => {
    const ownMock = mockOf()
    const send = asking(ownMock)
    const { body } = await send({ method: 'POST', path: '/portfolio/create', json: { title: 'Stays' } })
    ownMock.reload(changed((copy) => delete copy.paths['/users/me']))
    expect((await send({ path: '/users/me' })).status).toBe(404)
    expect((await send({ path: `/portfolio/${body.id}` })).body.title).toBe('Stays')
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
    [
      'has a verb that does not exist',
      (copy: ContractDocument) => Object.assign(resourceOf(copy), { verb: 'get' }),
      /get\/x-resource\/verb must be one of create, list, read, update, delete, clear, restore, not "get"/,
    ],
    [
      'has no id of the item that it reads',
      (copy: ContractDocument) => delete resourceOf(copy).id,
      /get\/x-resource needs an id: where the request names the item, as in id: path\.id/,
    ],
    [
      'has an id without its part of the request',
      (copy: ContractDocument) => Object.assign(resourceOf(copy), { id: 'portfolioId' }),
      /x-resource\/id is "portfolioId", and must be a place of the request: path\.id, query\.NAME, body\.\/NAME/,
    ],
    ['has no paths', (copy: ContractDocument) => Reflect.deleteProperty(copy, 'paths'), /\/paths is missing/],
  ])('that %s is refused, and the last valid one stays active', async (_what, change, reason) => {
    const ownMock = mockOf()
    expect(() => ownMock.reload(changed(change))).toThrow(InvalidContractError)
    expect(() => ownMock.reload(changed(change))).toThrow(reason)
    expect((await asking(ownMock)({ path: '/users/me' })).status).toBe(200)
  })
})
