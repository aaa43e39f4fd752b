import type { CheckedInput, Topic } from '@auspex/contract'
import { isFields, valueAtPlace } from './fields.ts'
import type { ResourceContext } from './task.ts'

/** The words of a request's topic: its text, or the title of its signal. Null when unknown. */
export function topicOf({ signals }: ResourceContext, { place }: Topic, input: CheckedInput): string | null {
  const value = valueAtPlace(place, input)
  if (typeof value !== 'string' || value.trim() === '') return null
  return /^sig_[a-z0-9]+$/.test(value) ? (signals.queryOf(value)?.echo.title ?? null) : value.trim()
}

/** A body of the contract's examples about another topic: its words replace those of the example everywhere, and highlights move with them. */
export function withTopic(body: unknown, shown: Topic['shown'], topic: string): unknown {
  const names = [shown].flat()
  if (names[0]?.toLowerCase() === topic.toLowerCase()) return body
  // the forms in which sentences, addresses and database queries join the words of a name
  const spellings = names.map((name) => name.split(' ').map(escape).join(`(?: |-|' <-> ')`))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spellings.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return rewrite(body, (text) =>
    text.replace(pattern, (match) => {
      const joint = /-|' <-> '/.exec(match)?.[0]
      const words = joint === undefined ? topic : topic.split(/\s+/).join(joint)
      return /^\p{Lu}/u.test(match) ? words.charAt(0).toUpperCase() + words.slice(1) : words
    }),
  )
}

function rewrite(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => rewrite(each, change))
  if (!isFields(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, rewrite(each, change)])
  const { highlights, text, content } = value
  if (isFields(highlights)) {
    const moved = Object.entries(highlights).map(([name, spans]) => [name, moveSpans(spans, value[name], change)])
    return Object.fromEntries([...entries, ['highlights', Object.fromEntries(moved)]])
  }
  if (!Array.isArray(highlights)) return Object.fromEntries(entries)
  return Object.fromEntries([...entries, ['highlights', moveSpans(highlights, text ?? content, change)]])
}

/** Spans of a text in the changed text. One that begins or ends inside of a replaced word covers all of it. */
function moveSpans(spans: unknown, text: unknown, change: (text: string) => string): unknown {
  if (!Array.isArray(spans) || typeof text !== 'string') return spans
  const changed = change(text)
  const startOf = (at: number) => change(text.slice(0, at)).length
  const endOf = (at: number) => changed.length - change(text.slice(at)).length
  return spans.map((span: unknown) => {
    if (!Array.isArray(span)) return span
    const [start, end, ...rest] = span as unknown[]
    if (typeof start !== 'number' || typeof end !== 'number') return span
    return [Math.min(startOf(start), endOf(end)), endOf(end), ...rest]
  })
}

/** The title of a stored item, or of a signal that a stored item names. */
export function titleOf({ store, signals }: ResourceContext, id: string): string | null {
  for (const name of store.names()) {
    const { title, displayTitle } = store.find(name, id)?.item ?? {}
    const known = typeof displayTitle === 'string' ? displayTitle : title
    if (typeof known === 'string') return known
  }
  return signals.queryOf(id)?.echo.title ?? null
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
