import type { Topic } from '@auspex/contract'
import type { CheckedInput } from '@auspex/contract'
import { type Fields, isFields, valueAtPlace } from './request-fields.ts'
import type { Store } from './store.ts'

/** The words of a request's topic: its text, or the title of its signal. Null when unknown. */
export function topicOf(store: Store, { place }: Topic, input: CheckedInput): string | null {
  const value = valueAtPlace(place, input)
  if (typeof value !== 'string' || value.trim() === '') return null
  return /^sig_[a-z0-9]+$/.test(value) ? titleOfSignal(store, value) : value.trim()
}

/** A body of the contract's examples about another topic: its words replace those of the example everywhere, and highlights move with them. */
export function withTopic(body: unknown, shown: Topic['shown'], topic: string): unknown {
  const names = [shown].flat()
  if (names[0]?.toLowerCase() === topic.toLowerCase()) return body
  return rewrite(body, patternOf(names), topic)
}

function patternOf(names: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.map(spelling).join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

/** The forms in which sentences, addresses and database queries join the words of a name. */
function spelling(name: string): string {
  return name.split(' ').map(escape).join(`(?: |-|' <-> ')`)
}

/** A changed range of a text, with the length of its replacement. */
interface Edit {
  start: number
  end: number
  length: number
}

function rewrite(value: unknown, pattern: RegExp, topic: string): unknown {
  if (typeof value === 'string') return replace(value, pattern, topic).text
  if (Array.isArray(value)) return value.map((each) => rewrite(each, pattern, topic))
  if (!isFields(value)) return value
  const changed = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rewrite(each, pattern, topic)]))
  return withMovedSpans(changed, (name) => {
    const text = value[name]
    return typeof text === 'string' ? replace(text, pattern, topic).edits : []
  })
}

function replace(text: string, pattern: RegExp, topic: string): { text: string; edits: Edit[] } {
  const edits: Edit[] = []
  const changed = text.replace(pattern, (match: string, at: number) => {
    const joint = /-|' <-> '/.exec(match)?.[0]
    const words = joint === undefined ? topic : topic.split(/\s+/).join(joint)
    edits.push({ start: at, end: at + match.length, length: words.length })
    return /^\p{Lu}/u.test(match) ? words.charAt(0).toUpperCase() + words.slice(1) : words
  })
  return { text: changed, edits }
}

/** Character spans next to their texts: `highlights` of one or several texts, and the spans of claims and quotations. */
function withMovedSpans(item: Fields, editsOf: (name: string) => readonly Edit[]): Fields {
  const { highlights } = item
  const spansOf = (spans: unknown, edits: readonly Edit[]) =>
    Array.isArray(spans)
      ? spans.map((span) => (Array.isArray(span) ? moveSpan(span, edits) : (span as unknown)))
      : spans
  if (isFields(highlights))
    return {
      ...item,
      highlights: Object.fromEntries(
        Object.entries(highlights).map(([name, spans]) => [name, spansOf(spans, editsOf(name))]),
      ),
    }
  return Array.isArray(highlights)
    ? { ...item, highlights: spansOf(highlights, editsOf('text' in item ? 'text' : 'content')) }
    : item
}

function moveSpan(span: readonly unknown[], edits: readonly Edit[]): unknown[] {
  const [start, end, ...rest] = span
  return typeof start === 'number' && typeof end === 'number'
    ? [moveOffset(start, edits, 'start'), moveOffset(end, edits, 'end'), ...rest]
    : [...span]
}

/** An offset inside a replaced range moves to its edge, so that a highlighted topic stays completely highlighted. */
function moveOffset(offset: number, edits: readonly Edit[], side: 'start' | 'end'): number {
  let shift = 0
  for (const { start, end, length } of edits) {
    if (offset >= end) shift += length - (end - start)
    else if (offset > start) return start + shift + (side === 'start' ? 0 : length)
  }
  return offset + shift
}

/** The title of a stored item, or of a signal that a stored item names. */
export function titleOf(store: Store, id: string): string | null {
  for (const name of store.names()) {
    const { title, displayTitle } = store.find(name, id)?.item ?? {}
    const known = typeof displayTitle === 'string' ? displayTitle : title
    if (typeof known === 'string') return known
  }
  return titleOfSignal(store, id)
}

/** A search describes a signal best, then any item with its name next to a title. */
function titleOfSignal(store: Store, id: string): string | null {
  let named: string | null = null
  for (const name of store.names())
    for (const { item } of store.rows(name)) {
      const found = findTitle(item, id)
      if (found?.isSearch === true) return found.title
      named ??= found?.title ?? null
    }
  return named
}

function findTitle(value: unknown, id: string): { title: string; isSearch: boolean } | null {
  if (typeof value !== 'object' || value === null) return null
  if (isFields(value) && (value['signal_id'] === id || value['signalId'] === id)) {
    const { query, title } = value
    if (isFields(query) && typeof query['title'] === 'string') return { title: query['title'], isSearch: true }
    if (typeof title === 'string') return { title, isSearch: false }
  }
  for (const inner of Object.values(value)) {
    const found = findTitle(inner, id)
    if (found !== null) return found
  }
  return null
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
