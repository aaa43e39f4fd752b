import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as sdk from '../index.ts'
import { operations } from '../operations.ts'
import { callOperation, type ContractOperation, contractOperations } from '../testing/contract.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { failure, type LocalServer, startServer } from '../testing/server.ts'

const classNames: Readonly<Record<number, string>> = {
  401: 'UnauthenticatedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  409: 'ConflictError',
  413: 'TooLargeError',
  415: 'UnsupportedMediaTypeError',
  422: 'InvalidError',
  429: 'RateLimitedError',
  500: 'ServerError',
  501: 'NotImplementedError',
  503: 'UnavailableError',
}

let server: LocalServer
let answer: { status: number; type: string; body: string }
beforeAll(async () => {
  server = await startServer((_request, response) => {
    const retry = answer.status === 429 ? { 'retry-after': '20' } : {}
    response.writeHead(answer.status, { 'content-type': answer.type, ...retry }).end(answer.body)
  })
})
afterAll(() => server.close())

/** The first result of a call: an event of a stream, or the data. */
const ask = async (operation: ContractOperation): Promise<unknown> => {
  const client = sdk.createClient({
    baseUrl: server.url,
    assistantUrl: server.url,
    clock: createFakeClock(),
    auth: { getToken: () => 't' },
  })
  const call = callOperation(operation, { client, retry: false })
  return operations[operation.id].streams ? (call as AsyncIterator<unknown>).next() : call
}

const pairs = contractOperations.flatMap((operation) =>
  operations[operation.id].errors.map((status) => ({ operation, status, name: `${operation.id} ${status}` })),
)

describe('documented errors', () => {
  test('the operations entry point and the contract have the same operations and errors', () => {
    expect(contractOperations.map(({ id }) => id).toSorted()).toEqual(Object.keys(operations).toSorted())
    for (const { id, examples } of contractOperations)
      expect([...examples.keys()].filter((status) => status >= 400)).toEqual([...operations[id].errors])
    expect(pairs.length).toBeGreaterThan(1000)
  })

  test.each(contractOperations.map((operation) => [operation.id, operation] as const))(
    '%s throws the right class with the right fields for each of its errors',
    async (id, operation) => {
      for (const status of operations[id].errors) {
        const problem = operation.examples.get(status) as { code: string; title: string; requestId: string }
        answer = { status, type: 'application/problem+json', body: JSON.stringify(problem) }
        const error = await failure(ask(operation))
        const name = classNames[status]
        expect({ id, status, name }).toEqual({ id, status, name: (error as Error).name })
        expect(error).toBeInstanceOf(sdk.ApiError)
        expect(error).toMatchObject({
          operation: id,
          productMessage: operations[id].productMessage,
          status,
          code: problem.code,
          message: expect.stringContaining(`${id} failed with ${status} ${problem.code}: ${problem.title}`),
          requestId: problem.requestId,
          problem,
          retryAfter: status === 429 ? 20 : null,
          isRetryable: [429, 500, 503].includes(status),
        })
      }
    },
  )

  test.each(contractOperations.filter(({ id }) => !operations[id].streams).map((each) => [each.id, each] as const))(
    '%s treats its documented success as a success, and a flagged body as a failure',
    async (id, operation) => {
      const [status, example] = [...operation.examples].find(([each]) => each < 300) ?? [200, {}]
      const type = typeof example === 'string' ? 'text/csv' : 'application/json'
      const body = typeof example === 'string' ? example : JSON.stringify(example)
      answer = { status, type, body }
      const data = await ask(operation)
      expect(data instanceof Blob ? await data.text() : data).toEqual(example)
      if (type === 'text/csv') return
      answer = { status: 200, type, body: JSON.stringify({ message: 'error' }) }
      expect(await failure(ask(operation))).toMatchObject({
        name: 'ProductError',
        message: operations[id].productMessage ?? 'error',
        operation: id,
      })
    },
  )
})
