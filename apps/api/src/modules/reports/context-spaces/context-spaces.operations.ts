import type { Handlers } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { ContextSpacesRepository } from './context-spaces.repository.ts'
import { deleteContextSpace, getContextSpace, listContextSpaces, removeContext } from './context-spaces.usecases.ts'
import { tokens, type QueryNode } from '@auspex/analytics'
import type {
  AddContextsInput,
  ContextSpace,
  GenerateContextSpaceInput,
  Context,
  ContextPoint,
} from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { DocumentsModule, ReadScope, ContextSet } from '../../library/index.ts'
import { mapIsFull, nothingStandsOut, tooFewDocuments, tooManySpaces } from './context-spaces.errors.ts'
import { extendSpace, drawSpace } from './draw-space.ts'
import { meanTones, measureSought, renumber, toMeasured } from './measure-points.ts'
import { maxContexts, type Measurable, phraseOf, toMeasurable, type StoredSpace } from './space.types.ts'
import { findSpace, presentSpace, updateSpace } from './stored-space.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { rankContexts } from '../report/contexts-section.ts'
import type { CanonicalQuery } from '../signal-query.ts'
import type { Signals } from '../signals.module.ts'

/** Above this many documents the 1/8 sample of the library is read. */
const largeSignal = 20_000

/** From this share of its stories on, a word is treated as part of a name: "merkel" beside "Angela Merkel". */
const partShare = 0.6

const minDocuments = 10
const maxSpaces = 100
const defaultLimit = 60

export type ContextSpacesOperations = ReturnType<typeof createContextSpacesOperations>

/** The operations of context spaces; each reaches only what the caller created. */
export function createContextSpacesOperations(
  deps: GenerateDependencies & AddContextsDependencies & { spaces: ContextSpacesRepository },
) {
  return {
    generateContextSpace: async ({ body }, { actor }) => ({
      status: 200,
      body: await generateContextSpace(actor.userId, body, deps),
    }),
    addNewContextsToContextSpace: async ({ body }, { actor }) => ({
      status: 200,
      body: await addContexts(actor.userId, body, deps),
    }),
    removeContext: async ({ path }, { actor }) => ({
      status: 200,
      body: await removeContext(actor.userId, path, deps),
    }),
    getContextSpace: async ({ path }, { actor }) => ({
      status: 200,
      body: await getContextSpace(actor.userId, path.id, deps),
    }),
    listContextSpaces: async ({ query }, { actor }) => ({
      status: 200,
      body: await listContextSpaces(
        actor.userId,
        { signalId: query.signalId ?? null, page: toPageRequest(query) },
        deps,
      ),
    }),
    deleteContextSpaceData: async ({ body }, { actor }) => ({
      status: 200,
      body: await deleteContextSpace(actor.userId, body.id, deps),
    }),
  } satisfies Partial<Handlers>
}

interface AddContextsDependencies extends ScopeDependencies {
  spaces: ContextSpacesRepository
  documents: DocumentsModule
  clock: Clock
}

/**
 * Adds terms to a map; existing ones keep their place. Throws `context_spaces.not_found`, `context_spaces.full` or
 * `context_spaces.changed_meanwhile`.
 */
async function addContexts(
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

/** What to measure for each label: a name of the library if there is one, otherwise its words; null when there are no words. */
async function toMeasurables(
  labels: readonly string[],
  scope: ReadScope,
  { documents }: AddContextsDependencies,
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

interface GenerateDependencies extends ScopeDependencies {
  spaces: ContextSpacesRepository
  documents: DocumentsModule
  clock: Clock
  createId: CreateId
}

/**
 * Draws the map of a signal and stores it. Throws `signals.not_found`, `context_spaces.too_few_documents`, `context_spaces.nothing_stands_out` or
 * `context_spaces.too_many`.
 */
async function generateContextSpace(
  userId: string,
  { signalId, limit, kinds = [] }: GenerateContextSpaceInput,
  deps: GenerateDependencies,
): Promise<ContextSpace> {
  const { spaces, documents, clock, createId } = deps
  const { query, scope } = await readSignalScope(signalId, deps)
  if ((await spaces.count(userId, null)) >= maxSpaces) throw tooManySpaces(maxSpaces)
  const { counted, voicesAndContexts } = await documents.reportFacts(scope.filter)
  if (counted.documents < minDocuments) throw tooFewDocuments(counted.documents)
  const { terms, entities } = await voicesAndContexts
  const chosen = chooseContexts({ node: query.node, terms, entities, kinds, limit: limit ?? defaultLimit })
  if (chosen.length === 0) throw nothingStandsOut()
  const occurrences = await documents.contextMeasures.readOccurrences(scope, chosen.map(toMeasurable))
  const contexts = toMeasured(chosen, { terms, entities, tones: meanTones(chosen.length, occurrences) })
  const { points, links } = await drawSpace({ contexts, occurrences })
  const at = clock.now()
  const space: StoredSpace = {
    id: createId('cs'),
    signalId,
    title: query.echo.title,
    version: 1,
    createdAt: at,
    updatedAt: at,
    body: { documentsRead: terms.hitsTotal, contexts: points, links, removed: [] },
  }
  await spaces.insert(userId, space)
  return presentSpace(space)
}

interface ChooseInput {
  node: QueryNode
  terms: ContextSet
  entities: ContextSet
  kinds: readonly ContextPoint['kind'][]
  limit: number
}

/** The strongest significant contexts of the report, with the report's own figures. Pure. */
function chooseContexts({ kinds, limit, ...counts }: ChooseInput): Context[] {
  const items = rankContexts(counts).filter(({ significant }) => significant)
  return withoutParts(items)
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .slice(0, limit)
}

/** A name is more informative than its words, so a word that mostly occurs with a name is omitted. */
function withoutParts(contexts: readonly Context[]): Context[] {
  const inNames = new Map<string, number>()
  for (const { kind, term, stories } of contexts) {
    if (kind !== 'entity') continue
    for (const word of tokens(term)) inNames.set(word, Math.max(inNames.get(word) ?? 0, stories))
  }
  const seen = new Set<string>()
  return contexts.filter(({ kind, term, stories }) => {
    const key = tokens(term).join(' ')
    if (seen.has(key)) return false
    if (kind === 'term' && (inNames.get(term) ?? 0) >= partShare * stories) return false
    seen.add(key)
    return true
  })
}

interface ScopeDependencies {
  signals: Signals
  documents: DocumentsModule
}

/** The documents that the links of a map are computed from. */
interface SignalScope {
  query: CanonicalQuery
  scope: ReadScope
}

/** Throws `signals.not_found`. */
async function readSignalScope(signalId: string, { signals, documents }: ScopeDependencies): Promise<SignalScope> {
  const query = await signals.find(signalId)
  const { filter } = await signals.filterOf(query)
  const matched = await documents.countDocuments(filter)
  return { query, scope: { filter, isLarge: matched > largeSignal } }
}
