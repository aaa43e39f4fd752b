import type { DigestText } from '@auspex/sdk/types'
import type { ChatMessage } from '../destinations/chat-formats.ts'

/** Below the limits of all services, so that none cuts a sentence. */
const maxChatLength = 900
const maxLinks = 5

/** A digest as lines of text: for the inbox of other programs, and for emails without HTML. */
export function writeLines({ lead, items, more, quiet, behind }: DigestText): string[] {
  const hasChanged = items.length > 0
  return [
    lead,
    ...items.map(({ title, text }) => `${title} — ${text}`),
    ...(more.length === 0 ? [] : [`Also changed: ${more.join(', ')}.`]),
    ...(hasChanged ? describeRest({ quiet, behind }) : []),
  ]
}

/** What is said of the signals that did not change. */
export function describeRest({ quiet, behind }: { quiet: number; behind: number }): string[] {
  const words = [
    ...(quiet === 0 ? [] : [`No clear change: ${quiet}.`]),
    ...(behind === 0 ? [] : [`No new data, or unreadable: ${behind}.`]),
  ]
  return words.length === 0 ? [] : [words.join(' ')]
}

/** A digest as a message to a room: as many signals as fit in whole sentences. */
export function toChatMessage(text: DigestText, { path, publicUrl }: { path: string; publicUrl: URL }): ChatMessage {
  const lines = [text.lead]
  let length = text.lead.length
  for (const { title, text: words } of text.items) {
    const line = `${title} — ${words}`
    if (length + line.length + 1 > maxChatLength) break
    lines.push(line)
    length += line.length + 1
  }
  const left = text.items.length + text.more.length - (lines.length - 1)
  if (left > 0) lines.push(`${left} more ${left === 1 ? 'signal' : 'signals'} changed.`)
  return {
    title: text.title,
    text: lines.join('\n'),
    items: text.items
      .slice(0, maxLinks)
      .map(({ title, signalId }) => ({ title, url: new URL(`/signals/${signalId}`, publicUrl).href })),
    link: { label: 'Open Auspex', url: new URL(path, publicUrl).href },
    manage: { label: 'Pause or change this digest', url: new URL('/monitors#digests', publicUrl).href },
  }
}
