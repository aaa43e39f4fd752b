import type { DestinationInput, DestinationKind } from '@auspex/sdk/types'

/** What is sent to a room or a topic, before it is written in the format of a service. */
export interface ChatMessage {
  title: string
  text: string
  items: readonly { title: string; url: string }[]
  link: { label: string; url: string }
  /** Where its reader ends or changes such messages; left out by messages of earlier versions. */
  manage?: { label: string; url: string } | undefined
  /** The monitor whose last days are shown as a picture, where the service takes one. */
  monitorId?: string | undefined
}

export function linksOf({
  link,
  manage,
}: {
  link: ChatMessage['link']
  manage: ChatMessage['manage']
}): readonly ChatMessage['link'][] {
  return manage === undefined ? [link] : [link, manage]
}

/** A request that posts a message. */
export interface ChatRequest {
  method: 'POST' | 'PUT'
  url: string
  headers: Readonly<Record<string, string>>
  body: object
}

type Target<Kind extends DestinationKind> = Extract<DestinationInput, { kind: Kind }>

interface ChatFormat<Kind extends DestinationKind> {
  /** What is shown of the address. */
  host: (target: Target<Kind>) => string
  /** Whether the service shows a message once, however often it is sent with the same id. */
  isIdempotent: boolean
  write: (message: ChatMessage, target: Target<Kind>, id: string) => ChatRequest
}

export const maxItems = 5

/** https://docs.slack.dev/reference/block-kit/blocks: a header has 150 characters, a section 3000. Plain text is neither parsed nor pings anybody. */
const slack: ChatFormat<'slack'> = {
  host: hostOfUrl,
  isIdempotent: false,
  write: ({ title, text, items, link, manage }, { url }) => ({
    method: 'POST',
    url,
    headers: {},
    body: {
      // for notifications, and for servers that know no blocks
      text: shorten(escapeSlack(`${title}: ${text}`), 3000),
      unfurl_links: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: shorten(title, 150), emoji: false } },
        { type: 'section', text: { type: 'plain_text', text: shorten(text, 2000), emoji: false } },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: [
              ...items.slice(0, maxItems).map((item) => `• ${slackLink(item.title, item.url)}`),
              ...linksOf({ link, manage }).map(({ label, url: address }) => slackLink(label, address)),
            ].join('\n'),
          },
        },
      ],
    },
  }),
}

function hostOfUrl({ url }: { url: string }): string {
  return new URL(url).host
}

function slackLink(label: string, url: string): string {
  const address = url.length > 400 ? null : escapeSlack(url).replaceAll('|', '%7C')
  const words = escapeSlack(shorten(label, 120)).replaceAll('|', '¦')
  return address === null ? words : `<${address}|${words}>`
}

/** Of these three characters, `<!channel>` and links are made. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** https://docs.discord.com/developers/resources/message#embed-object: a title has 256 characters, a description 4096, and all of it 6000. */
const discord: ChatFormat<'discord'> = {
  host: hostOfUrl,
  isIdempotent: false,
  write: ({ title, text, items, link, manage }, { url }) => ({
    method: 'POST',
    url,
    headers: {},
    body: {
      // nobody is pinged, whatever a headline contains
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: shorten(title, 200),
          url: link.url,
          color: 0x6d3fd6,
          description: [
            escapeMarkdown(shorten(text, 1000)),
            ...items.slice(0, maxItems).map((item) => `- ${discordLink(item.title, item.url)}`),
            ...(manage === undefined ? [] : [discordLink(manage.label, manage.url)]),
          ].join('\n'),
        },
      ],
    },
  }),
}

function discordLink(label: string, url: string): string {
  const words = escapeMarkdown(shorten(label, 100))
  return url.length > 200 ? words : `[${words}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#\-@]/g, String.raw`\$&`)
}

/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors: an adaptive card of 28 KB. Text runs are not Markdown. */
const teams: ChatFormat<'teams'> = {
  host: hostOfUrl,
  isIdempotent: false,
  write: ({ title, text, items, link, manage }, { url }) => {
    const run = (words: string, rest: object = {}) => ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: words, ...rest }],
    })
    return {
      method: 'POST',
      url,
      headers: {},
      body: {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            contentUrl: null,
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              body: [
                run(shorten(title, 200), { weight: 'Bolder', size: 'Large' }),
                run(shorten(text, 2000)),
                ...items.slice(0, maxItems).map((item) =>
                  run(shorten(item.title, 200), {
                    ...(item.url.length <= 1000 && { selectAction: { type: 'Action.OpenUrl', url: item.url } }),
                  }),
                ),
              ],
              actions: linksOf({ link, manage }).map(({ label, url: address }) => ({
                type: 'Action.OpenUrl',
                title: label,
                url: address,
              })),
            },
          },
        ],
      },
    }
  },
}

/** https://docs.ntfy.sh/publish/#publish-as-json: what is longer than 4096 bytes becomes an attachment. */
const ntfy: ChatFormat<'ntfy'> = {
  host: hostOfUrl,
  isIdempotent: false,
  write: ({ title, text, items, link, manage }, { url, token }) => {
    const address = new URL(url)
    const parts = address.pathname.split('/').filter((part) => part !== '')
    return {
      method: 'POST',
      url: new URL(`/${parts.slice(0, -1).join('/')}`, address).href,
      headers: bearer(token),
      body: {
        // topics have only characters that an address does not escape
        topic: parts.at(-1) ?? '',
        title: shorten(title, 200),
        // a character has at most four bytes
        message: shorten([text, ...items.slice(0, maxItems).map((item) => `• ${item.title}`)].join('\n'), 1000),
        click: link.url,
        ...(manage !== undefined && { actions: [{ action: 'view', label: manage.label, url: manage.url }] }),
      },
    }
  },
}

export function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** https://core.telegram.org/bots/api#sendmessage: 4096 characters after the markup is read. */
const telegram: ChatFormat<'telegram'> = {
  host: () => 'api.telegram.org',
  isIdempotent: false,
  write: ({ title, text, items, link, manage }, { token, chat }) => ({
    method: 'POST',
    url: `https://api.telegram.org/bot${token}/sendMessage`,
    headers: {},
    body: {
      chat_id: chat,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      text: [
        `<b>${escapeHtml(shorten(title, 200))}</b>`,
        escapeHtml(shorten(text, 2000)),
        ...items.slice(0, maxItems).map((item) => `• ${htmlLink(item.title, item.url)}`),
        ...linksOf({ link, manage }).map(({ label, url }) => htmlLink(label, url)),
      ].join('\n'),
    },
  }),
}

/** https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid: sent once for each transaction id. */
const matrix: ChatFormat<'matrix'> = {
  host: hostOfUrl,
  isIdempotent: true,
  write: ({ title, text, items, link, manage }, { url, token, room }, id) => ({
    method: 'PUT',
    url: new URL(`/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${id}`, url).href,
    headers: bearer(token),
    body: {
      // a notice: other bots do not answer it
      msgtype: 'm.notice',
      'm.mentions': {},
      body: [
        shorten(title, 200),
        shorten(text, 2000),
        ...items.slice(0, maxItems).map((item) => `- ${shorten(item.title, 200)}`),
        ...linksOf({ link, manage }).map((each) => each.url),
      ].join('\n'),
      format: 'org.matrix.custom.html',
      formatted_body: [
        `<strong>${escapeHtml(shorten(title, 200))}</strong>`,
        escapeHtml(shorten(text, 2000)),
        ...items.slice(0, maxItems).map((item) => htmlLink(item.title, item.url)),
        ...linksOf({ link, manage }).map((each) => htmlLink(each.label, each.url)),
      ].join('<br>'),
    },
  }),
}

export function htmlLink(label: string, url: string): string {
  const words = escapeHtml(shorten(label, 200))
  return url.length > 1000 ? words : `<a href="${escapeHtml(url)}">${words}</a>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Counted in characters that a person sees as one or more, so that none is cut in half. */
export function shorten(text: string, maxLength: number): string {
  const characters = Array.from(text)
  if (text.length <= maxLength) return text
  let short = ''
  for (const character of characters) {
    if (short.length + character.length >= maxLength) break
    short += character
  }
  return `${short.trimEnd()}…`
}

const formats: { readonly [Kind in DestinationKind]: ChatFormat<Kind> } = {
  slack,
  discord,
  teams,
  ntfy,
  telegram,
  matrix,
}

/** The format of the service that a target belongs to. The kind of the target chooses it, which TypeScript cannot follow through a union. */
function formatOf(target: DestinationInput): ChatFormat<DestinationKind> {
  return formats[target.kind] as ChatFormat<DestinationKind>
}

export function hostOf(target: DestinationInput): string {
  return formatOf(target).host(target)
}

export function isIdempotent(kind: DestinationKind): boolean {
  return formats[kind].isIdempotent
}

/** The request that posts a message; `id` is the same at each attempt. */
export function writeChatRequest(message: ChatMessage, target: DestinationInput, id: string): ChatRequest {
  return formatOf(target).write(message, target, id)
}
