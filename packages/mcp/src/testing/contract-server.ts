import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Media {
  readonly examples?: Record<string, { readonly $ref: string }>
}
interface ContractOperation {
  readonly operationId: string
  readonly responses: Record<string, { readonly content?: Record<string, Media> }>
}
interface Contract {
  readonly paths: Record<string, Record<string, ContractOperation>>
  readonly components: { readonly examples: Record<string, { readonly value: unknown }> }
}

export interface RecordedRequest {
  readonly operationId: string
  readonly path: string
  readonly token: string | undefined
  readonly body: unknown
}

export interface ContractServer {
  readonly url: string
  readonly requests: RecordedRequest[]
  /** Responses for an operation instead of the contract's example: a status and a body. */
  readonly answers: Map<string, { readonly status: number; readonly body: unknown }>
  close(): Promise<void>
}

const contract = JSON.parse(
  readFileSync(new URL('../../../../openapi/openapi.gen.json', import.meta.url), 'utf8'),
) as Contract

const routes = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, operation]) => operation.operationId !== undefined)
    .map(([method, operation]) => ({
      method: method.toUpperCase(),
      parameters: path.split('{').length,
      pattern: new RegExp(`^/api${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
      operation,
    })),
)
// A literal path takes precedence over one with a parameter at the same place.
routes.sort((a, b) => a.parameters - b.parameters)

const exampleOf = ({ responses }: ContractOperation): unknown => {
  const media = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
  const name =
    Object.values(media?.examples ?? {})[0]
      ?.$ref.split('/')
      .at(-1) ?? ''
  return contract.components.examples[name]?.value
}

/** A real HTTP server on loopback that answers every operation with the contract's example. */
export const startContractServer = async (): Promise<ContractServer> => {
  const requests: RecordedRequest[] = []
  const answers: ContractServer['answers'] = new Map()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const path = request.url ?? ''
      const route = routes.find(
        ({ method, pattern }) => method === request.method && pattern.test(path.split('?')[0] ?? ''),
      )
      const operationId = route?.operation.operationId ?? 'none'
      const isJson = request.headers['content-type']?.includes('json')
      requests.push({
        operationId,
        path,
        token: request.headers.authorization,
        body: isJson ? (JSON.parse(body) as unknown) : body,
      })
      const answer = answers.get(operationId) ?? (route ? { status: 200, body: exampleOf(route.operation) } : null)
      const { status, body: reply } = answer ?? { status: 404, body: { title: 'No route' } }
      response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' })
      response.end(JSON.stringify(reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listen() on a TCP port yields an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
