import { loadContract, type MediaObject, type Method, resolve } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { operations } from '@auspex/sdk/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notBuiltIds } from '../modules/not-built.ts'
import { createTestApi, type TestApi, type TestRequest } from '../testing/test-api.ts'

const contract = loadContract(readContractDocument())
const servedOperations = contract.operations
const securedOperations = servedOperations.filter((operation) => operation.secured)

/** The path with placeholder values, which do not matter before authentication. */
const addressOf = (path: string) => path.replaceAll(/{\w+}/g, 'x')

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

describe('the surface of the server', () => {
  test('mounts exactly the operations of the contract', async () => {
    await api.app.ready()
    const mounted = [...api.app.printRoutes().matchAll(/\(([A-Z, ]+)\)/g)].flatMap(([, methods = '']) =>
      methods.split(', '),
    )
    const expected = servedOperations.filter(({ method, path, isElsewhere }) =>
      api.app.hasRoute({
        method,
        url: `${isElsewhere ? '/assistant' : '/api'}${path.replaceAll(/{(\w+)}/g, ':$1')}`,
      }),
    )
    expect(expected.map(({ id }) => id)).toEqual(servedOperations.map(({ id }) => id))
    // those of pages on other origins, which the browser asks before an operation
    const preflights = mounted.filter((method) => method === 'OPTIONS')
    expect(preflights).toHaveLength(2)
    expect(mounted.filter((method) => method !== 'OPTIONS').toSorted()).toEqual(
      // one is no operation: the metadata of RFC 9728
      [...servedOperations.map(({ method }) => method), 'GET'].toSorted(),
    )
  })

  test('has generated operations equal to the contract', () => {
    const generated = Object.entries(operations).map(([id, { method, path, secured: isSecured, role, scope }]) => ({
      id,
      method,
      path,
      isSecured,
      role,
      scope,
    }))
    const bundled = contract.operations.map(({ id, method, path, secured: isSecured, role, scope }) => ({
      id,
      method,
      path,
      isSecured,
      role,
      scope,
    }))
    const byId = (left: { id: string }, right: { id: string }) => left.id.localeCompare(right.id)
    expect(generated.toSorted(byId)).toEqual(bundled.toSorted(byId))
  })

  test('omits an operation only if the contract announces it', () => {
    const announced = servedOperations.filter(({ responses }) => responses.has(501)).map(({ id }) => id)
    expect(announced.toSorted()).toEqual([...api.gaps].toSorted())
    expect([...api.gaps].toSorted()).toEqual([...notBuiltIds].toSorted())
  })
})

const metadataPath = '/.well-known/oauth-protected-resource/api'

test('an app that was refused learns which provider signs people in (RFC 9728)', async () => {
  const reply = await api.app.inject({ url: metadataPath, headers: { origin: 'https://other.example' } })
  expect(reply.headers).toMatchObject({ 'access-control-allow-origin': '*' })
  expect(reply.json()).toMatchObject({
    resource: expect.stringMatching(/^http.*\/api$/),
    authorization_servers: [expect.stringMatching(/^https?:/)],
    scopes_supported: ['read', 'write', 'administer'],
  })
})

describe('every operation that needs sign-in protects', () => {
  test.each(securedOperations)('$id: rejects any request without a token', async ({ method, path }) => {
    const reply = await api.request({
      method,
      path: `${addressOf(path)}?unknown=1`,
      headers: { 'content-type': 'application/json' },
      body: '{',
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json(;|$)/)
    expect(reply.headers['www-authenticate']).toMatch(
      /^Bearer resource_metadata="http.*\/oauth-protected-resource\/api"$/,
    )
    expect(reply.json()).toMatchObject({
      status: 401,
      code: 'identity.unauthenticated',
      requestId: reply.headers['x-request-id'],
    })
  })

  test.each(securedOperations)('$id: rejects an invalid token', async ({ method, path }) => {
    const reply = await api.request({ method, path: addressOf(path), headers: { authorization: 'Bearer not.a.token' } })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", resource_metadata="/)
    expect(reply.json()).toMatchObject({ status: 401, code: 'identity.invalid_token' })
  })

  test.each(securedOperations.filter(({ role }) => role !== null))(
    '$id: rejects callers without its role before reading their body',
    async ({ method, path, role }) => {
      const reply = await api.request({
        method,
        path: addressOf(path),
        as: 'mira',
        headers: { 'content-type': 'application/json' },
        body: '{',
      })
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toMatchObject({
        code: 'identity.forbidden',
        detail: `Ask an administrator for the role ${role}.`,
      })
    },
  )
})

const service = { sub: 'robot', client_id: 'robot', roles: ['godmode'], organization: 'org_northwind' }

describe('every operation that needs sign-in is open to a service', () => {
  const asService = (method: TestRequest['method'], path: string, scope: string) =>
    api.request({ method, path: `${addressOf(path)}?unknown=1`, as: { ...service, scope } })

  test.each(securedOperations)('$id: requires only its scope, whatever the roles', async ({ method, path, scope }) => {
    for (const other of ['', 'openid profile', 'search', 'import'].filter((each) => each !== scope)) {
      const reply = await asService(method, path, other)
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toMatchObject({
        code: 'identity.insufficient_scope',
        detail: expect.stringContaining(scope ?? 'for people'),
      })
    }
  })

  test.each(securedOperations.filter(({ scope }) => scope !== null))(
    "$id: accepts its scope, and then checks the request like a person's",
    async ({ method, path, scope }) => {
      expect((await asService(method, path, `openid ${scope}`)).statusCode).toBe(422)
    },
  )

  test('searching, reading and importing only, and nothing about people or settings', () => {
    const open = (scope: string | null) => securedOperations.filter((each) => each.scope === scope).map(({ id }) => id)
    expect(open('import').toSorted()).toEqual([
      'deleteImport',
      'finishImport',
      'getImport',
      'importCloses',
      'listImports',
      'previewImportDeletion',
      'startImport',
      'storeImportBatch',
    ])
    expect(open('search')).toEqual(
      expect.arrayContaining(['getMe', 'topicQuery', 'getQueryStatus', 'getSignalReport', 'listSignalDocuments']),
    )
    expect(open(null)).toEqual(
      expect.arrayContaining([
        'listInbox',
        'markInboxMessage',
        'sendSignalMessage',
        'updatePreferences',
        'deleteContextSpaceData',
        'createMonitorSubscription',
        'createSourceProbe',
        'listUsers',
      ]),
    )
  })
})

describe('every operation refuses', () => {
  test.each(servedOperations)('$id: a query parameter that the contract does not name', async ({ method, path }) => {
    const reply = await api.request({ method, path: `${addressOf(path)}?unknown=1`, as: 'root' })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toContainEqual(
      expect.objectContaining({
        in: 'query',
        pointer: '/unknown',
        message: expect.stringMatching(/^is not part of the contract; /),
      }),
    )
  })
})

describe('the examples of the contract', () => {
  test.each(contract.operations)('$id: every example passes the checks that requests and replies pass', (operation) => {
    const faults: unknown[] = []
    let checked = 0
    const documented = readOperation(operation)
    for (const [type, media] of Object.entries(documented.requestBody?.content ?? {})) {
      for (const example of examplesOf(media)) {
        checked += 1
        faults.push(...(operation.body?.types.get(type)?.check(structuredClone(example)) ?? ['no check']))
      }
    }
    for (const [status, types] of operation.responses) {
      for (const [type, check] of types) {
        const examples = examplesOf(documented.media(status, type))
        checked += examples.length
        faults.push(...examples.flatMap((example) => check(example)))
      }
    }
    expect(faults).toEqual([])
    expect(checked).toBeGreaterThan(2)
  })
})

const document = readContractDocument()

function readOperation({ path, method }: { path: string; method: string }) {
  const item = document.paths[path]?.[method.toLowerCase() as Method] // the contract was loaded from this document
  if (item === undefined) throw new Error(`${method} ${path} is not in the contract`)
  return {
    requestBody: item.requestBody,
    media: (status: number, type: string): MediaObject | undefined => {
      const response = item.responses[status]
      return response === undefined ? undefined : resolve(document, response).content?.[type]
    },
  }
}

function examplesOf(media: MediaObject | undefined): unknown[] {
  const named = Object.values(media?.examples ?? {}).map((example) => resolve(document, example).value)
  return media?.example === undefined ? named : [media.example, ...named]
}
