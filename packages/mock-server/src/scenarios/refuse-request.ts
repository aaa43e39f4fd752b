import { type ContractDocument, type ContractOperation, type Method, problemType, resolve } from '@auspex/contract'
import type { Exchange } from '../http/exchange.ts'
import type { MockReply } from '../http/messages.ts'
import type { Refusal } from './scenario.ts'

type Words = { code: string; title: string; detail?: string }

/** The failure that a scenario asks for, in the words of the contract's example; null when the operation documents no such status. */
export function refuseRequest(
  { status, problem, headers }: Refusal,
  {
    document,
    operation,
    exchange,
  }: { document: ContractDocument; operation: ContractOperation; exchange: Pick<Exchange, 'problem'> },
): MockReply | null {
  if (!operation.responses.has(status)) return null
  const words = problem ?? exampleOf(document, operation, status)
  return exchange.problem({ status, ...words, ...(headers === undefined ? {} : { headers }) })
}

function exampleOf(document: ContractDocument, operation: ContractOperation, status: number): Words | null {
  const method = operation.method.toLowerCase() as Lowercase<Uppercase<Method>> // it was upper-cased when it was read
  const response = document.paths[operation.path]?.[method]?.responses[String(status)]
  const media = response === undefined ? undefined : resolve(document, response).content?.[problemType]
  const [named] = Object.values(media?.examples ?? {}).map((each) => resolve<{ value?: unknown }>(document, each))
  const example = (media?.example ?? named?.value) as Words | undefined // linted against the schema of problems
  if (example === undefined) return null
  const { code, title, detail } = example
  return detail === undefined ? { code, title } : { code, title, detail }
}
