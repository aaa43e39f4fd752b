import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockControl } from '../control.ts'
import { ContractFileError } from '../contract-source.ts'
import { BodyTooLargeError, readBody } from '../read-body.ts'
import { AdminError, adminRoutes } from './admin-routes.ts'

const prefix = '/__mock'

interface AdminReply {
  status: number
  body: unknown
}

/** Serves the admin API: JSON requests and replies, problems as problem+json. */
export async function answerAdmin(
  { request, response, cors }: { request: IncomingMessage; response: ServerResponse; cors: Record<string, string> },
  control: MockControl,
): Promise<void> {
  const { status, body } = await reply(request, control)
  const text = `${JSON.stringify(body, null, 2)}\n`
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response
    .writeHead(status, { ...cors, 'content-type': type, 'content-length': String(Buffer.byteLength(text)) })
    .end(text)
}

async function reply(request: IncomingMessage, control: MockControl): Promise<AdminReply> {
  try {
    const url = new URL(request.url ?? prefix, 'http://mock')
    const path = url.pathname.slice(prefix.length).replace(/\/$/, '')
    const text = Buffer.from(await readBody(request)).toString('utf8')
    if (path === '') return { status: 200, body: table() }
    const { route, id } = find(request.method ?? 'GET', path)
    return { status: 200, body: await route.run({ control, id, query: url.searchParams, body: parse(text) }) }
  } catch (error) {
    if (error instanceof AdminError) return { status: error.status, body: problem(error.status, error.message) }
    if (error instanceof BodyTooLargeError) return { status: 413, body: problem(413, 'The body is too large') }
    if (error instanceof ContractFileError) return { status: 409, body: problem(409, error.message) }
    throw error
  }
}

function table() {
  return {
    name: 'Auspex mock server',
    endpoints: adminRoutes.map(({ method, path, summary, example }) => ({
      method,
      path: `${prefix}${path}`,
      summary,
      ...(example && { example }),
    })),
  }
}

function find(method: string, path: string) {
  const at = path.lastIndexOf('/')
  const [parent, last] = [path.slice(0, at), path.slice(at + 1)]
  const here = adminRoutes.filter((route) => route.path === path)
  const matching = here.length > 0 ? here : adminRoutes.filter((route) => route.path === `${parent}/{id}`)
  const route = matching.find((each) => each.method === method)
  if (route !== undefined) return { route, id: last }
  if (matching.length === 0)
    throw new AdminError(404, `There is no ${prefix}${path}; GET ${prefix} lists what there is`)
  throw new AdminError(405, `${prefix}${path} takes ${matching.map((each) => each.method).join(' and ')}`)
}

function parse(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new AdminError(422, 'The body is not JSON')
  }
}

function problem(status: number, title: string) {
  return {
    type: 'about:blank',
    title,
    status,
    code: `mock.admin_${status}`,
    requestId: 'mock-admin',
    message: title,
  }
}
