import type { Readable } from '@auspex/sdk/types'
import type { Cue } from '../understand/cues.ts'
import { readCues } from '../understand/cues.ts'

/** What of the screen a message can be about. Values are somebody else's words: only ids and a short name are ever taken out of them. */
export interface ScreenView {
  /** Whether the message says "this report", "on my screen" or the like. */
  readonly isNamed: boolean
  readonly signalIds: readonly string[]
  /** What the open thing is called, in the query language; null when the screen does not say. */
  readonly topic: string | null
  /** What the open section shows. */
  readonly cues: readonly Cue[]
}

const mostSignals = 5
const things = 'report|signal|topic|page|screen|view|section|tab|chart|graph|table|figure|comparison|story|portfolio'
const mentionOfThing = new RegExp(
  `\\b(?:this|that|the (?:open|current|shown|selected))\\s+(${things})\\b|\\bon (?:the|my|this) (screen|page)\\b`,
  'iu',
)
/** Parts of a report: what they are called says what is asked, not about which topic. */
const parts = /\b(?:section|tab|chart|graph|table|figure)s?\b/iu

export function readScreen(message: string, readables: readonly Readable[]): ScreenView {
  const found = mentionOfThing.exec(message)
  const thing = (found?.[1] ?? found?.[2] ?? '').toLowerCase()
  const isNamed = found !== null
  // what is called as the message says comes first
  const isCalled = ({ description }: Readable) => description.toLowerCase().includes(thing)
  const ordered = thing === '' ? readables : readables.toSorted((a, b) => Number(isCalled(b)) - Number(isCalled(a)))
  const ids = ordered.flatMap(({ value }) => value.match(/\bsig_[a-z0-9]{1,40}\b/gu) ?? [])
  const [topic = null] = ordered
    .filter(({ description }) => !parts.test(description))
    .flatMap(({ value }) => nameIn(value) ?? [])
  return {
    isNamed,
    signalIds: [...new Set(ids)].slice(0, mostSignals),
    topic,
    cues: parts.test(thing) ? sectionCues(ordered) : [],
  }
}

/** The message without its way of pointing at the screen, whose words are no topic. */
export function withoutScreenWords(message: string): string {
  return message.replace(new RegExp(mentionOfThing.source, 'giu'), 'this')
}

const sectionWords: Readonly<Record<string, Cue>> = {
  volume: 'volume',
  momentum: 'change',
  stage: 'change',
  inflections: 'change',
  tone: 'tone',
  voices: 'voices',
  locations: 'places',
  contexts: 'contexts',
  narratives: 'narratives',
  audience: 'audience',
  documents: 'quotes',
  chatter: 'quotes',
}

function sectionCues(readables: readonly Readable[]): Cue[] {
  const texts = readables.flatMap(({ description, value }) =>
    parts.test(description) ? [value.slice(0, 200)] : (/[?&](?:tab|section)=([\w-]{1,40})/u.exec(value)?.[1] ?? []),
  )
  const words = texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? [])
  const known = words.flatMap((word) => sectionWords[word] ?? [])
  return [...new Set([...known, ...texts.flatMap(readCues)])]
}

/** A short name in a value: the text itself, or the title of what it describes. */
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

/** Plain words alone: an address, a sentence or a paragraph is no topic. */
function toTopic(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  return /^[\p{L}\p{N}#@$][\p{L}\p{N} .'’&+#@$-]{0,79}$/u.test(plain) && plain.split(/\s+/u).length <= 8
    ? `"${plain}"`
    : null
}
