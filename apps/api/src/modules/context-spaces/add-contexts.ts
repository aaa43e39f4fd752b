import { tokens } from '@auspex/analytics'
import type { AddContextsInput, ContextSpace } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule, ReadScope } from '../documents/index.ts'
import { mapIsFull } from './context-spaces.errors.ts'
import type { ContextSpacesRepository } from './context-spaces.repository.ts'
import { extendSpace } from './draw-space.ts'
import { meanTones, measureSought, renumber } from './measure-points.ts'
import { readSignalScope, type ScopeDependencies } from './signal-scope.ts'
import { maxContexts, type Measurable, phraseOf, toMeasurable } from './space.types.ts'
import { findSpace, presentSpace, updateSpace } from './stored-space.ts'

export interface AddContextsDependencies extends ScopeDependencies {
  spaces: Pick<ContextSpacesRepository, 'find' | 'update'>
  documents: ScopeDependencies['documents'] & Pick<DocumentsModule, 'contextMeasures' | 'vocabulary'>
  clock: Clock
}

/**
 * Puts terms on a map; what is there keeps its place. Throws `context_spaces.not_found`, `context_spaces.full` or
 * `context_spaces.changed_meanwhile`.
 */
export async function addContexts(
  userId: string,
  { id, terms }: AddContextsInput,
  deps: AddContextsDependencies,
): Promise<ContextSpace> {
  const space = await findSpace({ userId, id }, deps)
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
  const sought = young.filter((one) => one !== null)
  const { contextMeasures } = deps.documents
  const occurrences = await contextMeasures.readOccurrences(scope, [...old, ...sought])
  const tones = meanTones(old.length + sought.length, occurrences).slice(old.length)
  const measured = measureSought(sought, { ...(await contextMeasures.countSought(scope.filter, sought)), tones })
  const added = young.map((one) => (one === null ? null : (measured[sought.indexOf(one)] ?? null)))
  const isHeld = [...old.map(() => true), ...measured.map((one) => one !== null)]
  const { points, links } = extendSpace({
    existing: placed,
    added: measured.filter((context) => context !== null),
    occurrences: renumber(occurrences, isHeld),
  })
  const next = await updateSpace(
    {
      userId,
      space,
      body: { ...body, contexts: points, links, removed: body.removed.filter((one) => !back.includes(one)) },
    },
    deps,
  )
  return presentSpace(
    next,
    fresh.filter((_, at) => added[at] === null),
  )
}

/** What is measured for each label: a name of the library where there is one, else its words; null for no words. */
async function toMeasurables(
  labels: readonly string[],
  scope: ReadScope,
  { documents }: Pick<AddContextsDependencies, 'documents'>,
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
