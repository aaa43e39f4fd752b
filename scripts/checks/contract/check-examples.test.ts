import { loadContract } from '@auspex/contract'
import { describe, expect, test } from 'vitest'
import { checkExamples } from './check-examples.ts'
import { smallContract, smallOperation } from './testing/small-contract.ts'

const reportOf = (...parts: Parameters<typeof smallContract>) => checkExamples(loadContract(smallContract(...parts)))
const note = { $ref: '#/components/schemas/Note' }

describe('examples', () => {
  test('are counted for the request, the success and each error', () => {
    expect(reportOf()).toEqual({
      requests: { total: 1, good: 1 },
      successes: { total: 1, good: 1 },
      errors: { total: 8, good: 8 },
      faults: [],
    })
  })

  test('that are missing or break their schema are named', () => {
    const { responses } = smallOperation()
    const report = reportOf(
      smallOperation({
        requestBody: { content: { 'application/json': { schema: note, examples: { long: { value: { text: 7 } } } } } },
        responses: { ...responses, '200': { content: { 'application/json': { schema: note } } } },
      }),
    )
    expect(report.requests.good + report.successes.good).toBe(0)
    expect(report.faults).toEqual(['saveNote request: example /text must be a string', 'saveNote 200: has no example'])
  })

  test('of errors say the status they stand for', () => {
    const { responses } = smallOperation()
    const report = reportOf(smallOperation({ responses: { ...responses, '401': responses['422'] ?? {} } }))
    expect(report.faults).toEqual(['saveNote 401: the example says 422'])
  })

  test('of streams are whole events that are documented', () => {
    const { responses } = smallOperation()
    const stream = (example: string) =>
      reportOf(
        smallOperation({
          'x-sse-events': { said: note },
          responses: { ...responses, '200': { content: { 'text/event-stream': { schema: note, example } } } },
        }),
      ).faults
    expect(stream('event: said\ndata: {"text":"Hi"}\n\n')).toEqual([])
    expect(stream('event: said\ndata: {}\n\n')).toEqual(['saveNote 200: example /text is required'])
    expect(stream('event: sung\ndata: {}\n\n')).toEqual(['saveNote 200: the event sung is not documented'])
    expect(stream('event: said\ndata: {"text":"Hi"}')).toEqual(['saveNote 200: the example has no whole event'])
  })
})
