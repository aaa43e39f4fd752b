import { type QueryNode, tokens } from '@auspex/analytics'
import type {
  AddContextsInput,
  Context,
  ContextPoint,
  ContextSpace,
  ContextSpaceList,
  GenerateContextSpaceInput,
} from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import type { ContextSet, ReadScope } from '../../library/index.ts'
import { rankContexts } from '../report/contexts-section.ts'
import type { ContextSpaceDependencies } from './context-space-dependencies.ts'
import {
  changedMeanwhile,
  mapIsFull,
  nothingStandsOut,
  spaceNotFound,
  tooFewDocuments,
  tooManySpaces,
} from '../reports.errors.ts'
import {
  drawSpace,
  extendSpace,
  maxContexts,
  type Measurable,
  phraseOf,
  type SpaceBody,
  type StoredSpace,
  toMeasurable,
} from './draw-space.ts'
import { meanTones, measureRequested, renumber, toMeasured } from './measure-points.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { CanonicalQuery } from '../signal-query.ts'

/** From this share of its stories on, a word is treated as part of a name: "merkel" beside "Angela Merkel". */
const minNameShare = 0.6

const minDocuments = 10
const maxSpaces = 100
const defaultLimit = 60

/**
 * Draws the map of a signal and stores it. Throws `signals.not_found`, `context_spaces.too_few_documents`, `context_spaces.nothing_stands_out` or
 * `context_spaces.too_many`.
 */
export async function generateContextSpace(
  { signalId, limit, kinds = [] }: GenerateContextSpaceInput,
  { userId }: Actor,
  deps: ContextSpaceDependencies,
): Promise<ContextSpace> {
  const { spaces, documents, narratives, clock, createId } = deps
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
  const map = await narratives.map(await deps.signals.findRequest(signalId))
  const at = clock.now()
  const space: StoredSpace = {
    id: createId('cs'),
    signalId,
    title: query.echo.title,
    version: 1,
    createdAt: at,
    updatedAt: at,
    body: { documentsRead: terms.hitsTotal, contexts: points, links, removed: [], map },
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

/** The strongest significant contexts of the report, with the report's own figures. */
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
    if (kind === 'term' && (inNames.get(term) ?? 0) >= minNameShare * stories) return false
    seen.add(key)
    return true
  })
}

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
  const oldContexts = [...body.contexts, ...back]
  const old = oldContexts.map(({ label, kind }) =>
    kind === 'entity' ? toMeasurable({ term: label, kind }) : phraseOf(tokens(label)),
  )
  const young = await toMeasurables(fresh, scope, deps)
  const measurables = young.filter((eachContext) => eachContext !== null)
  const { contextMeasures } = deps.documents
  const occurrences = await contextMeasures.readOccurrences(scope, [...old, ...measurables])
  const tones = meanTones(old.length + measurables.length, occurrences).slice(old.length)
  const measured = measureRequested(measurables, {
    ...(await contextMeasures.countRequested(scope.filter, measurables)),
    tones,
  })
  const added = young.map((eachContext) =>
    eachContext === null ? null : (measured[measurables.indexOf(eachContext)] ?? null),
  )
  const hasDocuments = [...old.map(() => true), ...measured.map((one) => one !== null)]
  const { points, links } = extendSpace({
    existing: oldContexts,
    added: measured.filter((context) => context !== null),
    occurrences: renumber(occurrences, hasDocuments),
  })
  const removed = body.removed.filter((one) => !back.includes(one))
  const next = await updateSpace({ space, body: { ...body, contexts: points, links, removed } }, actor, deps)
  return presentSpace(
    next,
    fresh.filter((_, index) => added[index] === null),
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

/** Throws `context_spaces.not_found` for another person's map. */
export async function getContextSpace(id: string, actor: Actor, deps: ContextSpaceDependencies): Promise<ContextSpace> {
  return presentSpace(await findSpace(id, actor, deps))
}

/** The newest first, of one signal or of all. */
export async function listContextSpaces(
  { signalId, page }: { signalId: string | null; page: PageRequest },
  { userId }: Actor,
  { spaces }: ContextSpaceDependencies,
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
}

/** Removes a context from a map, but stores its place. */
export async function removeContext(
  { id, contextId }: { id: string; contextId: string },
  actor: Actor,
  deps: ContextSpaceDependencies,
): Promise<ContextSpace> {
  const space = await findSpace(id, actor, deps)
  const { contexts, links, removed } = space.body
  const removedContext = contexts.find((context) => context.id === contextId)
  if (removedContext === undefined) return presentSpace(space)
  const body = {
    ...space.body,
    contexts: contexts.filter((context) => context !== removedContext),
    links: links.filter(({ source, target }) => source !== contextId && target !== contextId),
    removed: [removedContext, ...removed].slice(0, maxContexts),
  }
  const next = await updateSpace({ space, body }, actor, deps)
  return presentSpace(next)
}

/** Throws `context_spaces.not_found`. */
export async function deleteContextSpace(
  id: string,
  { userId }: Actor,
  { spaces }: ContextSpaceDependencies,
): Promise<{ id: string; deleted: true }> {
  if (!(await spaces.remove(userId, id))) throw spaceNotFound()
  return { id, deleted: true }
}

/** Above this many documents the 1/8 sample of the library is read. */
const maxUnsampledDocuments = 20_000

/** The documents that the links of a map are computed from. */
interface SignalScope {
  query: CanonicalQuery
  scope: ReadScope
}

/** Throws `signals.not_found`. */
async function readSignalScope(
  signalId: string,
  { signals, documents }: ContextSpaceDependencies,
): Promise<SignalScope> {
  const query = await signals.find(signalId)
  const { filter } = await signals.filterOf(query)
  const matched = await documents.countDocuments(filter)
  return { query, scope: { filter, isLarge: matched > maxUnsampledDocuments } }
}

/** Finds a space of the person. Throws `context_spaces.not_found`. */
async function findSpace(id: string, { userId }: Actor, { spaces }: ContextSpaceDependencies): Promise<StoredSpace> {
  const space = await spaces.find(userId, id)
  if (space === null) throw spaceNotFound()
  return space
}

/** Writes the next version. Throws `context_spaces.changed_meanwhile` when another one was written. */
async function updateSpace(
  { space, body }: { space: StoredSpace; body: SpaceBody },
  { userId }: Actor,
  { spaces, clock }: ContextSpaceDependencies,
): Promise<StoredSpace> {
  const next = { ...space, updatedAt: clock.now(), body }
  if (!(await spaces.update(userId, next))) throw changedMeanwhile()
  return { ...next, version: space.version + 1 }
}

const method =
  'Words and names significant by log-likelihood ratio (G², Bonferroni), counted as in the report, linked by the Jaccard index of their stories, grouped by modularity, placed by forces along the links. Narratives by the main directions of the vectors of their documents.'

/** Maps the space to the contract; `unplaced` are the labels that could not be measured. */
function presentSpace(
  { id, signalId, title, createdAt, updatedAt, body }: StoredSpace,
  unplaced: string[] = [],
): ContextSpace {
  const { documentsRead, links } = body
  // maps from before stories were counted have none
  const contexts = body.contexts.map((point) => ({ ...point, stories: point.stories ?? point.documents }))
  return {
    id,
    signalId,
    title,
    documentsRead,
    method,
    contexts,
    links,
    narratives: body.map?.narratives ?? [],
    documents: body.map?.documents ?? [],
    unplaced,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
