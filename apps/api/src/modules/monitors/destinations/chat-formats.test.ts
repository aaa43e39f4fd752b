import type { DestinationInput } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { type ChatMessage, writeChatRequest } from './chat-formats.ts'

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
}
const hostile: ChatMessage = {
  title: '<!channel> @everyone **now** </b>',
  text: `<!here> @here [click](https://evil.example) <a href="https://evil.example">x</a> ${'long '.repeat(3000)}`,
  items: Array.from({ length: 40 }, (_, number) => ({
    title: `]( https://evil.example | <script> ${number} ${'🦜'.repeat(300)}`,
    url: `https://example.org/${'p'.repeat(number * 60)}|>)`,
  })),
  link: plain.link,
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
  expect(content.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open the signal', url: plain.link.url }])
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
