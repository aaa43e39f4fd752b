import { tokens } from '@auspex/analytics'
import type { AddContextsInput, ContextSpace, ContextSpaceList, GenerateContextSpaceInput } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { type PageRequest, toPageInfo } from '../../kernel/page.ts'
import type { ContextOccurrences, DocumentsModule, ReadScope } from '../documents/index.ts'
import type { Signals } from '../signals/index.ts'
import { asWord, chooseContexts, type SignalSize } from './choose-contexts.ts'
import {
  changedMeanwhile,
  mapIsFull,
  nothingStandsOut,
  spaceNotFound,
  tooFewDocuments,
  tooManySpaces,
} from './context-spaces.errors.ts'
import type { ContextSpacesRepository } from './context-spaces.repository.ts'
import { drawSpace, extendSpace } from './draw-space.ts'
import { measurePoints } from './measure-points.ts'
import type { Measurable, SpaceBody, StoredSpace } from './space.types.ts'

export interface ContextSpacesDependencies {
  spaces: ContextSpacesRepository
  signals: Pick<Signals, 'find' | 'filterOf'>
  documents: Pick<DocumentsModule, 'countDocuments' | 'librarySummary' | 'contextMeasures' | 'vocabulary'>
  clock: Clock
  createId: CreateId
}

const minDocuments = 10
const maxSpaces = 100
const maxContexts = 500
const defaultLimit = 60
/** Above so many documents the 1/8 sample of the library is read. */
const largeSignal = 20_000
/** Up to so many documents all words of the library are counted: about half a second. */
const smallLibrary = 10_000

const method =
  'Words and names that hold against chance by log-likelihood ratio (G², Bonferroni), linked by the Jaccard index of their documents, grouped by modularity, placed by forces along the links.'

export type ContextSpacesUsecases = ReturnType<typeof createContextSpacesUsecases>

/** What a person can do with context spaces. Everything is of that person; what is not answers `context_spaces.not_found`. */
export function createContextSpacesUsecases(dependencies: ContextSpacesDependencies) {
  const { spaces, signals, documents, clock, createId } = dependencies

  async function find(userId: string, id: string): Promise<StoredSpace> {
    const space = await spaces.find(userId, id)
    if (space === null) throw spaceNotFound()
    return space
  }

  async function scopeOf(signalId: string) {
    const query = await signals.find(signalId)
    const { filter } = await signals.filterOf(query)
    const [matched, { sources }] = await Promise.all([documents.countDocuments(filter), documents.librarySummary()])
    const library = sources
      .filter(({ sourceKey }) => (sourceKey === 'demo') === (filter.world === 'demo'))
      .reduce((sum, source) => sum + source.documents, 0)
    const scope: ReadScope = {
      filter,
      isLarge: matched > largeSignal,
      isSmallLibrary: library <= smallLibrary,
    }
    const size: SignalSize = { matched, library }
    return { query, scope, size }
  }

  /** Writes the next version. Throws `context_spaces.changed_meanwhile` when somebody else did. */
  async function write(userId: string, space: StoredSpace, body: SpaceBody): Promise<StoredSpace> {
    const next = { ...space, updatedAt: clock.now(), body }
    if (!(await spaces.update(userId, next))) throw changedMeanwhile()
    return { ...next, version: space.version + 1 }
  }

  return {
    async generate(userId: string, { signalId, limit, kinds = [] }: GenerateContextSpaceInput): Promise<ContextSpace> {
      const { query, scope, size } = await scopeOf(signalId)
      if ((await spaces.count(userId, null)) >= maxSpaces) throw tooManySpaces(maxSpaces)
      const candidates = await documents.contextMeasures.candidates(scope)
      if (candidates.documents < minDocuments) throw tooFewDocuments(candidates.documents)
      const chosen = chooseContexts({ candidates, size, node: query.node, kinds, limit: limit ?? defaultLimit })
      const occurrences = await documents.contextMeasures.readOccurrences(scope, chosen)
      const measured = measurePoints(chosen, occurrences, size)
      if (measured.every((context) => context === null)) throw nothingStandsOut()
      // every one was counted a moment ago; a place without numbers would shift those behind it
      const contexts = measured.filter((context) => context !== null)
      const { points, links } = await drawSpace({ contexts, occurrences: keepKnown(occurrences, measured) })
      const at = clock.now()
      const space: StoredSpace = {
        id: createId('cs'),
        signalId,
        title: query.echo.title,
        version: 1,
        createdAt: at,
        updatedAt: at,
        body: { documentsRead: candidates.documents, contexts: points, links, removed: [] },
      }
      await spaces.insert(userId, space)
      return present(space)
    },

    async add(userId: string, { id, terms }: AddContextsInput): Promise<ContextSpace> {
      const space = await find(userId, id)
      const { body } = space
      const { scope, size } = await scopeOf(space.signalId)
      const existingKeys = new Set(body.contexts.map(({ label }) => keyOf(label)))
      const newTerms = [...new Map(terms.map((term) => [keyOf(term), term.trim()]))]
        .filter(([key]) => !existingKeys.has(key))
        .map(([, term]) => term)
      const back = body.removed.filter(({ label }) => newTerms.some((term) => keyOf(term) === keyOf(label)))
      const fresh = newTerms.filter((term) => !back.some(({ label }) => keyOf(label) === keyOf(term)))
      if (body.contexts.length + newTerms.length > maxContexts) throw mapIsFull(maxContexts)
      if (newTerms.length === 0) return present(space)
      const placedContexts = [...body.contexts, ...back]
      const old = await toMeasurables(
        placedContexts.map(({ label }) => label),
        scope,
      )
      const young = await toMeasurables(fresh, scope)
      const all = [...old, ...young].filter((one) => one !== null)
      const occurrences = await documents.contextMeasures.readOccurrences(scope, all)
      const measured = measurePoints(all, occurrences, size)
      const measuredByContext = new Map(all.map((one, at) => [one, measured[at] ?? null]))
      const added = young.map((one) => (one === null ? null : (measuredByContext.get(one) ?? null)))
      const isHeld = all.map((one) => old.includes(one) || measuredByContext.get(one) !== null)
      const { points, links } = extendSpace({
        existing: placedContexts,
        added: added.filter((context) => context !== null),
        occurrences: renumber(occurrences, isHeld),
      })
      const next = await write(userId, space, {
        ...body,
        contexts: points,
        links,
        removed: body.removed.filter((one) => !back.includes(one)),
      })
      return present(
        next,
        fresh.filter((_, at) => added[at] === null),
      )
    },

    async removeContext(userId: string, { id, contextId }: { id: string; contextId: string }): Promise<ContextSpace> {
      const space = await find(userId, id)
      const { contexts, links, removed } = space.body
      const removedContext = contexts.find((context) => context.id === contextId)
      if (removedContext === undefined) return present(space)
      const next = await write(userId, space, {
        ...space.body,
        contexts: contexts.filter((context) => context !== removedContext),
        links: links.filter(({ source, target }) => source !== contextId && target !== contextId),
        removed: [removedContext, ...removed].slice(0, maxContexts),
      })
      return present(next)
    },

    get: async (userId: string, id: string): Promise<ContextSpace> => present(await find(userId, id)),

    async list(
      userId: string,
      { signalId, page }: { signalId: string | null; page: PageRequest },
    ): Promise<ContextSpaceList> {
      const [rows, total] = await Promise.all([spaces.list({ userId, signalId, page }), spaces.count(userId, signalId)])
      return {
        items: rows.map(({ id, signal_id, title, contexts, created_at, updated_at }) => ({
          id,
          signalId: signal_id,
          title,
          contexts,
          createdAt: created_at.toISOString(),
          updatedAt: updated_at.toISOString(),
        })),
        page: toPageInfo(page, total),
      }
    },

    async delete(userId: string, id: string): Promise<{ id: string; deleted: true }> {
      if (!(await spaces.remove(userId, id))) throw spaceNotFound()
      return { id, deleted: true }
    },
  }

  /** What is measured for each label: a name of the library where there is one, else its words; null for no words. */
  async function toMeasurables(labels: readonly string[], scope: ReadScope): Promise<(Measurable | null)[]> {
    const names = new Map(
      (await documents.vocabulary.findNames(labels, scope.filter.world)).map((name) => [name.key, name]),
    )
    const wordings = labels.map((label) => ({ name: names.get(label.toLowerCase()), words: tokens(label), label }))
    const phrases = wordings.map(({ name, words }) =>
      name !== undefined || words.length === 0 ? null : phraseOf(words),
    )
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

function keepKnown(occurrences: ContextOccurrences, measured: readonly unknown[]): ContextOccurrences {
  return renumber(
    occurrences,
    measured.map((one) => one !== null),
  )
}

/** The same documents with only the places that are kept, counted anew. */
function renumber({ documents }: ContextOccurrences, isKept: readonly boolean[]): ContextOccurrences {
  let next = 0
  const numbers = isKept.map((kept) => (kept ? next++ : -1))
  return {
    documents: documents.map(({ places, tone }) => ({
      tone,
      places: places.map((place) => numbers[place] ?? -1).filter((place) => place >= 0),
    })),
  }
}

function present(
  { id, signalId, title, createdAt, updatedAt, body }: StoredSpace,
  unplaced: string[] = [],
): ContextSpace {
  const { documentsRead, contexts, links } = body
  return {
    id,
    signalId,
    title,
    documentsRead,
    method,
    contexts,
    links,
    unplaced,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
