import { addDays, type ClaimEvidence, evidence } from '@auspex/analytics'
import type { SignalReport } from '@auspex/sdk/types'

const tones = ['negative', 'neutral', 'positive', 'unknown'] as const
const kinds = new Set(['article', 'post', 'comment', 'question', 'answer', 'video', 'paper', 'trial', 'filing'])

/**
 * The documents that a number counts, derived from the objects around it: a day, a country, an outlet, a term, a document. Every list of the report
 * names its items this way.
 */
export function evidenceAt({ keys, parents }: PointerTarget, report: SignalReport): ClaimEvidence {
  let result = evidence({})
  for (const parent of parents) result = { ...result, ...partOf(parent, keys[0]) }
  const last = keys.at(-1)
  const tone = keys[0] === 'tone' ? tones.find((label) => label === last) : undefined
  if (tone !== undefined) result = { ...result, tone }
  if (keys.length === 2 && last === 'total' && (keys[0] === 'documents' || keys[0] === 'chatter'))
    result = { ...result, group: keys[0] }
  if (keys[0] === 'counts' && last === 'laterDocuments') result = { ...result, from: addDays(report.lastDay, 1) }
  if (keys[0] === 'momentum') result = { ...result, ...windowOf(last, report.momentum) }
  return result
}

function partOf(parent: unknown, section: string | undefined): ClaimEvidence {
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return {}
  const item = parent as Record<string, unknown> // read key by key, each with its own check
  const { country, kind, name, id, source, term } = textsOf(item)
  if (id?.startsWith('doc_') === true) return { ids: id }
  if (item['evidence'] !== undefined && id !== undefined && section === 'summary')
    return item['evidence'] as ClaimEvidence // a claim has its own evidence
  const part = daysOf(item, section)
  if (country !== undefined) part.country = country
  const ofSource = source === undefined ? {} : { source }
  if (name !== undefined && kind === 'outlet') return { ...part, outlet: name }
  if (name !== undefined && kind === 'author') return { ...part, author: name, ...ofSource }
  // a group is one kind from one source
  if (kind !== undefined && kinds.has(kind)) return { ...part, kind, ...ofSource }
  if (term !== undefined) return { ...part, context: term }
  return section === 'attention' ? part : { ...part, ...ofSource }
}

function textsOf(item: Record<string, unknown>): Partial<Record<string, string>> {
  const texts: Partial<Record<string, string>> = {}
  for (const [key, value] of Object.entries(item)) if (typeof value === 'string') texts[key] = value
  return texts
}

/** The days of an item: its own day, an interval, or an event. Excludes spans of coverage and the first and last days of voices. */
function daysOf(item: Record<string, unknown>, section: string | undefined): ClaimEvidence {
  const { day, onset, until, firstDay, lastDay } = textsOf(item)
  if (day !== undefined) return { from: day, to: day }
  if (onset !== undefined) return evidence({ from: onset, to: until ?? null })
  // the report itself has a first and a last day too, which do not narrow anything
  const isPoint = (section === 'volume' || section === 'tone' || section === 'attention') && !('signalId' in item)
  return isPoint && firstDay !== undefined ? evidence({ from: firstDay, to: lastDay ?? null }) : {}
}

function windowOf(key: string | undefined, { asOf, windowDays }: SignalReport['momentum']): ClaimEvidence {
  if (key === 'previous' || key === 'previousStories')
    return { from: addDays(asOf, 1 - 2 * windowDays), to: addDays(asOf, -windowDays) }
  if (key === 'current' || key === 'stories') return { from: addDays(asOf, 1 - windowDays), to: asOf }
  return { from: addDays(asOf, 1 - 2 * windowDays), to: asOf }
}

/** A value and the objects and lists on the path to it, outermost first. */
export interface PointerTarget {
  value: unknown
  keys: string[]
  /** What each key was read from. */
  parents: unknown[]
}

/** Resolves a JSON pointer (RFC 6901); null when there is no value. Finds only own properties, no inherited ones. */
export function readPointer(root: unknown, pointer: string): PointerTarget | null {
  if (!pointer.startsWith('/')) return null
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const parents: unknown[] = []
  let value = root
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return null
    parents.push(value)
    value = (value as Record<string, unknown>)[key] // an object that has the key
  }
  return { value, keys, parents }
}
