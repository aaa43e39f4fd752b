import type { DestinationInput } from '@auspex/sdk/types'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardedPost } from '@auspex/sources'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ChatMessage, writeChatRequest } from './chat-formats.ts'
import { sendMessage } from './send-to-destinations.ts'

const token = '123456:abcdefghijklmnopqrstuvwxyz'
const targets: DestinationInput[] = [
  { kind: 'slack', name: 'a', url: 'https://hooks.slack.com/services/T1/B1/x' },
  { kind: 'discord', name: 'a', url: 'https://discord.com/api/webhooks/1/x' },
  { kind: 'teams', name: 'a', url: 'https://prod.westeurope.logic.azure.com/workflows/1?sig=x' },
  { kind: 'ntfy', name: 'a', url: 'https://ntfy.sh/northwind', token: 'tk_secret' },
  { kind: 'telegram', name: 'a', token, chat: '-100123' },
  { kind: 'matrix', name: 'a', url: 'https://matrix.example', token: 'syt_secret', room: '!abc:matrix.example' },
]
const plain: ChatMessage = {
  title: 'oat milk',
  text: '14 documents on 21 November 2026, more than 9.',
  items: [{ title: 'Foam & co', url: 'https://example.org/a?b=1&c=2' }],
  link: { label: 'Open the signal', url: 'https://auspex.example/signals/sig_1' },
  manage: { label: 'Pause or change this monitor', url: 'https://auspex.example/monitors' },
}
const hostile: ChatMessage = {
  title: '<!channel> @everyone **now** </b>',
  text: `<!here> @here [click](https://evil.example) <a href="https://evil.example">x</a> ${'long '.repeat(3000)}`,
  items: Array.from({ length: 40 }, (_, number) => ({
    title: `]( https://evil.example | <script> ${number} ${'🦜'.repeat(300)}`,
    url: `https://example.org/${'p'.repeat(number * 60)}|>)`,
  })),
  link: plain.link,
  manage: plain.manage,
}
/** The limit of the whole body that each service documents, where it has one. */
const maxBytes: Partial<Record<DestinationInput['kind'], number>> = { teams: 28 * 1024, ntfy: 8 * 1024, matrix: 60_000 }
const bodyOf = (message: ChatMessage, target: DestinationInput) =>
  JSON.parse(JSON.stringify(writeChatRequest(message, target, 'msg_1').body)) as never

describe.each(targets)('a message to $kind', (target) => {
  test('has the title, the words and the link, and no token in its body', () => {
    const request = writeChatRequest(plain, target, 'msg_1')
    const text = JSON.stringify(request.body)
    expect(text).toContain('oat milk')
    expect(text).toMatch(/14 documents on 21 November 2026/)
    expect(text).toContain('https://auspex.example/signals/sig_1')
    expect(text).toContain('https://auspex.example/monitors')
    expect(text).not.toContain('secret')
    expect(writeChatRequest(plain, target, 'msg_1')).toEqual(request)
  })

  test('that is far too long is cut within the limits, without half a character', () => {
    const { body } = writeChatRequest(hostile, target, 'msg_1')
    const text = JSON.stringify(body)
    expect(Buffer.byteLength(text)).toBeLessThan(maxBytes[target.kind] ?? 30_000)
    expect(text.isWellFormed()).toBe(true)
  })
})

const [slack, discord, teams, ntfy, telegram, matrix] = targets as [
  DestinationInput,
  DestinationInput,
  DestinationInput,
  DestinationInput,
  DestinationInput,
  DestinationInput,
]

test('Slack gets plain text and escaped links, so that nothing in them pings a channel', () => {
  const { text, blocks } = bodyOf(hostile, slack) as {
    text: string
    blocks: { type: string; text: { type: string; text: string } }[]
  }
  expect(text).not.toContain('<!')
  expect(blocks.map(({ type, text: { type: format } }) => [type, format])).toEqual([
    ['header', 'plain_text'],
    ['section', 'plain_text'],
    ['section', 'mrkdwn'],
  ])
  const links = blocks[2]?.text.text ?? ''
  expect(links.length).toBeLessThanOrEqual(3000)
  for (const line of links.split('\n')) expect(line).toMatch(/^(• )?(<https:[^<>|]+\|[^<>|]+>|[^<>|]+)$/)
  expect(blocks[0]?.text.text.length).toBeLessThanOrEqual(150)
})

test('Discord pings nobody, and shows Markdown of others as they wrote it', () => {
  const body = bodyOf(hostile, discord) as {
    allowed_mentions: unknown
    embeds: [{ title: string; description: string }]
  }
  expect(body.allowed_mentions).toEqual({ parse: [] })
  const [{ title, description }] = body.embeds
  expect(title.length).toBeLessThanOrEqual(256)
  expect(description.length).toBeLessThanOrEqual(4096)
  expect(title.length + description.length).toBeLessThanOrEqual(6000)
  expect(description).toContain(String.raw`\[click\]\(https://evil.example\)`)
})

test('Teams gets an adaptive card of text runs, which are no Markdown', () => {
  const { attachments } = bodyOf(plain, teams) as {
    attachments: [{ contentType: string; content: { type: string; body: { type: string }[]; actions: object[] } }]
  }
  const [{ contentType, content }] = attachments
  expect(contentType).toBe('application/vnd.microsoft.card.adaptive')
  expect(content.type).toBe('AdaptiveCard')
  expect(content.body.every(({ type }) => type === 'RichTextBlock')).toBe(true)
  expect(content.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Open the signal', url: plain.link.url },
    { type: 'Action.OpenUrl', title: 'Pause or change this monitor', url: plain.manage?.url },
  ])
})

test('ntfy gets the topic in the body, below the path of the server', () => {
  expect(writeChatRequest(plain, ntfy, 'msg_1')).toMatchObject({
    url: 'https://ntfy.sh/',
    headers: { authorization: 'Bearer tk_secret' },
    body: { topic: 'northwind', click: plain.link.url },
  })
  expect(Buffer.byteLength((bodyOf(hostile, ntfy) as { message: string }).message)).toBeLessThanOrEqual(4096)
  const below = writeChatRequest(plain, { kind: 'ntfy', name: 'a', url: 'https://push.example/ntfy/alerts' }, 'msg_1')
  expect(below).toMatchObject({ url: 'https://push.example/ntfy', headers: {}, body: { topic: 'alerts' } })
})

test('Telegram gets escaped HTML of at most 4096 characters', () => {
  const { text, chat_id: chat } = bodyOf(hostile, telegram) as { text: string; chat_id: string }
  expect(chat).toBe('-100123')
  const shown = text.replaceAll(/<\/?[^>]+>/g, '')
  expect(shown.length).toBeLessThanOrEqual(4096)
  expect(text.match(/<(?!\/?(b|a)[ >])/g)).toBeNull()
})

test('Matrix gets one transaction for all attempts', () => {
  const request = writeChatRequest(plain, matrix, 'msg_1')
  expect(request.method).toBe('PUT')
  expect(request.url).toBe(
    'https://matrix.example/_matrix/client/v3/rooms/!abc%3Amatrix.example/send/m.room.message/msg_1',
  )
  expect(request.headers).toEqual({ authorization: 'Bearer syt_secret' })
})

/** A fake of a chat service: what it accepts according to its documentation, and how it answers. */
interface Service {
  /** The schema of a whole body, with the documented limits. */
  schema: z.ZodType
  accepted: Answer
  /** How it asks for a pause. */
  tooMany: Answer
  pauseMs: number | null
  /** As it refuses a wrong address, token or room. */
  gone: Answer
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body: string
}

const httpUrl = z.url({ protocol: /^https?$/ })
const slackText = (type: 'plain_text' | 'mrkdwn', max: number) =>
  z.strictObject({ type: z.literal(type), text: z.string().min(1).max(max), emoji: z.boolean().optional() })
const adaptiveCard = z.strictObject({
  $schema: httpUrl,
  type: z.literal('AdaptiveCard'),
  version: z.enum(['1.2', '1.3', '1.4', '1.5']),
  body: z.array(z.looseObject({ type: z.enum(['TextBlock', 'RichTextBlock']) })).min(1),
  actions: z
    .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: httpUrl }))
    .max(6),
})
const services: Readonly<Record<DestinationInput['kind'], Service>> = {
  slack: {
    schema: z.strictObject({
      text: z.string().max(40_000),
      unfurl_links: z.boolean(),
      blocks: z
        .array(
          z.union([
            z.strictObject({ type: z.literal('header'), text: slackText('plain_text', 150) }),
            z.strictObject({ type: z.literal('section'), text: slackText('plain_text', 3000) }),
            z.strictObject({ type: z.literal('section'), text: slackText('mrkdwn', 3000) }),
          ]),
        )
        .max(50),
    }),
    accepted: { status: 200, body: 'ok' },
    tooMany: { status: 429, headers: { 'retry-after': '30' }, body: 'rate_limited' },
    pauseMs: 30_000,
    gone: { status: 404, body: 'channel_not_found' },
  },
  discord: {
    schema: z.strictObject({
      allowed_mentions: z.strictObject({ parse: z.array(z.never()) }),
      embeds: z
        .array(
          z.strictObject({
            title: z.string().min(1).max(256),
            url: httpUrl,
            color: z.int().min(0).max(0xffffff),
            description: z.string().min(1).max(4096),
          }),
        )
        .min(1)
        .max(10),
    }),
    accepted: { status: 204, body: '' },
    tooMany: { status: 429, body: '{"message":"You are being rate limited.","retry_after":1.5,"global":false}' },
    pauseMs: 1500,
    gone: { status: 404, body: '{"message":"Unknown Webhook","code":10015}' },
  },
  teams: {
    schema: z.strictObject({
      type: z.literal('message'),
      attachments: z.tuple([
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          contentUrl: z.null(),
          content: adaptiveCard,
        }),
      ]),
    }),
    accepted: { status: 202, body: '' },
    tooMany: { status: 429, headers: { 'retry-after': '10' }, body: '{"error":{"code":"TooManyRequests"}}' },
    pauseMs: 10_000,
    gone: { status: 401, body: '{"error":{"code":"DirectApiAuthorizationRequired"}}' },
  },
  ntfy: {
    schema: z.strictObject({
      topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
      title: z.string().max(250),
      message: z.string().refine((text) => Buffer.byteLength(text) <= 4096),
      click: httpUrl,
      actions: z
        .array(z.strictObject({ action: z.literal('view'), label: z.string().min(1), url: httpUrl }))
        .max(3)
        .optional(),
    }),
    accepted: { status: 200, body: '{"id":"x","event":"message"}' },
    tooMany: { status: 429, body: '{"code":42901,"http":429,"error":"limit reached: too many requests"}' },
    pauseMs: null,
    gone: { status: 403, body: '{"code":40301,"http":403,"error":"forbidden"}' },
  },
  telegram: {
    schema: z.strictObject({
      chat_id: z.string(),
      parse_mode: z.literal('HTML'),
      link_preview_options: z.strictObject({ is_disabled: z.literal(true) }),
      text: z
        .string()
        .min(1)
        .refine((text) => text.replaceAll(/<\/?(?:b|a)(?: href="[^"]*")?>/g, '').length <= 4096)
        .refine((text) => !/[<>]/.test(text.replaceAll(/<\/?(?:b|a)(?: href="[^"]*")?>/g, ''))),
    }),
    accepted: { status: 200, body: '{"ok":true,"result":{"message_id":1}}' },
    tooMany: {
      status: 429,
      body: '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 35","parameters":{"retry_after":35}}',
    },
    pauseMs: 35_000,
    gone: { status: 403, body: '{"ok":false,"error_code":403,"description":"Forbidden: bot was kicked"}' },
  },
  matrix: {
    schema: z.strictObject({
      msgtype: z.enum(['m.text', 'm.notice']),
      'm.mentions': z.strictObject({}),
      body: z.string().min(1),
      format: z.literal('org.matrix.custom.html'),
      formatted_body: z.string(),
    }),
    accepted: { status: 200, body: '{"event_id":"$1"}' },
    tooMany: { status: 429, body: '{"errcode":"M_LIMIT_EXCEEDED","error":"Too Many Requests","retry_after_ms":2000}' },
    pauseMs: 2000,
    gone: { status: 403, body: '{"errcode":"M_FORBIDDEN","error":"not in the room"}' },
  },
}

/** Answers as the test says, and collects what each body violates of its service’s schema. */
async function startService(schema: z.ZodType) {
  const faults: unknown[] = []
  const paths: string[] = []
  let answer: Answer | 'silence' | 'hang-up' = { status: 200, body: '' }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      paths.push(request.url ?? '')
      const checked = schema.safeParse(JSON.parse(Buffer.concat(parts).toString()))
      if (!checked.success) faults.push(checked.error.issues)
      if (answer === 'hang-up') request.socket.destroy()
      else if (answer !== 'silence') response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // a server that listens on a port
  const endpoint = `127.0.0.1:${port}`
  const post = createGuardedPost({ userAgent: 'auspex-test/1', allow: { endpoints: [endpoint] }, timeoutMs: 300 })
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return {
    faults,
    paths,
    answer: (next: typeof answer) => {
      answer = next
    },
    close,
    send: (message: ChatMessage, target: DestinationInput) => {
      // the service's own host, whose address a test cannot have
      const exchange: typeof post.exchange = (request, signal) =>
        post.exchange({ ...request, url: request.url.replace(/^https:\/\/[^/]+/, `http://${endpoint}`) }, signal)
      const { signal } = new AbortController()
      const deps = { sender: { ...post, exchange }, signal }
      return sendMessage({ message, target, id: 'msg_1' }, deps)
    },
  }
}

describe.each(targets)('$kind, as it really answers,', (target) => {
  const { schema, accepted, tooMany, pauseMs, gone } = services[target.kind]
  let service: Awaited<ReturnType<typeof startService>>
  beforeEach(async () => {
    service = await startService(schema)
  })
  afterEach(() => service.close())
  const send = (answer: Parameters<typeof service.answer>[0], message = plain) => {
    service.answer(answer)
    return service.send(message, target)
  }

  test('accepts every message, whatever is in it', async () => {
    expect(await send(accepted)).toEqual({ kind: 'delivered' })
    expect(await send(accepted, hostile)).toEqual({ kind: 'delivered' })
    expect(service.faults).toEqual([])
  })

  test('is waited for as long as it asks', async () => {
    expect(await send(tooMany)).toMatchObject({ kind: 'refused', isFinal: false, retryAfterMs: pauseMs })
  })

  test('is tried again after an outage', async () => {
    expect(await send({ status: 503, body: 'down' })).toMatchObject({ kind: 'refused', isFinal: false })
  })

  test('is not retried if the address, the token or the room is wrong', async () => {
    expect(await send(gone)).toMatchObject({ kind: 'refused', isFinal: true })
  })

  test('is not followed elsewhere', async () => {
    const elsewhere = { status: 302, headers: { location: 'https://evil.example/' }, body: '' }
    expect(await send(elsewhere)).toMatchObject({ kind: 'refused', isFinal: true })
    expect(service.paths).toHaveLength(1)
  })

  // only a service that recognizes a repetition may be sent it
  const afterSilence = target.kind === 'matrix' ? { kind: 'refused', isFinal: false } : { kind: 'unconfirmed' }
  test.each(['hang-up', 'silence'] as const)('may have shown what it left without an answer: %s', async (end) => {
    expect(await send(end)).toMatchObject(afterSilence)
    expect(await send(end)).toMatchObject(afterSilence)
    expect(new Set(service.paths).size).toBe(1)
  })

  test('that is not there gets nothing, which is certain', async () => {
    await service.close()
    expect(await send(accepted)).toMatchObject({ kind: 'refused', isFinal: false })
  })
})
