import { candidateSearches, parseQuery, readMeaning, similarityTo, tokens } from '@auspex/analytics'
import type { SimilarDocument, SimilarDocumentList, SimilarDocumentsInput } from '@auspex/sdk/types'
import { runInTurns } from '../../../adapters/database/turns/steps.ts'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import { type DocumentId, type StoredDocument, toMatching } from '../../library/index.ts'
import { documentNotFound, presentDocument, readBeginnings, toLibraryDocument } from '../../reports/index.ts'
import type { DiscoveryDependencies } from './discovery-dependencies.ts'
import { beginningOf } from './redirect/smart-redirect.ts'

const maxDocuments = 900
const maxListed = 20
/** A document that is less similar is about something else. */
const minSimilarity = 0.3
/** Texts compared between two turns of the event loop. */
const textsPerTurn = 50
/** Words that snippets are chosen and marked by. */
const markedWords = 12

/** Documents about the same as a text or a document, one of each story, most similar first. Throws `signals.no_document`. */
export async function listSimilarDocuments(
  input: SimilarDocumentsInput,
  deps: DiscoveryDependencies,
): Promise<SimilarDocumentList> {
  const { documents } = deps
  const world = (await deps.provenance()) === 'demo' ? 'demo' : 'real'
  const original = input.documentId === undefined ? null : await readOriginal(input.documentId, world, deps)
  const words = tokens(original === null ? (input.text ?? '') : beginningOf(original))
  const reader = world === 'demo' ? null : await documents.wordReaders.findKnowing(words)
  const none = { items: [], compared: 0 }
  if (reader === null)
    return { ...none, note: 'The library has too few documents of this language to learn what its words mean.' }
  const query = await runInTurns(readMeaning(words, reader))
  if (query === null) return { ...none, note: 'The library knows none of these words.' }
  const ids = await findCandidates(candidateSearches(query), world, deps)
  const ranked: { document: StoredDocument; similarity: number }[] = []
  const beginnings = await readBeginnings(ids, (batch) => documents.getDocuments(batch, { withoutTone: null }))
  for (const [at, document] of beginnings.entries()) {
    if (at % textsPerTurn === textsPerTurn - 1) await yieldToEventLoop()
    if (document.clusterId === original?.clusterId || document.documentId === original?.documentId) continue
    ranked.push({ document, similarity: similarityTo(query, tokens(beginningOf(document))) })
  }
  const similar = onePerStory(ranked.toSorted((a, b) => b.similarity - a.similarity))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .slice(0, maxListed)
  const node = anyOfWords(query.groups.flatMap((group) => group.words[0] ?? []).slice(0, markedWords))
  const items = similar.flatMap(({ document, similarity }): SimilarDocument[] =>
    node === null ? [] : [{ document: presentDocument(toLibraryDocument(document), node), similarity }],
  )
  return {
    items,
    compared: beginnings.length,
    note: items.length === 0 ? 'No document of the library is close enough in meaning.' : null,
  }
}

async function readOriginal(
  documentId: string,
  world: 'real' | 'demo',
  { documents }: DiscoveryDependencies,
): Promise<StoredDocument> {
  const [stored] = await documents.getDocuments([documentId], { withoutTone: null })
  // real and demo documents are never shown together
  if (stored === undefined || (stored.sourceKey === 'demo') !== (world === 'demo')) throw documentNotFound()
  return stored
}

/** Documents of the index that hold words of two groups. */
async function findCandidates(
  searches: ReturnType<typeof candidateSearches>,
  world: 'real' | 'demo',
  { documents }: DiscoveryDependencies,
): Promise<DocumentId[]> {
  const candidateIds = new Set<DocumentId>()
  for (const { groups, limit } of searches) {
    const parsed = parseQuery(groups.map((words) => `(${words.map((word) => `"${word}"`).join(' OR ')})`).join(' AND '))
    if (!parsed.ok) continue
    const filter = { world, ...toMatching(parsed.query) }
    for (const id of await documents.lists.sampleInTime(filter, { size: limit, isLarge: false })) candidateIds.add(id)
    if (candidateIds.size >= maxDocuments) break
  }
  return [...candidateIds].slice(0, maxDocuments)
}

function onePerStory<Item extends { document: StoredDocument }>(items: readonly Item[]): Item[] {
  const seen = new Set<string>()
  return items.filter(({ document: { clusterId } }) => !seen.has(clusterId) && seen.add(clusterId))
}

/** The query that snippets are chosen and marked by. */
function anyOfWords(words: readonly string[]) {
  const parsed = parseQuery(words.map((word) => `"${word}"`).join(' OR '))
  return parsed.ok ? parsed.query : null
}
