import { tokens } from '@auspex/analytics'
import type { AddContextsInput, ContextSpace } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule, ReadScope } from '../documents/index.ts'
import { asWord } from './choose-contexts.ts'
import { mapIsFull } from './context-spaces.errors.ts'
import type { ContextSpacesRepository } from './context-spaces.repository.ts'
import { extendSpace } from './draw-space.ts'
import { measurePoints, renumber } from './measure-points.ts'
import { readSignalScope, type ScopeDependencies } from './signal-scope.ts'
import { maxContexts, type Measurable } from './space.types.ts'
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
  const { scope, size } = await readSignalScope(space.signalId, deps)
  const existingKeys = new Set(body.contexts.map(({ label }) => keyOf(label)))
  const newTerms = [...new Map(terms.map((term) => [keyOf(term), term.trim()]))]
    .filter(([key]) => !existingKeys.has(key))
    .map(([, term]) => term)
  const back = body.removed.filter(({ label }) => newTerms.some((term) => keyOf(term) === keyOf(label)))
  const fresh = newTerms.filter((term) => !back.some(({ label }) => keyOf(label) === keyOf(term)))
  if (body.contexts.length + newTerms.length > maxContexts) throw mapIsFull(maxContexts)
  if (newTerms.length === 0) return presentSpace(space)
  const placedContexts = [...body.contexts, ...back]
  const old = await toMeasurables(
    placedContexts.map(({ label }) => label),
    scope,
    deps,
  )
  const young = await toMeasurables(fresh, scope, deps)
  const all = [...old, ...young].filter((one) => one !== null)
  const occurrences = await deps.documents.contextMeasures.readOccurrences(scope, all)
  const measured = measurePoints(all, occurrences, size)
  const measuredByContext = new Map(all.map((one, at) => [one, measured[at] ?? null]))
  const added = young.map((one) => (one === null ? null : (measuredByContext.get(one) ?? null)))
  const isHeld = all.map((one) => old.includes(one) || measuredByContext.get(one) !== null)
  const { points, links } = extendSpace({
    existing: placedContexts,
    added: added.filter((context) => context !== null),
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
  const wordings = labels.map((label) => ({ name: names.get(label.toLowerCase()), words: tokens(label), label }))
  const phrases = wordings.map(({ name, words }) => (name !== undefined || words.length === 0 ? null : phraseOf(words)))
  const queries = phrases.filter((query) => query !== null)
  const { counts, total } = await documents.contextMeasures.countBackground(
    queries.map(({ tsquery }) => tsquery ?? ''),
    scope,
  )
  const countOf = new Map(queries.map((query, at) => [query, counts[at] ?? 0]))
  return wordings.map(({ name }, at): Measurable | null => {
    if (name !== undefined) {
      const { id, background, total: backgroundTotal } = name
      return { label: name.name, kind: 'entity', entityId: id, tsquery: null, background, backgroundTotal }
    }
    const query = phrases[at]
    return query == null ? null : { ...query, background: countOf.get(query) ?? 0, backgroundTotal: total }
  })
}

/** Words in a row, as PostgreSQL's phrase. */
function phraseOf(words: readonly string[]): Pick<Measurable, 'label' | 'kind' | 'entityId' | 'tsquery'> {
  return {
    ...asWord(words.join(' ')),
    tsquery: words.map((word) => asWord(word).tsquery).join(' <-> '),
  }
}

/** Two labels with the same words are one context. */
function keyOf(label: string): string {
  return tokens(label).join(' ') || label.trim().toLowerCase()
}
