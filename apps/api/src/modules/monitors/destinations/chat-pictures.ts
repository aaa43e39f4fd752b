import type { DestinationInput, DestinationKind } from '@auspex/sdk/types'
import type { GuardedExchange, PostOutcome } from '@auspex/sources'
import type { MailPicture } from '../../../adapters/mail/mailer.port.ts'
import {
  bearer,
  type ChatMessage,
  escapeHtml,
  htmlLink,
  linksOf,
  maxItems,
  shorten,
  writeChatRequest,
} from './chat-formats.ts'

type Target<Kind extends DestinationKind> = Extract<DestinationInput, { kind: Kind }>
type Exchange = (request: GuardedExchange, signal: AbortSignal) => Promise<PostOutcome>

const fileName = 'chart.png'
const mediaType = 'image/png'
/** Services that take the bytes of a picture. Slack's and Teams' webhooks take only pictures at public addresses. */
export function takesPictures(kind: DestinationKind): boolean {
  return kind === 'discord' || kind === 'telegram' || kind === 'ntfy' || kind === 'matrix'
}

/** The request that posts a message together with its picture; null for services that have none, or another one for the picture. */
export function writePictureRequest(
  message: ChatMessage,
  target: DestinationInput,
  picture: MailPicture,
): GuardedExchange | null {
  if (target.kind === 'discord') return writeDiscord(message, target, picture)
  if (target.kind === 'telegram') return writeTelegram(message, target, picture)
  return target.kind === 'ntfy' ? writeNtfy(message, target, picture) : null
}

/** https://docs.discord.com/developers/reference#uploading-files: 10 MiB; the embed names the file as `attachment://`. */
function writeDiscord(message: ChatMessage, target: Target<'discord'>, { content, alt }: MailPicture): GuardedExchange {
  const { url, headers, body } = writeChatRequest(message, target, '')
  const { embeds, ...rest } = body as { embeds: object[] } // written by the format of Discord
  const payload = {
    ...rest,
    embeds: embeds.map((embed) => ({ ...embed, image: { url: `attachment://${fileName}` } })),
    attachments: [{ id: 0, filename: fileName, description: shorten(alt, 1024) }],
  }
  return writeForm({ url, headers, fields: { payload_json: JSON.stringify(payload) }, file: 'files[0]', content })
}

/** https://core.telegram.org/bots/api#sendphoto: a caption has 1024 characters after the markup is read, a photo 10 MB and a side 20 times the other. */
function writeTelegram(
  { title, text, items, link, manage }: ChatMessage,
  { token, chat }: Target<'telegram'>,
  { content }: MailPicture,
): GuardedExchange {
  const links = linksOf({ link, manage })
  const [heading, words] = [shorten(title, 150), shorten(text, 500)]
  let remainingLength = maxCaption - [heading, words, ...links.map(({ label }) => label)].join('\n').length
  const shownItems = items.slice(0, maxItems).filter((item) => {
    remainingLength -= Math.min(item.title.length, maxLabel) + '\n• '.length
    return remainingLength >= 0
  })
  const caption = [
    `<b>${escapeHtml(heading)}</b>`,
    escapeHtml(words),
    ...shownItems.map((item) => `• ${htmlLink(item.title, item.url)}`),
    ...links.map(({ label, url }) => htmlLink(label, url)),
  ].join('\n')
  return writeForm({
    url: `https://api.telegram.org/bot${token}/sendPhoto`,
    headers: {},
    fields: { chat_id: chat, parse_mode: 'HTML', caption },
    file: 'photo',
    content,
  })
}

const maxCaption = 1024
/** As `htmlLink` shortens a label. */
const maxLabel = 200

/** https://docs.ntfy.sh/publish/#attach-local-file: the bytes are the body, and the message is in headers, which may be encoded as RFC 2047 says. */
function writeNtfy(message: ChatMessage, target: Target<'ntfy'>, { content }: MailPicture): GuardedExchange {
  const { body } = writeChatRequest(message, target, '')
  // written by the format of ntfy
  const {
    title,
    message: text,
    click,
    actions,
  } = body as {
    title: string
    message: string
    click: string
    actions?: object[]
  }
  return {
    method: 'PUT',
    url: target.url,
    headers: {
      ...bearer(target.token),
      'content-type': mediaType,
      filename: fileName,
      title: encodeHeader(title),
      message: encodeHeader(text),
      click: encodeHeader(click),
      ...(actions !== undefined && { actions: encodeHeader(JSON.stringify(actions)) }),
    },
    body: content,
  }
}

/** Headers are ASCII of one line; whatever else is written as an encoded word (RFC 2047). */
function encodeHeader(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) && !text.includes('=?')
    ? text
    : `=?UTF-8?B?${Buffer.from(text, 'utf8').toString('base64')}?=`
}

interface Form {
  url: string
  headers: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
  /** Name of the part with the picture. */
  file: string
  content: Buffer
}

/** A form with one picture (RFC 7578). */
function writeForm({ url, headers, fields, file, content }: Form): GuardedExchange {
  let boundary = 'auspex-chart'
  // what a person or a source wrote must not end a part
  while (Object.values(fields).some((value) => value.includes(boundary)) || content.includes(boundary)) boundary += '-'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const opening = `--${boundary}\r\ncontent-disposition: form-data; name="${file}"; filename="${fileName}"\r\ncontent-type: ${mediaType}\r\n\r\n`
  return {
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(parts.join('') + opening), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/**
 * Posts a picture to a room of Matrix after its message, as a message of its own: https://spec.matrix.org/latest/client-server-api/#content-repository.
 * Returns whether it is there.
 */
export async function postMatrixPicture(
  { url, token, room }: Target<'matrix'>,
  { id, picture }: { id: string; picture: MailPicture },
  { exchange, signal }: { exchange: Exchange; signal: AbortSignal },
): Promise<boolean> {
  const { content, alt, width, height } = picture
  const upload = await exchange(
    {
      method: 'POST',
      url: new URL(`/_matrix/media/v3/upload?filename=${fileName}`, url).href,
      headers: { ...bearer(token), 'content-type': mediaType },
      body: content,
      readsAnswer: true,
    },
    signal,
  )
  const address = upload.kind === 'answered' ? readAddress(upload.answer) : null
  if (address === null) return false
  const reply = await exchange(
    {
      method: 'PUT',
      url: new URL(`/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${id}-chart`, url).href,
      headers: bearer(token),
      body: JSON.stringify({
        msgtype: 'm.image',
        'm.mentions': {},
        body: alt,
        filename: fileName,
        url: address,
        info: { mimetype: mediaType, size: content.length, w: width, h: height },
      }),
    },
    signal,
  )
  return reply.kind === 'answered' && reply.status < 300
}

/** The address of what was uploaded; null for an answer without one. */
function readAddress(answer: string | undefined): string | null {
  try {
    const parsed: unknown = JSON.parse(answer ?? '')
    const address = typeof parsed === 'object' && parsed !== null && 'content_uri' in parsed ? parsed.content_uri : null
    return typeof address === 'string' && /^mxc:\/\/[^\s]{1,300}$/u.test(address) ? address : null
  } catch {
    return null
  }
}
