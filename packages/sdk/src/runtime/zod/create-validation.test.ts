import { describe, expect, test } from 'vitest'
import { createClient, getMe, listIndustries, type Validation } from '../../index.ts'
import { type OperationId, operations } from '../../operations.ts'
import { contractOperations } from '../../testing/contract.ts'
import { failure, sendJson, serve } from '../../testing/server.ts'
import {
  type ContractError,
  createValidation,
  createValidationOf,
  operations as schemas,
  toFormMessages,
} from '../../zod.ts'

const answer = async (body: unknown, validate?: Validation): Promise<unknown> => {
  const server = await serve((_request, response) => sendJson(response, 200, body))
  return listIndustries({ client: createClient({ baseUrl: server.url, ...(validate && { validate }) }) })
}
const wrong = { items: [{ id: 7 }] }

describe('validation', () => {
  test('throw fails a call with an invalid response, and names the places', async () => {
    const error = await failure(answer(wrong, createValidation({ mode: 'throw' })))
    expect(error).toMatchObject({ name: 'ContractError', operation: 'listIndustries', isRetryable: false, body: wrong })
    expect((error as ContractError).issues.map(({ pointer }) => pointer)).toContain('/items/0/id')
    expect((error as Error).message).toContain('/items/0')
  })

  test('warn logs and still returns the response', async () => {
    const warnings: ContractError[] = []
    const validate = createValidation({ mode: 'warn', warn: (error) => warnings.push(error) })
    expect(await answer(wrong, validate)).toEqual(wrong)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.requestId).toMatch(/./)
  })

  test('off, and no validation at all, check nothing', async () => {
    expect(await answer(wrong, createValidation({ mode: 'off' }))).toEqual(wrong)
    expect(await answer(wrong)).toEqual(wrong)
  })

  test('a valid response is unchanged, including unknown fields', async () => {
    const body = contractOperations.find(({ id }) => id === 'listIndustries')?.examples.get(200) as object
    const more = { ...body, isNew: true }
    expect(await answer(more, createValidation({ mode: 'throw' }))).toEqual(more)
  })

  test('a failure remains that failure, not a validation error', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, { message: 'error' }))
    const client = createClient({ baseUrl: server.url, validate: createValidation({ mode: 'throw' }) })
    expect(await failure(getMe({ client }))).toMatchObject({ name: 'ProductError' })
  })

  const examples = contractOperations.flatMap(({ id, examples: byStatus }) =>
    [...byStatus].flatMap(([status, body]) => (status < 300 && !operations[id].streams ? [[id, body] as const] : [])),
  )
  test.each(examples)('the example of %s matches its schema', (id: OperationId, body) => {
    const call = { operation: id, productMessage: null, requestId: null }
    // the example of a file is its text, and a call returns files as blobs
    const answered = typeof body === 'string' ? new Blob([body]) : body
    expect(() => createValidation({ mode: 'throw' })({ ...call, body: answered })).not.toThrow()
  })
})

describe('validators of single operations', () => {
  test('check the operations that they were given, and no other', async () => {
    const only = createValidationOf({ listIndustries: schemas.ListIndustriesResponse }, { mode: 'throw' })
    expect(await failure(answer(wrong, only))).toMatchObject({ name: 'ContractError' })
    expect(await answer(wrong, createValidationOf({}, { mode: 'throw' }))).toEqual(wrong)
  })

  test('give the messages of a form by its fields, and none for values that can be sent', () => {
    expect(toFormMessages(schemas.CreatePersonalAccessTokenBody, { name: '', expiresInDays: 400 })).toEqual({
      name: 'is missing',
      scopes: 'is missing',
      expiresInDays: 'must be at most 365',
    })
    expect(toFormMessages(schemas.CreatePersonalAccessTokenBody, { name: 'x', scopes: ['all'] })).toEqual({
      'scopes.0': 'must be one of read, write, administer',
    })
    expect(toFormMessages(schemas.CreatePersonalAccessTokenBody, { name: 'Nightly', scopes: ['read'] })).toEqual({})
  })
})
