import { findMeanings, findOtherNames, findSpelling, type PhraseNode, tokens } from '@auspex/analytics'
import type {
  MeantWording,
  NameMeaning,
  NarrativesSection,
  OtherName,
  SearchHelp,
  SearchHelpInput,
} from '@auspex/sdk/types'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { type CanonicalQuery, readBeginnings, readSignalQuery } from '../../reports/index.ts'
import type { DiscoveryDependencies } from './discovery-dependencies.ts'
import { beginningOf, isPlain, readSpellingInput } from './redirect/smart-redirect.ts'

/** What the library's words know of a topic: the wording that was probably meant, its other names, and its meanings. Throws for a term that cannot be read. */
export async function findSearchHelp(
  { query_term: term }: SearchHelpInput,
  { userId }: { userId: string },
  deps: DiscoveryDependencies,
): Promise<SearchHelp> {
  const query = readSignalQuery({ query_term: term })
  const { filter, provenance } = await deps.signals.filterOf(query)
  const documents = await deps.documents.countDocuments(filter)
  const help = { query_term: term, documents, didYouMean: null, alsoCalled: [], meanings: [] }
  const { node } = query
  if (!isPlain(node)) return help
  const didYouMean = await findMeant({ ...query, node }, userId, deps)
  // what is said of a slip is said of another word
  if (didYouMean !== null || documents < minDocuments || provenance === 'demo') return { ...help, didYouMean }
  if (node.words.length > maxNameWords) return help
  const { signalId } = query
  return {
    ...help,
    alsoCalled: await deps.otherNames(signalId, () => listOtherNames({ ...query, node }, documents, deps)),
    meanings: await listMeanings({ ...query, node }, deps),
  }
}

type PlainQuery = CanonicalQuery & { node: PhraseNode }

/** With fewer documents, nothing can be said about other names. */
const minDocuments = 5
/** Longer texts are sentences, and no names. */
const maxNameWords = 4

async function findMeant(query: PlainQuery, userId: string, deps: DiscoveryDependencies): Promise<MeantWording | null> {
  const words = query.node.words.map(({ text }) => text)
  if (words.length > maxNameWords) return null
  const input = await readSpellingInput({ query, words }, userId, deps)
  const meant = await findSpelling(input)
  return meant === null ? null : { query_term: input.vocabulary.displayForm(meant.text), documents: meant.documents }
}

/** Documents of the topic that are read for its names. */
const sampledDocuments = 600
/** Above this many documents the 1/8 sample of the library is read. */
const maxUnsampledDocuments = 20_000
/** Documents of a name that are compared with those of the topic. */
const comparedDocuments = 40
/** More documents are counted as this many. */
const countedUpTo = 100_000
/** Names counted by one statement: two counts each, and searches run between statements. */
const namesPerStatement = 4

async function listOtherNames(
  { node, echo: { title } }: PlainQuery,
  topicDocuments: number,
  { documents, signals }: DiscoveryDependencies,
): Promise<OtherName[]> {
  const words = node.words.map(({ text }) => text)
  const topic = toPhrase(words.join(' '))
  const filterOf = async (text: string) => (await signals.filterOf(readSignalQuery({ query_term: text }))).filter
  const ids = await documents.lists.sampleInTime(await filterOf(topic), {
    size: sampledDocuments,
    isLarge: topicDocuments > maxUnsampledDocuments,
  })
  const beginnings = await readBeginnings(ids, (batch) => documents.getDocuments(batch, { withoutTone: null }))
  const reader = await documents.wordReaders.findKnowing(
    beginnings.slice(0, comparedDocuments).flatMap((document) => tokens(document.title)),
  )
  if (reader === null) return []
  const names = await findOtherNames({
    words,
    documents: beginnings,
    topicDocuments,
    reader,
    count: async (texts) => {
      const counts: { documents: number; others: number }[] = []
      for (let from = 0; from < texts.length; from += namesPerStatement) {
        const part = texts.slice(from, from + namesPerStatement)
        const searches = part.flatMap((text) => [toPhrase(text), `${toPhrase(text)} -${topic}`])
        const countsOfPart = await documents.topicCounts.countUpTo(
          await Promise.all(searches.map(filterOf)),
          countedUpTo,
        )
        part.forEach((_, at) =>
          counts.push({ documents: countsOfPart[2 * at] ?? 0, others: countsOfPart[2 * at + 1] ?? 0 }),
        )
      }
      return counts
    },
    readOthers: async (text) => {
      const filter = await filterOf(`${toPhrase(text)} -${topic}`)
      return (await documents.findDocuments(filter, { limit: comparedDocuments })).documents.map(beginningOf)
    },
    pause: yieldToEventLoop,
  })
  return names.map(({ name, adds }) => ({ name, adds, query_term: `${toPhrase(title)} OR ${toPhrase(name)}` }))
}

function toPhrase(text: string): string {
  return `"${text.replaceAll('"', ' ').trim()}"`
}

/** Typical documents of a narrative that say what it is about. */
const typicalDocuments = 20
const labelTerms = 3

/**
 * Meanings from the topic's narratives, if these were measured before: every report that opens asks for this help, and measuring narratives takes longer
 * than the report itself.
 */
async function listMeanings(query: PlainQuery, deps: DiscoveryDependencies): Promise<NameMeaning[]> {
  const measured = await deps.narratives.findMeasured(query.signalId)
  if (measured === null || measured.section.items.length < 2) return []
  const measurement = `${query.signalId} ${measured.measuredAt.toISOString()}`
  return deps.meanings(measurement, () => readMeanings(query, measured.section, deps))
}

async function readMeanings(
  query: PlainQuery,
  { items }: NarrativesSection,
  { documents, signals }: DiscoveryDependencies,
): Promise<NameMeaning[]> {
  const groups = []
  for (const { terms, share, documentIds } of items) {
    const typical = await documents.getDocuments(documentIds.slice(0, typicalDocuments), { withoutTone: null })
    groups.push({ terms, share: share.value, typical })
  }
  const reader = await documents.wordReaders.findKnowing(
    groups.flatMap(({ typical }) => typical.flatMap((document) => tokens(document.title))),
  )
  if (reader === null) return []
  const queryWords = new Set(query.node.words.map(({ text }) => text))
  await yieldToEventLoop()
  const meanings = []
  for (const { terms, share } of findMeanings(groups, { reader, own: queryWords })) {
    const search = `${toPhrase(query.echo.title)} AND (${terms.map(toPhrase).join(' OR ')})`
    const { filter } = await signals.filterOf(readSignalQuery({ query_term: search }))
    meanings.push({
      label: terms.slice(0, labelTerms).join(', '),
      terms,
      share,
      documents: await documents.countDocuments(filter),
      query_term: search,
    })
  }
  return meanings
}

/** How long the help for a topic is sent again, in milliseconds: the library learns its words again much later. */
const maxAgeMs = 60 * 60_000
const maxTopics = 500

/** Help for topics, the same for everyone: cached in memory, and computed once for all concurrent callers. */
export function createHelpCache<Help>(clock: Clock) {
  const cached = new Map<string, { at: number; help: Promise<Help> }>()
  return async (topic: string, find: () => Promise<Help>): Promise<Help> => {
    const cachedHelp = cached.get(topic)
    const now = clock.now().getTime()
    if (cachedHelp !== undefined && now - cachedHelp.at < maxAgeMs) return cachedHelp.help
    const help = find()
    cached.set(topic, { at: now, help })
    for (const oldest of [...cached.keys()].slice(0, -maxTopics)) cached.delete(oldest)
    help.catch(() => cached.delete(topic))
    return help
  }
}

export type HelpCache<Help> = ReturnType<typeof createHelpCache<Help>>
