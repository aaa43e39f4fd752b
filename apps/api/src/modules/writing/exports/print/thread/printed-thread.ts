import { formatDay } from '@auspex/analytics'
import type { Citation, SharedMessage, SharedThread } from '@auspex/sdk/types'
import { safeAddress } from '../html.ts'
import { number } from '../print-numbers.ts'
import { escapeMarkdown } from '../story/markdown.ts'
import { type PrintedCard, type PrintedStoryPage, formatMoment, toTextCard } from '../story/printed-story.ts'

/** Titles of what a conversation cites; a deleted item has none. */
export interface CitedNames {
  documents: ReadonlyMap<string, { title: string; url: string | null }>
  signals: ReadonlyMap<string, string>
}

/** Longer questions are shown in full below a heading with their beginning. */
const maxHeadingLength = 200
const maxQuoteLength = 300

/** A conversation ready for print: each answer below its question, with numbered footnotes for its evidence. */
export function toPrintedThread(
  { title, sharedAt, messages, messageCount }: Omit<SharedThread, 'kind'>,
  names: CitedNames,
): PrintedStoryPage {
  const last = messages.at(-1)
  const lastChanged = last === undefined ? '' : `Last changed on ${formatDay(last.timestamp)}. `
  const earlier = messageCount - messages.length
  const cards: PrintedCard[] = []
  if (messages.length === 0) cards.push(toTextCard('It has no messages yet.'))
  if (earlier > 0) cards.push(toTextCard(`*${number(earlier)} earlier messages of it are not in this file.*`))
  let notes = 0
  for (const message of messages) {
    if (message.role === 'user') cards.push(toQuestion(message.content))
    else {
      cards.push(toAnswer(message, { firstNote: notes + 1, names }))
      notes += message.citations.length
    }
  }
  return {
    noun: 'Conversation',
    title,
    imageId: null,
    made: `Conversation with Zeus. ${lastChanged}Printed on ${formatMoment(sharedAt)}.`,
    printedAt: sharedAt,
    cards,
  }
}

function toQuestion(content: string): PrintedCard {
  const words = content.replaceAll(/\s+/g, ' ').trim()
  const isLong = words.length > maxHeadingLength
  const heading = `## ${escapeMarkdown(isLong ? `${words.slice(0, maxHeadingLength).trimEnd()}…` : words)}`
  return withHeadingsFrom(1, toTextCard(isLong ? `${heading}\n\n> ${escapeMarkdown(words)}` : heading))
}

/** Numbering starts over with each answer, but must be unique within the file. */
function toAnswer(
  { content, citations, state }: SharedMessage,
  { firstNote, names }: { firstNote: number; names: CitedNames },
): PrintedCard {
  const labels = new Map(citations.map((citation, index) => [citation.number, firstNote + index]))
  const text = content.replaceAll(/\[(\d{1,4})\]/g, (mark, cited: string) => {
    const label = labels.get(Number(cited))
    return label === undefined ? mark : `[^${label}]`
  })
  const notes = citations.map((citation, index) => `[^${firstNote + index}]: ${describeEvidence(citation, names)}`)
  const parts = [text, ...(state === 'complete' ? [] : ['*This answer is not whole.*']), ...notes]
  return withHeadingsFrom(2, toTextCard(parts.join('\n\n')))
}

/** Shifts the headings of an answer below those of questions, whatever level they begin with. */
function withHeadingsFrom(level: number, card: PrintedCard): PrintedCard {
  if (card.body.kind !== 'text') return card
  const levels = card.body.blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []))
  const shift = level - Math.min(...levels)
  const blocks = card.body.blocks.map((block) =>
    block.kind === 'heading' ? { ...block, level: Math.min(6, block.level + shift) } : block,
  )
  return { ...card, body: { ...card.body, blocks } }
}

function describeEvidence(citation: Citation, { documents, signals }: CitedNames): string {
  if (citation.kind === 'measure') {
    const title = signals.get(citation.signalId)
    const report = title === undefined ? 'the report' : `the report of “${escapeMarkdown(title)}”`
    const section = `${citation.section.charAt(0).toUpperCase()}${citation.section.slice(1)}`
    return `${section} in ${report}: ${citation.value === null ? 'unknown' : formatValue(citation.value)}.`
  }
  const words = citation.quote.replaceAll(/\s+/g, ' ').trim()
  const quote = words.length > maxQuoteLength ? `${words.slice(0, maxQuoteLength).trimEnd()}…` : words
  const document = documents.get(citation.documentId)
  return `“${escapeMarkdown(quote)}”${document === undefined ? '' : ` (${describeDocument(document)})`}`
}

function describeDocument({ title, url }: { title: string; url: string | null }): string {
  const name = title.trim() === '' ? 'the document' : title.replaceAll(/\s+/g, ' ').trim()
  const address = url === null ? null : safeAddress(url)
  // brackets or spaces would end the link, so a URL that contains them is not linked
  return address === null || /[()<>\s]/.test(address)
    ? escapeMarkdown(name)
    : `[${name.replaceAll(/[[\]\\]/g, ' ').slice(0, 300)}](${address})`
}

/** Counts in full, other values to three significant digits: more would suggest a precision that no measure here has. */
function formatValue(value: number): string {
  return Math.abs(value) >= 100
    ? number(Math.round(value))
    : value.toLocaleString('en', { maximumSignificantDigits: 3 })
}
