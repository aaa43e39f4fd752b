import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One turn of the model: words in chunks, or tool calls. */
export type ModelTurn =
  | { readonly text: readonly string[]; readonly finish?: string }
  | { readonly calls: readonly { readonly name: string; readonly input: unknown }[] }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly text: readonly string[]; readonly fault: 'drop' | 'malformed' | 'silence' }

export interface ModelMessages {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

export interface FakeModelServer {
  readonly url: string
  readonly requests: { readonly body: ModelMessages; readonly authorization: string | undefined }[]
  /** Connections that the client closed before the response was complete. */
  readonly aborted: () => number
  /** The model's response to each request; the last one is repeated. */
  turns: readonly (ModelTurn | ((body: ModelMessages) => ModelTurn))[]
  close(): Promise<void>
}

/** A server that streams like OpenAI-compatible ones, chunk by chunk, and misbehaves on demand. */
export async function startFakeModelServer(): Promise<FakeModelServer> {
  let aborted = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const parsed = JSON.parse(body) as ModelMessages
      const requestIndex = fake.requests.length
      fake.requests.push({ body: parsed, authorization: request.headers.authorization })
      const turn = fake.turns[Math.min(requestIndex, fake.turns.length - 1)] ?? { text: [] }
      response.on('close', () => (aborted += response.writableEnded ? 0 : 1))
      answer(response, typeof turn === 'function' ? turn(parsed) : turn)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listen() on a TCP port yields an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  const fake: FakeModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    aborted: () => aborted,
    turns: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}

function answer(response: ServerResponse, turn: ModelTurn): void {
  if ('status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers })
    response.end(turn.body ?? '{"error":{"message":"bad key sk-secret-123","type":"error"}}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  const send = (choice: object, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1_727_346_172,
        model: 'fake',
        system_fingerprint: 'fp_1',
        choices: [{ index: 0, logprobs: null, finish_reason: null, ...choice }],
        ...more,
      })}\n\n`,
    )
  send({ delta: { role: 'assistant', content: 'calls' in turn ? null : '', refusal: null } })
  if ('calls' in turn) {
    turn.calls.forEach(({ name, input }, index) => {
      const text = JSON.stringify(input)
      send({
        delta: { tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] },
      })
      for (const piece of text.match(/[\s\S]{1,7}/gu) ?? [])
        send({ delta: { tool_calls: [{ index, function: { arguments: piece } }] } })
    })
    send({ delta: {}, finish_reason: 'tool_calls' })
  } else {
    for (const content of turn.text) send({ delta: { content } })
    if ('fault' in turn && turn.fault === 'silence') return
    if ('fault' in turn && turn.fault === 'drop') {
      // after the words were sent, so that they arrive before the end of the connection
      response.write(': \n\n', () => setImmediate(() => response.destroy()))
      return
    }
    if ('fault' in turn) response.write('data: {not json\n\n')
    send({ delta: {}, finish_reason: 'finish' in turn ? turn.finish : 'stop' })
  }
  send({ delta: {} }, { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })
  response.end('data: [DONE]\n\n')
}
