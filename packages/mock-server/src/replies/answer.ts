import {
  checkRequest,
  type ContractDocument,
  type ContractOperation,
  type InvalidField,
  jsonType,
  modulesOf,
  modulesOfRequest,
  problemType,
  resolve,
  type RouteMatch,
  smallJson,
} from '@auspex/contract'
import { refusal } from '@auspex/contract/refusals'
import { type ProblemFacts, invalid, RefusalError } from '../http/problem.ts'
import { isFields } from '../state/fields.ts'
import { methodOf, type ServedOperation } from './served-contract.ts'
import { examplesOf } from './success.ts'
import { type MockReply, type MockRequest, readPrefer } from '../http/messages.ts'
import { readBody, unsupportedMediaType } from '../http/read-body.ts'
import { type Caller, hasRole, readCaller } from '../identity/caller.ts'
import { type Serving, replyWithSuccess } from './success-reply.ts'

/** What the contract's example of a failure says; null for a status that the operation does not document. */
export function documentedFailure(
  document: ContractDocument,
  operation: ContractOperation,
  status: number,
): Omit<ProblemFacts, 'status'> | null {
  const response = document.paths[operation.path]?.[methodOf(operation)]?.responses[String(status)]
  if (response === undefined) return null
  const [shown] = examplesOf(document, resolve(document, response).content?.[problemType])
  if (!isFields(shown?.[1])) return {}
  const known = ['code', 'title', 'detail', 'errors'] as const
  const facts: Partial<ProblemFacts> = shown[1] // a problem, enforced by the linter
  return Object.fromEntries(known.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])))
}

/** The failure that a caller prefers; for an undocumented status, a 422 that lists the documented ones. */
function preferredFailure(document: ContractDocument, { operation, source }: ServedOperation, status: number) {
  const facts = documentedFailure(document, operation, status)
  if (facts !== null) return new RefusalError({ status, ...facts })
  return new RefusalError({
    status: 422,
    code: 'mock.no_such_reply',
    title: `The contract has no reply ${status} for ${operation.id}`,
    detail: `It has ${Object.keys(source.responses).join(', ')}.`,
  })
}

/** Bytes of a JSON or urlencoded body, where the contract has no other limit. */
const usualBodyLimit = 1_048_576

/** Maximum size in bytes of a body in the log. */
const maxLoggedBytes = 65_536

/** A body as logged: files by their length, and nothing too large for memory. */
function loggedBody(body: unknown, headers: Readonly<Record<string, string | undefined>>): unknown {
  if (body === undefined || (!Array.isArray(body) && Number(headers['content-length']) > maxLoggedBytes)) return null
  return Array.isArray(body) ? body.map(withoutFile) : body
}

function withoutFile(part: unknown): unknown {
  if (!Array.isArray(part)) return part
  const [name, value] = part as [string, unknown] // a part of a form
  if (typeof value !== 'object' || value === null || !('bytes' in value) || !(value.bytes instanceof Uint8Array))
    return part
  return [name, { ...value, bytes: value.bytes.byteLength }]
}

/** What was learned about a request so far, for the log. */
export interface Notes {
  caller: Caller | null
  body: unknown
  faults: readonly InvalidField[]
}

/** Answers a request after routing, in the product API's order of refusals (docs/decisions/requests-and-refusals.md). Throws a `RefusalError`. */
export async function answer(
  serving: Serving,
  { request, match, query, requestId }: { request: MockRequest; match: RouteMatch; query: string; requestId: string },
  notes: Notes,
): Promise<MockReply> {
  const { operation, path } = requireOperation(match)
  const caller = identify(operation, request, serving)
  notes.caller = caller
  const body = await readBody(request, {
    limit: operation.bodyLimit ?? usualBodyLimit,
    json: operation.body?.types.get(jsonType)?.limits ?? smallJson,
    isTaken: operation.body !== null,
  })
  notes.body = loggedBody(body, request.headers)
  const checked = checkRequest(operation, { path, query, headers: request.headers, body })
  if (checked.kind === 'unsupported-media-type') throw unsupportedMediaType()
  if (checked.kind === 'invalid') throw invalid(checked.faults)
  refuseWithout(modulesOfRequest(operation, checked.input), caller, serving)
  const preference = readPrefer(request.headers['prefer'])
  const served = serving.contract.served(operation)
  if (preference.code !== null && preference.code !== served.success.status)
    throw preferredFailure(serving.contract.document, served, preference.code)
  const { input } = checked
  const known = caller ?? { ...serving.person, roles: [] }
  const reply = async () => replyWithSuccess(serving, { served, request, input, caller: known, preference, requestId })
  const { 'idempotency-key': key } = input.headers as { 'idempotency-key'?: string } // the ones that the contract names
  return key === undefined
    ? reply()
    : serving.idempotencyCache.answerOnce({ caller: known, key, operationId: operation.id, input }, reply)
}

/** British English, because American English puts a comma before "or". */
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function requireOperation(match: RouteMatch): { operation: ContractOperation; path: Record<string, string> } {
  if (match.kind === 'found') return match
  if (match.kind === 'malformed') throw new RefusalError({ status: 400 })
  if (match.kind === 'unknown') throw new RefusalError({ status: 404 })
  throw new RefusalError({
    status: 405,
    detail: `Use ${alternatives.format(match.allowed)}.`,
    headers: { allow: match.allowed.join(', ') },
  })
}

function identify(operation: ContractOperation, { headers }: MockRequest, serving: Serving): Caller | null {
  const { secured, role } = operation
  const {
    person,
    resources: { context },
  } = serving
  const token = readCaller(headers['authorization'], person)
  const caller = token === null ? null : context.directory.complete(token)
  if (!secured) return caller
  if (caller === null) throw new RefusalError({ status: 401 })
  context.directory.meet(caller)
  if (context.directory.accessOf(caller).isDisabled)
    throw new RefusalError({ status: 403, ...refusal('identity.disabled') })
  if (role !== null && !hasRole(caller, role))
    throw new RefusalError({
      status: 403,
      title: `Your account does not have the role ${role}`,
      detail: `Ask an administrator for the role ${role}.`,
    })
  refuseWithout(modulesOf(operation), caller, serving)
  return caller
}

function refuseWithout(modules: readonly string[], caller: Caller | null, { resources: { context } }: Serving): void {
  if (caller === null || modules.length === 0) return
  const { off } = context.directory.accessOf(caller)
  const missing = modules.find((module) => off.has(module))
  if (missing !== undefined) throw moduleOff(missing)
}

function moduleOff(module: string): RefusalError {
  return new RefusalError({
    status: 403,
    code: 'module.off',
    title: `The module ${module} is switched off for you`,
    detail: `Ask an administrator to switch the module ${module} on.`,
  })
}
