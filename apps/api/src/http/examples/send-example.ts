import type { TestApi, TestRequest } from '../../testing/test-api.ts'
import { type Contract, type ContractOperation, type Method, resolve } from '@auspex/contract'
import { toForm } from '../../testing/form.ts'
import { people } from '../../testing/people.ts'
import { pixel } from '../permissions/probe-requests.ts'
import { importer, Things } from './things.ts'

/** Sends an example with ids of resources that exist. */
export async function sendExample(api: TestApi, example: RequestExample) {
  const { operation, mediaType, patterns } = example
  const things = new Things(api, { operationId: operation.id, isAdministrator: operation.role === 'godmode' })
  const body = (await replaceValues(example.body, things)) as Record<string, unknown> | null
  const path = await replaceAll(operation.path, /\{(\w+)\}/g, async (_, name) =>
    encodeURIComponent(await pathValue(name, patterns[name] ?? '', things)),
  )
  const query = new URLSearchParams(example.query).toString()
  return api.request({
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    as: callerOf(example),
    ...(await encode(body, mediaType)),
  })
}

function callerOf({ operation }: RequestExample): TestRequest['as'] {
  if (operation.id === 'deleteMe') return { ...people.jon, sub: 'ines', email: 'ines@northwind.example', name: 'Ines' }
  if (operation.role === 'godmode') return 'root'
  return operation.role === 'importer' ? importer : 'mira'
}

async function encode(body: Record<string, unknown> | null, mediaType: string | null) {
  if (body === null || mediaType === null) return {}
  if (mediaType === 'multipart/form-data') {
    const fields = Object.entries(body).map(([name, value]) => {
      if (value === '') return [name, Buffer.from(pixel, 'base64')] as const
      return [name, typeof value === 'string' ? value : JSON.stringify(value)] as const
    })
    return toForm(Object.fromEntries(fields))
  }
  if (mediaType === 'application/x-www-form-urlencoded') {
    const pairs = Object.entries(body).flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)]))
    return { body: new URLSearchParams(pairs).toString(), headers: { 'content-type': mediaType } }
  }
  return { body }
}

async function replaceValues(value: unknown, things: Things): Promise<unknown> {
  if (typeof value === 'string') return replaceAll(value, /\b[a-z]{2,3}_[a-z0-9]+\b/g, (id) => things.replaceId(id))
  if (Array.isArray(value)) return Promise.all(value.map((item) => replaceValues(item, things)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    async ([name, entry]) => [name, await replaceValues(entry, things)] as const,
  )
  const replaced = Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>
  return { ...replaced, ...(await runningValues(replaced, things)) }
}

/** Values that only the resource itself provides. */
async function runningValues(body: Record<string, unknown>, things: Things): Promise<Record<string, unknown>> {
  const id = body['id'] ?? body['projectId'] ?? body['reportId']
  return {
    ...('revision' in body && typeof id === 'string' && { revision: await things.readRevision(id) }),
    // a new workflow is at version 1
    ...(typeof body['version'] === 'number' && { version: 1 }),
    ...('signature' in body && { signature: await things.readSignature() }),
    ...('inputHash' in body && { inputHash: await things.readInputHash() }),
  }
}

async function pathValue(name: string, pattern: string, things: Things): Promise<string> {
  if (name === 'stepId') return 'sources'
  if (name === 'token') return things.makeMailToken()
  if (pattern === '') return things.makeFailedJob()
  const prefix = /\b([a-z]{2,3})_\[/.exec(pattern)?.[1]
  if (prefix === undefined) throw new Error(`Nothing is known to stand for {${name}}`)
  return things.replaceId(name === 'replyId' ? 'reply_path' : `${prefix}_path`)
}

async function replaceAll(text: string, pattern: RegExp, replace: (...match: string[]) => Promise<string>) {
  const parts = await Promise.all(Array.from(text.matchAll(pattern), (match) => replace(...match)))
  let n = 0
  return text.replaceAll(pattern, () => parts[n++] ?? '')
}

/** A request example of the contract, as shown in the API reference. */
interface RequestExample {
  operation: ContractOperation
  /** For example `createPortfolio multipart/form-data typical`. */
  name: string
  /** Null when the operation takes no body. */
  mediaType: string | null
  body: Record<string, unknown> | null
  /** Patterns of the path parameters, by name. */
  patterns: Record<string, string>
  /** The examples of the required parameters of the query, by name. */
  query: Record<string, string>
}

/** The examples of every operation except GETs; an operation without a body is one example. */
export function listExamples({ document, operations }: Contract): RequestExample[] {
  return operations.flatMap((operation): RequestExample[] => {
    if (operation.method === 'GET') return []
    const described = document.paths[operation.path]?.[operation.method.toLowerCase() as Method]
    const parameters = (described?.parameters ?? []).map((parameter) => resolve(document, parameter))
    const query = Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'query' && parameter.required === true)
        .map(({ name, example }) => [name, String(example)]),
    )
    const patterns = Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name, schema }) => [name, (resolve(document, schema ?? {}) as { pattern?: string }).pattern ?? '']),
    )
    const contents = Object.entries(described?.requestBody?.content ?? {})
    if (contents.length === 0) return [{ operation, name: operation.id, mediaType: null, body: null, patterns, query }]
    return contents.flatMap(([mediaType, { examples = {} }]) =>
      Object.entries(examples).map(([title, example]) => ({
        operation,
        name: `${operation.id} ${mediaType} ${title}`,
        mediaType,
        body: resolve(document, example).value as Record<string, unknown>, // body examples are objects
        patterns,
        query,
      })),
    )
  })
}
