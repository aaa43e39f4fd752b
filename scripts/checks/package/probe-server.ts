import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProbeTarget } from './probe.ts'

interface ProbeServer {
  readonly url: string
  close(): Promise<void>
}

/** The server's addresses, as the probe expects them. */
export function targetOf({ url }: ProbeServer): ProbeTarget {
  return { baseUrl: `${url}/api`, assistantUrl: `${url}/assistant` }
}

const text = ['Oat ', 'milk ', '燕麦奶 ', '🌾 ', 'grows.']

function eventText(sequence: number, data: object): string {
  return `id: run_a.${sequence}\nevent: text-delta\ndata: ${JSON.stringify({ ...data, runId: 'run_a', sequence })}\n\n`
}

const run = [
  ...text.map((delta, n) => eventText(n + 1, { type: 'text-delta', delta })),
  eventText(6, { type: 'run-end' }).replace('event: text-delta', 'event: run-end'),
]

function sendJson(response: ServerResponse, status: number, body: object): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}

function problem(status: number, code: string): object {
  return {
    type: 'about:blank',
    title: code,
    status,
    code,
    requestId: 'r-1',
  }
}

/** Streams the run and cuts it after two and a half events; a question of `endless` is never answered completely. */
function stream(request: IncomingMessage, response: ServerResponse, body: string): void {
  const after = Number(request.headers['last-event-id']?.toString().split('.')[1] ?? 0)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (body.includes('endless')) response.write(run[0])
  else if (after > 0) response.end(run.slice(after).join(''))
  else response.end(`${run.slice(0, 2).join('')}${run[2]?.slice(0, 20)}`)
}

/** Returns what the form contained: its title and the bytes of its file. */
async function takeUpload(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  const [title, file] = [form.get('title'), form.get('file')]
  const arrived = typeof title === 'string' && file instanceof Blob ? `${title} ${file.size}` : 'broken'
  sendJson(response, 201, { title: arrived })
}

/** A loopback server that puts the SDK through what real servers do: an expired token, a temporary failure, a refusal, an interrupted stream. */
export async function startProbeServer(files: ReadonlyMap<string, string>): Promise<ProbeServer> {
  let failures = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const path = request.url ?? ''
      const file = files.get(path)
      if (file !== undefined) {
        response.writeHead(200, { 'content-type': path === '/' ? 'text/html' : 'text/javascript' }).end(file)
      } else if (request.headers.authorization !== 'Bearer new') {
        sendJson(response, 401, problem(401, 'auth.expired'))
      } else if (path === '/api/users/me') sendJson(response, 200, { profile: { id: 'usr_2k4m8q1z' } })
      else if (path === '/api/health/getStatus') {
        failures += 1
        if (failures % 2 === 1) response.writeHead(503, { 'retry-after': '0' }).end()
        else sendJson(response, 200, { status: 'ok' })
      } else if (path === '/api/portfolio/create') void takeUpload(request, response, Buffer.concat(chunks))
      else if (path === '/assistant/v1/zeus/query-stream') stream(request, response, body)
      else sendJson(response, 404, problem(404, 'signals.not_found'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listen() on a TCP port gives an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
