import type { DestinationInput } from '@auspex/sdk/types'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardedPost } from '@auspex/sources'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ChatMessage } from './chat-formats.ts'
import { sendMessage } from './send-to-destinations.ts'

const plain: ChatMessage = {
  title: 'oat milk',
  text: '14 documents on 21 November 2026, more than 9.',
  items: [{ title: 'Foam & co', url: 'https://example.org/a?b=1&c=2' }],
  link: { label: 'Open the signal', url: 'https://auspex.example/signals/sig_1' },
  manage: { label: 'Pause or change this monitor', url: 'https://auspex.example/monitors' },
}
const hostile: ChatMessage = {
  ...plain,
  title: '<!channel> @everyone “größer” </b>\r\nX-Admin: yes',
  text: `\r\n--auspex-chart--\r\n${'long '.repeat(3000)}🦜`,
  items: Array.from({ length: 40 }, (_, number) => ({
    title: `${number} ${'🦜'.repeat(300)}`,
    url: 'https://example.org/',
  })),
}
/** The bytes of a picture, among them those that end a part of a form. */
const content = Buffer.concat([
  Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
  Buffer.from([0, 255, 13, 10, 45, 45, 1]),
])
const picture = { cid: 'chart@auspex', content, alt: 'Bars of each day.', width: 536, height: 128 }

interface ServiceRequest {
  path: string
  method: string
  headers: Record<string, string>
  bytes: Buffer
}
interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** A chat service on loopback that answers as the test says, by the path of a request. */
async function startService() {
  const received: ServiceRequest[] = []
  let answerTo: (path: string) => Answer | 'silence' | 'hang-up' = () => ({ status: 200 })
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      received.push({ path, method: request.method ?? '', headers, bytes: Buffer.concat(parts) })
      const answer = answerTo(path)
      if (answer === 'hang-up') request.socket.destroy()
      else if (answer !== 'silence') response.writeHead(answer.status, answer.headers).end(answer.body ?? '{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // a server that listens on a port
  const endpoint = `127.0.0.1:${port}`
  const post = createGuardedPost({ userAgent: 'auspex-test/1', allow: { endpoints: [endpoint] }, timeoutMs: 400 })
  // the service's own host, whose address a test cannot have
  const exchange: typeof post.exchange = (request, signal) =>
    post.exchange({ ...request, url: request.url.replace(/^https:\/\/[^/]+/, `http://${endpoint}`) }, signal)
  return {
    received,
    answer: (next: typeof answerTo) => {
      answerTo = next
    },
    send: (target: DestinationInput, message = plain) =>
      sendMessage(
        { message, target, id: 'msg_1', picture },
        { sender: { ...post, exchange }, signal: new AbortController().signal },
      ),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const fieldOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  if (typeof value !== 'string') throw new TypeError(`${name} is no field`)
  return value
}

/** Reads a form as a service does, and the picture in the part that it documents. */
async function readForm({ headers, bytes }: ServiceRequest, file: string) {
  const form = await new Response(Uint8Array.from(bytes), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const part = form.get(file)
  if (!(part instanceof Blob)) throw new TypeError(`${file} is no file`)
  return { form, type: part.type, bytes: Buffer.from(await part.arrayBuffer()) }
}

const httpUrl = z.url({ protocol: /^https?$/ })
const discordPayload = z.strictObject({
  allowed_mentions: z.strictObject({ parse: z.array(z.never()) }),
  embeds: z.tuple([
    z.strictObject({
      title: z.string().min(1).max(256),
      url: httpUrl,
      color: z.int(),
      description: z.string().min(1).max(4096),
      image: z.strictObject({ url: z.literal('attachment://chart.png') }),
    }),
  ]),
  attachments: z.tuple([
    z.strictObject({ id: z.literal(0), filename: z.literal('chart.png'), description: z.string().max(1024) }),
  ]),
})
const readWord = (header: string): string => {
  const [, base64] = /^=\?UTF-8\?B\?([A-Za-z0-9+/=]+)\?=$/.exec(header) ?? []
  return base64 === undefined ? header : Buffer.from(base64, 'base64').toString('utf8')
}

/** What each service accepts according to its documentation: throws on anything else, and returns the picture. */
const readers = {
  discord: async (request: ServiceRequest) => {
    const { form, type, bytes } = await readForm(request, 'files[0]')
    discordPayload.parse(JSON.parse(fieldOf(form, 'payload_json')))
    return { type, bytes }
  },
  telegram: async (request: ServiceRequest) => {
    const { form, type, bytes } = await readForm(request, 'photo')
    expect(request.path).toMatch(/^\/bot[^/]+\/sendPhoto$/)
    expect([...form.keys()].toSorted()).toEqual(['caption', 'chat_id', 'parse_mode', 'photo'])
    const shown = fieldOf(form, 'caption').replaceAll(/<\/?(?:b|a)(?: href="[^"]*")?>/g, '')
    expect(shown.length).toBeLessThanOrEqual(1024)
    expect(shown).not.toMatch(/[<>]/)
    return { type, bytes }
  },
  ntfy: async ({ method, path, headers, bytes }: ServiceRequest) => {
    expect([method, path, headers.filename]).toEqual(['PUT', '/northwind', 'chart.png'])
    for (const name of ['title', 'message', 'click', 'actions']) expect(headers[name]).toMatch(/^[\x20-\x7e]+$/)
    expect(Buffer.byteLength(readWord(headers.message ?? ''))).toBeLessThanOrEqual(4096)
    expect(JSON.parse(readWord(headers.actions ?? ''))).toMatchObject([{ action: 'view', url: plain.manage?.url }])
    return { type: headers['content-type'], bytes }
  },
}

const targets = [
  { kind: 'discord', name: 'a', url: 'https://discord.com/api/webhooks/1/x' },
  { kind: 'telegram', name: 'a', token: '123456:abcdefghijklmnopqrstuvwxyz', chat: '-100123' },
  { kind: 'ntfy', name: 'a', url: 'https://ntfy.sh/northwind', token: 'tk_secret' },
] as const
const matrix: DestinationInput = {
  kind: 'matrix',
  name: 'a',
  url: 'https://matrix.example',
  token: 'syt_secret',
  room: '!abc:matrix.example',
}

let service: Awaited<ReturnType<typeof startService>>
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

describe.each(targets)('a picture to $kind', (target) => {
  const send = (answer: Answer | 'silence' | 'hang-up', message = plain) => {
    service.answer((path) => (service.received.length === 1 ? answer : { status: 200, body: path }))
    return service.send(target, message)
  }

  test.each([plain, hostile])('comes with its message in one request, whatever that contains', async (message) => {
    expect(await send({ status: 200 }, message)).toEqual({ kind: 'delivered' })
    expect(service.received).toHaveLength(1)
    const [request] = service.received
    expect(await readers[target.kind](request as ServiceRequest)).toEqual({ type: 'image/png', bytes: content })
  })

  test.each([400, 413, 415, 500])('that it refuses with %i leaves the message without it', async (status) => {
    expect(await send({ status })).toEqual({ kind: 'delivered' })
    expect(service.received).toHaveLength(2)
    expect(service.received[1]?.headers['content-type']).toBe('application/json')
    expect(service.received[1]?.bytes.toString()).toContain('14 documents on 21 November 2026')
  })

  test('waits with its message as long as the service asks', async () => {
    expect(await send({ status: 429, headers: { 'retry-after': '30' } })).toMatchObject({ retryAfterMs: 30_000 })
    expect(service.received).toHaveLength(1)
  })

  test('is tried again with its message after an outage', async () => {
    service.answer(() => ({ status: 503 }))
    expect(await service.send(target)).toMatchObject({ kind: 'refused', isFinal: false })
  })

  test('does not hide that the address or the token is wrong', async () => {
    expect(await send({ status: 403 })).toMatchObject({ kind: 'refused', isFinal: true })
    expect(service.received).toHaveLength(1)
  })

  test('is not followed elsewhere', async () => {
    const elsewhere = { status: 302, headers: { location: 'https://evil.example/' } }
    expect(await send(elsewhere)).toMatchObject({ kind: 'refused', isFinal: true })
    expect(service.received).toHaveLength(1)
  })

  test.each(['hang-up', 'silence'] as const)('may have been shown where nothing was answered: %s', async (end) => {
    expect(await send(end)).toMatchObject({ kind: 'unconfirmed' })
    expect(service.received).toHaveLength(1)
  })
})

describe('a picture to a room of Matrix', () => {
  const uploadPath = '/_matrix/media/v3/upload?filename=chart.png'
  const stored = { status: 200, body: '{"content_uri":"mxc://matrix.example/abc"}' }

  test('is uploaded, and shown after its message', async () => {
    service.answer((path) => (path === uploadPath ? stored : { status: 200, body: '{"event_id":"$1"}' }))
    expect(await service.send(matrix)).toEqual({ kind: 'delivered' })
    const [message, upload, shown] = service.received
    expect(message?.path).toMatch(/m\.room\.message\/msg_1$/)
    expect(upload).toMatchObject({ method: 'POST', path: uploadPath, bytes: content })
    expect(upload?.headers).toMatchObject({ authorization: 'Bearer syt_secret', 'content-type': 'image/png' })
    expect(shown?.path).toMatch(/m\.room\.message\/msg_1-chart$/)
    expect(JSON.parse(shown?.bytes.toString() ?? '')).toEqual({
      msgtype: 'm.image',
      'm.mentions': {},
      body: picture.alt,
      filename: 'chart.png',
      url: 'mxc://matrix.example/abc',
      info: { mimetype: 'image/png', size: content.length, w: 536, h: 128 },
    })
  })

  test.each<[string, Answer | 'silence' | 'hang-up']>([
    ['is refused', { status: 413 }],
    ['meets an outage', { status: 503 }],
    ['has to wait', { status: 429 }],
    ['gets no answer', 'silence'],
    ['loses its connection', 'hang-up'],
    ['gets an address that is none', { status: 200, body: '{"content_uri":"https://evil.example/"}' }],
    ['gets an answer without end', { status: 200, body: 'x'.repeat(1_000_000) }],
  ])('that %s leaves its message in the room', async (_, answer) => {
    service.answer((path) => (path === uploadPath ? answer : { status: 200, body: '{"event_id":"$1"}' }))
    expect(await service.send(matrix)).toEqual({ kind: 'delivered' })
    expect(service.received.map(({ path }) => path.split('/').at(-1))).toEqual(['msg_1', 'upload?filename=chart.png'])
  })

  test('is not uploaded where its message was refused', async () => {
    service.answer(() => ({ status: 503 }))
    expect(await service.send(matrix)).toMatchObject({ kind: 'refused', isFinal: false })
    expect(service.received).toHaveLength(1)
  })
})

test('services that take no bytes get the message alone', async () => {
  const slack: DestinationInput = { kind: 'slack', name: 'a', url: 'https://hooks.slack.com/services/T1/B1/x' }
  expect(await service.send(slack)).toEqual({ kind: 'delivered' })
  expect(service.received).toHaveLength(1)
})
