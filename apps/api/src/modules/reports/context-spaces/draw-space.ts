import { groupContexts, layoutContexts, linkContexts, type PhraseNode, placeNewContexts } from '@auspex/analytics'
import type { Context, ContextLink, ContextPoint, ContextSpace } from '@auspex/sdk/types'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import type { ContextOccurrences, RequestedContext } from '../../library/index.ts'
import type { MeasuredContext } from './measure-points.ts'

/** Layout steps before yielding to the event loop: about 25 ms for 200 contexts. */
const stepsPerTurn = 15
const maxLinks = 5_000

export interface DrawInput {
  contexts: readonly MeasuredContext[]
  occurrences: ContextOccurrences
}

/** Draws a new map. Yields to requests between its steps. */
export async function drawSpace({
  contexts,
  occurrences,
}: DrawInput): Promise<{ points: ContextPoint[]; links: ContextLink[] }> {
  const pairs = linkContexts(
    occurrences.documents.map((document) => document.contextIndexes),
    contexts.length,
  )
  const groups = groupContexts(pairs, contexts.length)
  const layout = layoutContexts({ groups, pairs })
  await yieldToEventLoop()
  while (!layout.step(stepsPerTurn)) await yieldToEventLoop()
  const positions = layout.points()
  return {
    points: contexts.map((context, index) => ({
      ...context,
      ...(positions[index] ?? { x: 0, y: 0 }),
      cluster: groups[index] ?? 0,
    })),
    links: toLinks(pairs, contexts),
  }
}

/** Adds contexts without moving the existing points; `occurrences` numbers both, the existing ones first. */
export function extendSpace({
  existing,
  added,
  occurrences,
}: {
  existing: readonly ContextPoint[]
  added: readonly MeasuredContext[]
  occurrences: ContextOccurrences
}): { points: ContextPoint[]; links: ContextLink[] } {
  const all = [...existing, ...added]
  const pairs = linkContexts(
    occurrences.documents.map((document) => document.contextIndexes),
    all.length,
  )
  const neighbours = added.map((_, index) =>
    pairs
      .filter(({ a, b }) => a === existing.length + index || b === existing.length + index)
      .flatMap(({ a, b, weight }) => {
        const position = existing[a === existing.length + index ? b : a]
        return position === undefined ? [] : [{ point: position, weight }]
      }),
  )
  const positions = placeNewContexts(
    existing,
    neighbours.map((nearestPoints) => ({ neighbours: nearestPoints })),
  )
  const lastGroup = existing.reduce((last, { cluster }) => Math.max(last, cluster), -1)
  const newPoints = added.map((context, index): ContextPoint => {
    const nearest = neighbours[index]?.toSorted((a, b) => b.weight - a.weight)[0]
    return {
      ...context,
      ...(positions[index] ?? { x: 0, y: 0 }),
      cluster: nearest?.point.cluster ?? Math.min(50, lastGroup + 1),
    }
  })
  return { points: [...existing, ...newPoints], links: toLinks(pairs, all) }
}

function toLinks(
  pairs: readonly { a: number; b: number; weight: number }[],
  contexts: readonly { id: string }[],
): ContextLink[] {
  return pairs.slice(0, maxLinks).flatMap(({ a, b, weight }) => {
    const [source, target] = [contexts[a]?.id, contexts[b]?.id]
    if (source === undefined || target === undefined) return []
    // by id, so that a link does not depend on the order of the contexts
    return [source < target ? { source, target, weight } : { source: target, target: source, weight }]
  })
}

/** Maximum number of contexts on a map, including removed ones. */
export const maxContexts = 500

/** The content of a context space as stored. */
export interface SpaceBody {
  documentsRead: number
  /** Strongest first. */
  contexts: ContextPoint[]
  links: ContextLink[]
  /** Removed from the map, with their places. */
  removed: ContextPoint[]
  /** The narratives when it was drawn; maps of earlier versions have none. */
  map?: NarrativeMap
}

/** The map of the narratives and of their documents. */
export type NarrativeMap = Pick<ContextSpace, 'narratives' | 'documents'>

export interface StoredSpace {
  id: string
  signalId: string
  title: string
  version: number
  createdAt: Date
  updatedAt: Date
  body: SpaceBody
}

/** A word, a phrase or a name that is measured in the documents of a signal. */
export interface Measurable extends RequestedContext {
  kind: ContextPoint['kind']
}

/** A word or a name of the library. */
export function toMeasurable({ term, kind }: { term: string; kind: Context['kind'] }): Measurable {
  return { label: term, kind, phrase: kind === 'term' ? toPhrase([term]) : null }
}

/** Words in a row. */
export function phraseOf(words: readonly string[]): Measurable {
  return { label: words.join(' '), kind: 'term', phrase: toPhrase(words) }
}

/** Callers pass only folded words. */
function toPhrase(words: readonly string[]): PhraseNode {
  return { kind: 'phrase', words: words.map((text) => ({ text, prefix: false })) }
}
