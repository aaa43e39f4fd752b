import type { DigestText, NotificationKind } from '@auspex/sdk/types'
import type { Mail, MailFile, MailPicture } from '../../../adapters/mail/mailer.port.ts'
import { describeRest } from '../digests/send-digests.ts'
import type { QueuedMail } from './mail-outbox.repository.ts'

interface MailItem {
  title: string
  url: string
  note: string
  isProse?: boolean
  /** Names in the note that have an address of their own. */
  related?: readonly { title: string; url: string }[]
}

interface MailParts {
  subject: string
  /** The first line, also what a list of emails shows beside the subject. */
  lead: string
  /** Paragraphs after it. */
  lines: readonly string[]
  items: readonly MailItem[]
  /** Paragraphs after the items. */
  closing?: readonly string[]
  /** What the button says, and where it leads. */
  action: { label: string; path: string }
  /** Why the person gets it. */
  reason: string
}

export interface MailContext {
  to: { name: string | null; address: string }
  /** The colleague who caused it; null for what the product sends. */
  sender: { name: string | null; email: string | null } | null
  /** Address of the app. */
  publicUrl: URL
  /** The secret of the unsubscribe link. */
  token: string
  /** What was measured, as a picture. */
  picture?: MailPicture | null
  /** The attached file, or why there is none; null for an email without one. */
  attached?: AttachedFile | null
}

/** A file of an email, or the sentence that says why it is missing. */
export type AttachedFile = { file: MailFile } | { missing: string }

/** What the unsubscribe link of each kind says. */
export const kindWords: Readonly<Record<NotificationKind, string>> = {
  signal: 'signals from colleagues',
  comment: 'comments',
  monitor: 'alerts of monitors',
  trends: 'trends',
  digest: 'digests',
  export: 'files that are ready',
}

/** Writes an email as text and as HTML. Nothing in it is loaded from elsewhere, pictures come with it, and everything that people or sources wrote is escaped. */
export function writeMail(
  mail: QueuedMail,
  { to, sender, publicUrl, token, picture = null, attached = null }: MailContext,
): Mail {
  const content =
    mail.digest == null
      ? (partsByKind[mail.kind] ?? trendParts)(mail, sender)
      : toDigestParts(mail.digest, { path: mail.path, publicUrl })
  const note = attached === null ? [] : ['file' in attached ? 'Its report is attached as a PDF.' : attached.missing]
  const parts = { ...content, closing: [...(content.closing ?? []), ...note] }
  const links = {
    action: new URL(parts.action.path, publicUrl).href,
    unsubscribe: new URL(`/unsubscribe/${token}`, publicUrl).href,
    settings: new URL('/profile#notifications', publicUrl).href,
  }
  const oneClick = new URL(`/api/mailSubscriptions/${token}`, publicUrl).href
  return {
    messageId: `${mail.id}@${publicUrl.hostname}`,
    to: { ...to, name: to.name === null ? null : toHeaderText(to.name, 100) },
    replyTo: sender?.email == null ? null : { name: toHeaderText(sender.name ?? '', 100), address: sender.email },
    subject: toHeaderText(parts.subject, 200),
    text: writeText(parts, links, mail.kind),
    html: writeHtml({ ...parts, picture }, links, mail.kind),
    ...(picture !== null && { pictures: [picture] }),
    ...(attached !== null && 'file' in attached && { files: [attached.file] }),
    headers: {
      'List-Unsubscribe': `<${oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  }
}

/**
 * What the mail of a kind is made of. Trends are written by `trendParts`, like a digest without content, and a kind that only a newer version of the
 * product queues.
 */
const partsByKind: Readonly<
  Partial<Record<QueuedMail['kind'], (mail: QueuedMail, sender: MailContext['sender']) => MailParts>>
> = {
  monitor: alertParts,
  signal: sharedSignalParts,
  comment: (mail) => ({
    ...messageParts(mail, mail.title),
    action: { label: 'Open the comment', path: mail.path ?? '/comments' },
    reason: 'a colleague mentioned you or replied where you wrote',
  }),
  export: (mail) => ({
    ...messageParts(mail, 'The file that you requested is ready.'),
    subject: `Your file is ready: ${mail.title}`,
    action: { label: 'Download the file', path: mail.path ?? '/' },
    reason: 'you asked for a file',
  }),
}

function linesOf({ message }: QueuedMail): string[] {
  return (message ?? '').split('\n').filter((line) => line.trim() !== '')
}

/** The title as the subject, and the message from its first line on. */
function messageParts(
  mail: QueuedMail,
  withoutMessage: string,
): Pick<MailParts, 'subject' | 'lead' | 'lines' | 'items'> {
  const [lead = withoutMessage, ...lines] = linesOf(mail)
  return { subject: mail.title, lead, lines, items: [] }
}

function openSignal({ signalId }: QueuedMail): MailParts['action'] {
  return { label: 'Open the signal', path: signalId === null ? '/' : `/signals/${signalId}` }
}

function alertParts(mail: QueuedMail): MailParts {
  const { title, alert } = mail
  const [first = 'A monitor sent an alert.', ...others] = linesOf(mail)
  const items = alert?.register?.items ?? []
  return {
    subject: `Alert: ${title}`,
    lead: alert?.reason ?? first,
    lines: alert === null ? others : [],
    items: items.map((item) => ({ title: item.title, url: item.url, note: item.id })),
    action: openSignal(mail),
    reason: 'one of your monitors has email as a channel',
  }
}

function sharedSignalParts(mail: QueuedMail, sender: MailContext['sender']): MailParts {
  const name = sender?.name ?? sender?.email ?? 'A colleague'
  const lines = linesOf(mail)
  return {
    subject: `${name} sent you “${mail.title}”`,
    lead: lines.length === 0 ? `${name} sent you a signal.` : `${name} wrote:`,
    lines,
    items: [],
    action: openSignal(mail),
    reason: 'a colleague sent you a signal',
  }
}

function trendParts(mail: QueuedMail): MailParts {
  return {
    ...messageParts(mail, mail.title),
    action: { label: 'Open the trends', path: mail.path ?? '/trends' },
    reason: 'you subscribed to these trends',
  }
}

function toDigestParts(
  { title, lead, items, comments = [], ...rest }: DigestText,
  { path, publicUrl }: { path: string | null; publicUrl: URL },
): MailParts {
  const urlOf = (signalId: string) => new URL(`/signals/${signalId}`, publicUrl).href
  return {
    subject: title,
    lead,
    lines: [],
    items: [
      ...items.map((item) => ({
        title: item.title,
        url: urlOf(item.signalId),
        note: item.text,
        isProse: true,
        related: (item.related ?? []).map((one) => ({ title: one.title, url: urlOf(one.signalId) })),
      })),
      ...comments.map((item) => ({
        title: item.title,
        url: new URL(`/signals/${item.signalId}?comments=open`, publicUrl).href,
        note: item.text,
      })),
    ],
    closing: describeRest(rest),
    action: { label: 'Open Auspex', path: path ?? '/' },
    reason: 'you set up this digest',
  }
}

interface MailLinks {
  action: string
  unsubscribe: string
  settings: string
}

function writeText(
  { lead, lines, items, closing = [], action, reason }: MailParts,
  links: MailLinks,
  kind: NotificationKind,
): string {
  return [
    ...[lead, ...lines].filter((line) => line !== ''),
    ...items.map(({ title, url, note, isProse }) =>
      isProse === true ? `${title}\n${note}\n${url}` : `- ${title} (${note})\n  ${url}`,
    ),
    ...closing,
    `${action.label}: ${links.action}`,
    `-- \nYou get this because ${reason}.\nNo more emails about ${kindWords[kind]}: ${links.unsubscribe}\nChoose what you hear about: ${links.settings}`,
  ].join('\n\n')
}

const purple = '#6d3fd6'

/**
 * Tables and inline styles, because Outlook lays out nothing else; the style element is for programs with a dark theme, and those that ignore it show the
 * light colours.
 */
function writeHtml(
  { subject, lead, lines, items, closing = [], picture, action, reason }: MailParts & { picture: MailPicture | null },
  links: MailLinks,
  kind: NotificationKind,
): string {
  const paragraph = (text: string) =>
    `<p class="text" style="margin:0 0 12px;font-size:16px;line-height:1.5;color:#1f1d2b">${escapeHtml(text)}</p>`
  const boldLink = (label: string, href: string) =>
    `<a class="link" style="color:${purple};font-weight:600" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
  const list = items.map(({ title, url, note, isProse, related = [] }) =>
    isProse === true
      ? `<li style="margin:0 0 14px">${boldLink(title, url)}<br>${linkNames(note, related, boldLink)}</li>`
      : `<li style="margin:0 0 8px"><a class="link" style="color:${purple}" href="${escapeHtml(url)}">${escapeHtml(title)}</a> <span class="soft" style="color:#625f75">${escapeHtml(note)}</span></li>`,
  )
  const footerLink = (href: string, label: string) =>
    `<a class="soft" style="color:#625f75;text-decoration:underline" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>@media (prefers-color-scheme: dark) {
.page { background: #15141c !important } .card { background: #1f1d2a !important; border-color: #34313f !important }
.text, .title { color: #f1eff8 !important } .soft { color: #aca8bd !important } .link { color: #b79bff !important }
}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6f5fa">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f6f5fa"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #e4e1ee;border-radius:12px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<tr><td style="padding:28px 28px 20px;text-align:left">
<p class="soft" style="margin:0 0 8px;font-size:13px;color:#625f75">Auspex</p>
<h1 class="title" style="margin:0 0 14px;font-size:20px;line-height:1.35;font-weight:600;color:#1f1d2b">${escapeHtml(subject)}</h1>
${[lead, ...lines]
  .filter((line) => line !== '')
  .map(paragraph)
  .join('\n')}
${picture === null ? '' : `<img src="cid:${picture.cid}" width="${picture.width}" height="${picture.height}" alt="${escapeHtml(picture.alt)}" style="display:block;width:100%;max-width:${picture.width}px;height:auto;margin:4px 0 12px">`}
${list.length === 0 ? '' : `<ul class="text" style="margin:0 0 12px;padding-left:20px;font-size:15px;line-height:1.5;color:#1f1d2b">${list.join('')}</ul>`}
${closing.map((text) => `<p class="soft" style="margin:0 0 8px;font-size:14px;line-height:1.5;color:#625f75">${escapeHtml(text)}</p>`).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 4px"><tr><td bgcolor="${purple}" style="border-radius:8px">
<a href="${escapeHtml(links.action)}" style="display:inline-block;padding:11px 18px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a>
</td></tr></table>
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"><tr><td class="soft" style="padding:14px 28px;font-size:13px;line-height:1.5;color:#625f75;text-align:left">
You get this because ${escapeHtml(reason)}. ${footerLink(links.unsubscribe, `No more emails about ${kindWords[kind]}`)} · ${footerLink(links.settings, 'Choose what you hear about')}
</td></tr></table>
</td></tr></table>
</body></html>
`
}

/** Matches a name where it stands alone: “US” is also a part of “usual”. */
function wholeWords(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu')
}

/** A text in which the first place of each name is a link. */
function linkNames(
  text: string,
  names: readonly { title: string; url: string }[],
  link: (label: string, href: string) => string,
): string {
  const places = names
    .flatMap(({ title, url }) => {
      const at = text.search(wholeWords(title))
      return at < 0 ? [] : [{ at, end: at + title.length, url }]
    })
    .toSorted((a, b) => a.at - b.at)
  let [html, last] = ['', 0]
  for (const { at, end, url } of places) {
    // a name can be a part of another
    if (at < last) continue
    html += escapeHtml(text.slice(last, at)) + link(text.slice(at, end), url)
    last = end
  }
  return html + escapeHtml(text.slice(last))
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Text for a header: one line of bounded length. A line break would begin another header. */
function toHeaderText(text: string, maxLength: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}
