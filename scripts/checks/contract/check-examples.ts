import {
  type Contract,
  type ContractOperation,
  eventStreamType,
  type MediaObject,
  problemType,
  readEvents,
  resolve,
  type ResponseObject,
  toInvalidFields,
  type Validate,
} from '@auspex/contract'
import { listOperations } from './list-operations.ts'

/** How many places of one kind have an example, all of whose examples are valid. */
export interface ExampleCount {
  total: number
  good: number
}

export interface ExampleReport {
  /** Bodies of requests, by media type. */
  requests: ExampleCount
  /** Successes, by status and media type. */
  successes: ExampleCount
  /** Errors, by status. */
  errors: ExampleCount
  faults: string[]
}

/** Holds every example against the validators that servers and tests use. */
export function checkExamples(contract: Contract): ExampleReport {
  const { document } = contract
  const report: ExampleReport = {
    requests: { total: 0, good: 0 },
    successes: { total: 0, good: 0 },
    errors: { total: 0, good: 0 },
    faults: [],
  }
  const written = new Map(listOperations(document).map(({ operation }) => [operation.operationId, operation]))

  const judge = (count: ExampleCount, place: string, media: MediaObject, faultsIn: (value: unknown) => string[]) => {
    count.total += 1
    const examples = examplesOf(contract, media)
    const faults = examples.length === 0 ? ['has no example'] : examples.flatMap(faultsIn)
    if (faults.length === 0) count.good += 1
    report.faults.push(...faults.map((fault) => `${place}: ${fault}`))
  }

  for (const operation of contract.operations) {
    const { requestBody, responses = {} } = written.get(operation.id) ?? {}
    for (const [type, media] of Object.entries(requestBody?.content ?? {}))
      judge(report.requests, `${operation.id} request`, media, (value) =>
        invalid(operation.body?.types.get(type)?.check, structuredClone(value)),
      )
    for (const [status, response] of Object.entries(responses)) {
      const { content = {} } = resolve<ResponseObject>(document, response)
      const count = Number(status) < 400 ? report.successes : report.errors
      for (const [type, media] of Object.entries(content))
        judge(count, `${operation.id} ${status}`, media, (value) => replyFaults(operation, { status, type, value }))
    }
  }
  return report
}

function examplesOf({ document }: Contract, { example, examples = {} }: MediaObject): unknown[] {
  const named = Object.values(examples).map((each) => resolve<{ value?: unknown }>(document, each).value)
  return example === undefined ? named : [example, ...named]
}

function replyFaults(
  operation: ContractOperation,
  { status, type, value }: { status: string; type: string; value: unknown },
): string[] {
  if (type === eventStreamType) return eventFaults(operation, value)
  const check = operation.responses.get(Number(status))?.get(type)
  if (!isJson(type)) return [] // bytes, text and lines of JSON have no shape to hold them against
  const faults = invalid(check, value)
  if (type !== problemType || faults.length > 0) return faults
  const said = (value as { status: number }).status // its shape was checked above
  return said === Number(status) ? [] : [`the example says ${said}`]
}

/** JSON as one value; lines of JSON (`x-ndjson`) are text. */
function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json')
}

function eventFaults(operation: ContractOperation, value: unknown): string[] {
  const events = typeof value === 'string' ? readEvents(value) : []
  if (events.length === 0) return ['the example has no whole event']
  return events.flatMap(({ event, data }) => {
    const check = operation.events?.get(event)
    return check === undefined ? [`the event ${event} is not documented`] : invalid(check, JSON.parse(data))
  })
}

function invalid(check: Validate | undefined, value: unknown): string[] {
  if (check === undefined) return ['has no validator']
  return toInvalidFields('body', check(value)).map(({ pointer, message }) => `example ${pointer} ${message}`)
}
