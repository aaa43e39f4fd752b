import { addDays, type ClaimEvidence, evidence } from '@auspex/analytics'
import type { SignalReport } from '@auspex/sdk/types'
import type { PointerTarget } from './read-pointer.ts'

const tones = ['negative', 'neutral', 'positive', 'unknown'] as const
const kinds = new Set(['article', 'post', 'comment', 'question', 'answer', 'video', 'paper', 'trial', 'filing'])

/**
 * Which documents a number counts, read from what stands around it: a day, a country, an outlet, a term, a document. Every
 * list of the report names its items so.
 */
export function evidenceAt({ keys, parents }: PointerTarget, report: SignalReport): ClaimEvidence {
  let found = evidence({})
  for (const parent of parents) found = { ...found, ...partOf(parent, keys[0]) }
  const last = keys.at(-1)
  const tone = keys[0] === 'tone' ? tones.find((label) => label === last) : undefined
  if (tone !== undefined) found = { ...found, tone }
  if (keys.length === 2 && last === 'total' && (keys[0] === 'documents' || keys[0] === 'chatter'))
    found = { ...found, group: keys[0] }
  if (keys[0] === 'momentum') found = { ...found, ...windowOf(last, report.momentum) }
  return found
}

function partOf(parent: unknown, section: string | undefined): Partial<ClaimEvidence> {
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return {}
  const item = parent as Record<string, unknown> // read key by key, each with its own test
  const text = (key: string) => (typeof item[key] === 'string' ? item[key] : null)
  const part: Partial<ClaimEvidence> = {}
  const [country, kind, name, id] = [text('country'), text('kind'), text('name'), text('id')]
  if (id?.startsWith('doc_') === true) return { ids: id }
  if (item['evidence'] !== undefined && id !== null && section === 'summary') return item['evidence'] as ClaimEvidence // a claim carries its own
  Object.assign(part, daysOf(item, section))
  if (country !== null) part.country = country
  if (kind === 'outlet' && name !== null) part.outlet = name
  else if (kind === 'author' && name !== null) [part.author, part.source] = [name, text('source')]
  else if (kind !== null && kinds.has(kind)) {
    part.kind = kind
    // a group is one kind from one source
    if (text('source') !== null) part.source = text('source')
  } else if (text('term') !== null) part.context = text('term')
  else if (text('source') !== null && section !== 'attention') part.source = text('source')
  return part
}

/** The days that an item names: a day of its own, an interval, or an event. Spans of coverage and firsts and lasts of voices are none. */
function daysOf(item: Record<string, unknown>, section: string | undefined): Partial<ClaimEvidence> {
  const text = (key: string) => (typeof item[key] === 'string' ? item[key] : null)
  const [day, onset] = [text('day'), text('onset')]
  if (day !== null) return { from: day, to: day }
  if (onset !== null) return { from: onset, to: text('until') }
  // the report itself has a first and a last day too, which narrow nothing
  const isPoint = (section === 'volume' || section === 'tone' || section === 'attention') && !('signalId' in item)
  return isPoint && text('firstDay') !== null ? { from: text('firstDay'), to: text('lastDay') } : {}
}

function windowOf(key: string | undefined, { asOf, windowDays }: SignalReport['momentum']): Partial<ClaimEvidence> {
  if (key === 'previous') return { from: addDays(asOf, 1 - 2 * windowDays), to: addDays(asOf, -windowDays) }
  if (key === 'current') return { from: addDays(asOf, 1 - windowDays), to: asOf }
  return { from: addDays(asOf, 1 - 2 * windowDays), to: asOf }
}
