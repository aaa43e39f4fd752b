import type { Readable } from '@auspex/sdk/types'
import type { Want } from '../understand/reader/question-model.ts'

/** What a message can refer to on the screen. Values are untrusted text: only ids and a short name are ever taken from them. */
export interface ScreenView {
  /** Whether the message contains "this report", "on my screen" or similar. */
  readonly isNamed: boolean
  readonly signalIds: readonly string[]
  /** The title of the open object, in the query language; null when the screen does not state it. */
  readonly topic: string | null
  /** What the open section shows, if the message is about a section. */
  readonly wants: readonly Want[]
}

/** As many as an answer compares. */
const maxSignals = 5
const nouns = 'report|signal|topic|page|screen|view|section|tab|chart|graph|table|figure|comparison|story|portfolio'
const mentionPattern = new RegExp(
  `\\b(?:this|that|the (?:open|current|shown|selected))\\s+(${nouns})\\b|\\bon (?:the|my|this) (screen|page)\\b`,
  'iu',
)
/** Parts of a report: their names show what is asked, not about which topic. */
const parts = /\b(?:section|tab|chart|graph|table|figure)s?\b/iu

export function readScreen(message: string, readables: readonly Readable[]): ScreenView {
  const mention = mentionPattern.exec(message)
  const mentionedName = (mention?.[1] ?? mention?.[2] ?? '').toLowerCase()
  const isNamed = mention !== null
  // readables whose description matches the message come first
  const hasMentionedName = ({ description }: Readable) => description.toLowerCase().includes(mentionedName)
  const ordered =
    mentionedName === ''
      ? readables
      : readables.toSorted((a, b) => Number(hasMentionedName(b)) - Number(hasMentionedName(a)))
  const ids = ordered.flatMap(({ value }) => value.match(/\bsig_[a-z0-9]{1,40}\b/gu) ?? [])
  const [topic = null] = ordered
    .filter(({ description }) => !parts.test(description))
    .flatMap(({ value }) => nameIn(value) ?? [])
  return {
    isNamed,
    signalIds: [...new Set(ids)].slice(0, maxSignals),
    topic,
    wants: parts.test(mentionedName) ? sectionWants(ordered) : [],
  }
}

/** The message without its references to the screen, whose words are not a topic. */
export function withoutScreenWords(message: string): string {
  return message.replace(new RegExp(mentionPattern.source, 'giu'), 'this')
}

/** What each section of a report answers. */
const sectionWords: Readonly<Record<string, Want>> = {
  volume: 'volume',
  momentum: 'change',
  stage: 'change',
  inflections: 'change',
  tone: 'tone',
  voices: 'voices',
  locations: 'places',
  contexts: 'related',
  narratives: 'narratives',
  audience: 'audience',
  documents: 'quotes',
  chatter: 'quotes',
}

function sectionWants(readables: readonly Readable[]): Want[] {
  const texts = readables.flatMap(({ description, value }) =>
    parts.test(description) ? [value.slice(0, 200)] : (/[?&](?:tab|section)=([\w-]{1,40})/u.exec(value)?.[1] ?? []),
  )
  const words = texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? [])
  const sections = words.flatMap((word) => sectionWords[word] ?? [])
  return [...new Set(sections)]
}

/** A short name in a value: the text itself, or the title of the described object. */
function nameIn(value: string): string | null {
  const parsed = parse(value)
  if (typeof parsed === 'string') return toTopic(parsed)
  if (typeof parsed !== 'object' || parsed === null) return null
  const fields = parsed as Readonly<Record<string, unknown>> // any JSON
  for (const key of ['topic', 'term', 'query', 'query_term', 'title', 'name', 'label']) {
    const field = fields[key]
    if (typeof field === 'string') return toTopic(field)
  }
  return null
}

function parse(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The text as a quoted topic. Plain words only: an address, a sentence or a paragraph is none. */
function toTopic(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  return /^[\p{L}\p{N}#@$][\p{L}\p{N} .'’&+#@$-]{0,79}$/u.test(plain) && plain.split(/\s+/u).length <= 8
    ? `"${plain}"`
    : null
}
