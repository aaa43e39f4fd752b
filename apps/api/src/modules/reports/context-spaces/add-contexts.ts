import { tokens } from '@auspex/analytics'
import type { AddContextsInput, ContextSpace } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import type { ReadScope } from '../../library/index.ts'
import type { ContextSpaceDependencies } from './context-space-dependencies.ts'
import { mapIsFull } from './context-spaces.errors.ts'
import { extendSpace } from './draw-space.ts'
import { meanTones, measureSought, renumber } from './measure-points.ts'
import { readSignalScope } from './signal-scope.ts'
import { maxContexts, type Measurable, phraseOf, toMeasurable } from './space.types.ts'
import { findSpace, presentSpace, updateSpace } from './stored-space.ts'

/**
 * Adds terms to a map; existing ones keep their place. Throws `context_spaces.not_found`, `context_spaces.full` or
 * `context_spaces.changed_meanwhile`.
 */
export async function addContexts(
  { id, terms }: AddContextsInput,
  actor: Actor,
  deps: ContextSpaceDependencies,
): Promise<ContextSpace> {
  const space = await findSpace(id, actor, deps)
  const { body } = space
  const { scope } = await readSignalScope(space.signalId, deps)
  const existingKeys = new Set(body.contexts.map(({ label }) => keyOf(label)))
  const newTerms = [...new Map(terms.map((term) => [keyOf(term), term.trim()]))]
    .filter(([key]) => !existingKeys.has(key))
    .map(([, term]) => term)
  const back = body.removed.filter(({ label }) => newTerms.some((term) => keyOf(term) === keyOf(label)))
  const fresh = newTerms.filter((term) => !back.some(({ label }) => keyOf(label) === keyOf(term)))
  if (body.contexts.length + newTerms.length > maxContexts) throw mapIsFull(maxContexts)
  if (newTerms.length === 0) return presentSpace(space)
  const placed = [...body.contexts, ...back]
  const old = placed.map(({ label, kind }) =>
    kind === 'entity' ? toMeasurable({ term: label, kind }) : phraseOf(tokens(label)),
  )
  const young = await toMeasurables(fresh, scope, deps)
  const measurables = young.filter((one) => one !== null)
  const { contextMeasures } = deps.documents
  const occurrences = await contextMeasures.readOccurrences(scope, [...old, ...measurables])
  const tones = meanTones(old.length + measurables.length, occurrences).slice(old.length)
  const measured = measureSought(measurables, {
    ...(await contextMeasures.countSought(scope.filter, measurables)),
    tones,
  })
  const added = young.map((one) => (one === null ? null : (measured[measurables.indexOf(one)] ?? null)))
  const isHeld = [...old.map(() => true), ...measured.map((one) => one !== null)]
  const { points, links } = extendSpace({
    existing: placed,
    added: measured.filter((context) => context !== null),
    occurrences: renumber(occurrences, isHeld),
  })
  const removed = body.removed.filter((one) => !back.includes(one))
  const next = await updateSpace({ space, body: { ...body, contexts: points, links, removed } }, actor, deps)
  return presentSpace(
    next,
    fresh.filter((_, at) => added[at] === null),
  )
}

/** What to measure for each label: a name of the library if there is one, otherwise its words; null when there are no words. */
async function toMeasurables(
  labels: readonly string[],
  scope: ReadScope,
  { documents }: ContextSpaceDependencies,
): Promise<(Measurable | null)[]> {
  const names = new Map(
    (await documents.vocabulary.findNames(labels, scope.filter.world)).map((name) => [name.key, name]),
  )
  return labels.map((label) => {
    const name = names.get(label.toLowerCase())
    if (name !== undefined) return toMeasurable({ term: name.name, kind: 'entity' })
    const words = tokens(label)
    return words.length === 0 ? null : phraseOf(words)
  })
}

/** Two labels with the same words are one context. */
function keyOf(label: string): string {
  return tokens(label).join(' ') || label.trim().toLowerCase()
}
