import type { ContractDocument } from '@auspex/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const pet = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const json = (schema: object) => ({ 'application/json': { schema } })

/** In the style of other projects' generators: no ids, a referenced body, status ranges, no components at all. */
const pets = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: { responses: { '2XX': { description: 'All.', content: json({ type: 'array', items: pet }) } } },
      post: {
        requestBody: { required: true, content: json(pet) },
        responses: { default: { description: 'The pet.', content: json(pet) } },
      },
    },
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
      delete: { operationId: 'drop', responses: { 204: { description: 'Gone.' } } },
    },
  },
} as unknown as ContractDocument // the mock requires more than OpenAPI does

test('a contract of another project is served unchanged', async () => {
  const mock = createMock({ document: pets, prefix: '' })
  const send = (path: string, init?: RequestInit) => mock.fetch(`http://pets.example${path}`, init)
  const post = (body: object) =>
    send('/pets', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  expect(mock.contract.operations.map(({ id }) => id)).toEqual(['getPets', 'postPets', 'drop'])
  expect(Array.isArray(await (await send('/pets')).json())).toBe(true)
  expect([(await post({ name: 'Rex' })).status, (await post({})).status]).toEqual([200, 422])
  expect(await (await post({ name: 'Rex' })).json()).toMatchObject({ name: expect.any(String) })
  expect((await send('/pets/3', { method: 'DELETE' })).status).toBe(204)
})

test('a referenced body is resolved', async () => {
  const document = {
    ...pets,
    components: { schemas: {}, requestBodies: { Pet: { required: true, content: json(pet) } } },
    paths: {
      '/pets': { post: { ...pets.paths['/pets']?.post, requestBody: { $ref: '#/components/requestBodies/Pet' } } },
    },
  } as unknown as ContractDocument
  const mock = createMock({ document, prefix: '' })
  const reply = await mock.fetch('http://pets.example/pets', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(reply.status).toBe(422)
})

test('a contract that declares its collections is stateful', async () => {
  const one = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'string' }, name: { type: 'string' } },
  }
  const answer = (schema: object) => ({ responses: { 200: { description: 'Done.', content: json(schema) } } })
  const document = {
    ...pets,
    paths: {
      '/pets': {
        get: { ...answer({ type: 'array', items: one }), 'x-resource': { collection: 'pets', verb: 'list', item: '' } },
        post: { ...pets.paths['/pets']?.post, ...answer(one), 'x-resource': { collection: 'pets', verb: 'create' } },
      },
      '/pets/{petId}': {
        ...pets.paths['/pets/{petId}'],
        // without a word about an unknown one
        get: { ...answer(one), 'x-resource': { collection: 'pets', verb: 'read', id: 'path.petId' } },
        delete: {
          responses: { 204: { description: 'Gone.' }, 404: { description: 'Unknown.' } },
          'x-resource': { collection: 'pets', verb: 'delete', id: 'path.petId' },
        },
      },
    },
  } as unknown as ContractDocument
  const mock = createMock({ document, prefix: '' })
  const made = await mock.fetch('http://pets.example/pets', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Rex' }),
  })
  const { id } = await made.json()
  // an id, and no word that a text could have
  expect(id).toMatch(/^[a-z0-9]{8}$/)
  const address = `http://pets.example/pets/${id}`
  const list = async () => (await mock.fetch('http://pets.example/pets')).json()
  expect(await list()).toContainEqual({ id, name: 'Rex' })
  expect(await (await mock.fetch(address)).json()).toEqual({ id, name: 'Rex' })
  const removed = [await mock.fetch(address, { method: 'DELETE' }), await mock.fetch(address, { method: 'DELETE' })]
  expect(removed.map(({ status }) => status)).toEqual([204, 404])
  expect((await mock.fetch(address)).status).toBe(404)
  expect(await list()).not.toContainEqual({ id, name: 'Rex' })
})

const mock = createMock({ document: contractUnderTest() })
beforeEach(() => mock.reset())
const send = (path: string, body?: unknown) =>
  call(mock.fetch, 'http://mock.example', body === undefined ? { path } : { method: 'POST', path, json: body })
const search = async (query: object): Promise<string> => (await send('/explore/topicQuery', query)).body.signal_id

describe('a search', () => {
  test('leads to a different signal for each term', async () => {
    const solar = await search({ query_term: 'solar roof' })
    expect(await search({ query_term: 'solar roof' })).toBe(solar)
    expect(await search({ query_term: 'solar roof', geo: 'SE' })).not.toBe(solar)
    expect(await search({ query_term: 'wind farm' })).not.toBe(solar)
  })

  test('for the term of the contract example leads to the signal of that example', async () => {
    expect(await search({ query_term: 'oat milk' })).toBe('sig_k2m4p6q8')
  })
})

describe('a response', () => {
  test('is about the subject of the request', async () => {
    const solar = await search({ query_term: 'solar roof' })
    expect((await send(`/signal/json/${solar}`)).body.signalId).toBe(solar)
    expect((await send('/signal/getExecutiveSummary', { id: solar })).status).toBe(200)
    expect((await send('/signal/json/sig_k2m4p6q8')).body.signalId).toBe('sig_k2m4p6q8')
  })
})
