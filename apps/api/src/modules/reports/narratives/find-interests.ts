import { backgroundWithoutSignal, contextAssociation, parseQuery, queryPhrases, tokens } from '@auspex/analytics'
import type { Category, Interest, Interests } from '@auspex/sdk/types'
import {
  type DocumentFilter,
  type DocumentsModule,
  type InterestCounts,
  type InterestsInput,
  type InterestSplit,
  type InterestSubject,
  decode,
  kindCodes,
  minInterestHits,
  toneCodes,
  type InterestBasis,
} from '../../library/index.ts'
import type { Signals } from '../signals.module.ts'

export interface InterestsDependencies {
  signals: Signals
  documents: DocumentsModule
  categories: readonly Category[]
}

/** Fewer voices are individuals, not an audience. */
const minVoices = 5
/** With fewer documents about other topics there is nothing to learn from them. */
const minOther = 20
/** From this many documents on an index is reported; below, only that there were some. */
const minIndexed = 5
const maxInterests = 500
/** Up to this many documents the whole library is read, above it the 1/8 sample. */
const maxUnsampledDocuments = 50_000

/** What the voices of a signal publish about other topics, compared with everyone else in the library. Throws `signals.not_found`. */
export async function findInterests(
  signalId: string,
  split: InterestSplit | null,
  { signals, documents, categories }: InterestsDependencies,
): Promise<Interests> {
  const query = await signals.find(signalId)
  const { filter } = await signals.filterOf(query)
  const { sources } = await documents.librarySummary()
  const library = sources
    .filter(({ sourceKey }) => (sourceKey === 'demo') === (filter.world === 'demo'))
    .reduce((sum, source) => sum + source.documents, 0)
  const { basis, voices } = await findVoices(filter, documents)
  const empty = { signalId, split, basis: null, voices: voices.length, documentsRead: 0, items: [] }
  if (voices.length < minVoices) return { ...empty, reason: tooFewVoices(voices.length, minVoices) }
  const subjects = categories.map(toSubject)
  const interestsQuery: InterestsInput = {
    query: query.node,
    filter,
    basis,
    voices,
    split,
    subjects,
    isSmallLibrary: library <= maxUnsampledDocuments,
  }
  const counts = await documents.voiceInterests.countInterests(interestsQuery)
  const sampledDocuments = counts.parts.reduce((sum, part) => sum + part.documents, 0)
  const other = { ...empty, basis, documentsRead: sampledDocuments }
  if (sampledDocuments < minOther)
    return { ...other, reason: tooFewOther({ sampledDocuments, minimum: minOther, basis, split }) }
  const background = await documents.voiceInterests.countBackground(subjects, interestsQuery)
  const queryWords = new Set(queryPhrases(query.node).flatMap((phrase) => tokens(phrase)))
  const items = [
    ...presentEntities(counts, { own: queryWords, library, split }),
    ...presentCategories(counts, { background, categories, library, split }),
  ]
  return items.length === 0
    ? { ...other, reason: nothingInCommon({ sampledDocuments, minimum: minInterestHits, basis, split }) }
    : { ...other, items: strongest(items), reason: null }
}

/** The authors of the matching documents, or their outlets when too few documents have an author. */
async function findVoices(filter: DocumentFilter, { voiceInterests }: DocumentsModule) {
  const authors = await voiceInterests.listVoices(filter, 'authors')
  if (authors.length >= minVoices) return { basis: 'authors' as const, voices: authors }
  return { basis: 'outlets' as const, voices: await voiceInterests.listVoices(filter, 'outlets') }
}

interface CategoryInput {
  background: Awaited<ReturnType<DocumentsModule['voiceInterests']['countBackground']>>
  categories: readonly Category[]
  library: number
  split: InterestSplit | null
}

function presentCategories(
  counts: InterestCounts,
  { background, categories, library, split }: CategoryInput,
): Interest[] {
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]))
  return counts.subjects.map(({ part, id, documents: hits }) =>
    toInterest({
      name: nameOf.get(id) ?? id,
      kind: 'category',
      part: partWords(split, part),
      hits,
      sampledDocuments: partSize(counts, part),
      background: background.counts.get(id) ?? 0,
      backgroundTotal: background.total,
      library,
    }),
  )
}

function presentEntities(
  counts: InterestCounts,
  { own, library, split }: { own: ReadonlySet<string>; library: number; split: InterestSplit | null },
): Interest[] {
  return counts.entities
    .filter(({ name }) => !tokens(name).every((word) => own.has(word)))
    .map(({ part, name, documents, background }) =>
      toInterest({
        name,
        kind: 'entity',
        part: partWords(split, part),
        hits: documents,
        sampledDocuments: partSize(counts, part),
        background,
        backgroundTotal: counts.entityTotal,
        library,
      }),
    )
}

interface InterestFacts {
  name: string
  kind: Interest['kind']
  part: string | null
  hits: number
  sampledDocuments: number
  background: number
  backgroundTotal: number
  library: number
}

function toInterest({ name, kind, part, hits, ...interestCounts }: InterestFacts): Interest {
  const { sampledDocuments, background, backgroundTotal, library } = interestCounts
  const around = backgroundWithoutSignal({
    hits,
    sampledDocuments: sampledDocuments,
    matchingDocuments: sampledDocuments,
    background,
    backgroundTotal,
    libraryDocuments: library,
  })
  const association =
    hits < minIndexed ? null : contextAssociation({ hits, hitsTotal: interestCounts.sampledDocuments, ...around })
  const bounded = (value: number) => Math.min(1_000_000_000, value)
  return {
    name: name.slice(0, 200),
    kind,
    part,
    documents: hits,
    index:
      association === null
        ? null
        : {
            value: bounded(association.lift),
            low: bounded(association.liftInterval.low),
            high: bounded(association.liftInterval.high),
            n: hits,
            method: 'Ratio of shares, shrunk to 1 (gamma-Poisson)',
          },
  }
}

/** Sorted by the lower bound of the index: a high index of few documents is luck. */
function strongest(items: readonly Interest[]): Interest[] {
  return items
    .toSorted(
      (a, b) => (b.index?.low ?? -1) - (a.index?.low ?? -1) || b.documents - a.documents || (a.name < b.name ? -1 : 1),
    )
    .slice(0, maxInterests)
}

function partSize({ parts }: InterestCounts, part: string | null): number {
  return parts.find((eachPart) => eachPart.part === part)?.documents ?? 0
}

function toSubject({ id, terms }: Category): InterestSubject {
  const parsed = parseQuery(terms.map((term) => `"${term}"`).join(' OR '))
  if (!parsed.ok) throw new TypeError(`The terms of the category ${id} cannot be read: ${parsed.message}`)
  return { id, query: parsed.query }
}

/** The value of a split as worded in the contract. */
function partWords(split: InterestSplit | null, part: string | null): string | null {
  if (split === null || part === null) return null
  if (split === 'kind') return decode(kindCodes, Number(part))
  if (split === 'tone') return decode(toneCodes, Number(part))
  return part.slice(0, 60)
}

/** Why a list of interests is empty: what was examined, how much is needed, and what would help. */
function tooFewVoices(voices: number, minimum: number): string {
  return `Only ${voices} authors or outlets are named, and ${minimum} are needed. Sources that name authors, such as forums, would help.`
}

interface OtherDocuments {
  /** Documents read of the voices about other topics. */
  sampledDocuments: number
  minimum: number
  basis: InterestBasis
  split: InterestSplit | null
}

/** The same where its voices write too little about anything else. */
function tooFewOther({ sampledDocuments, minimum, basis, split }: OtherDocuments): string {
  return split === null
    ? `The library has only ${sampledDocuments} other documents of these ${basis}, and ${minimum} are needed. Importing more of their documents would help.`
    : `Told apart by ${split}, only ${sampledDocuments} other documents of these ${basis} can be read, and ${minimum} are needed. The overall interests may say more.`
}

function nothingInCommon({ sampledDocuments, minimum, basis, split }: OtherDocuments): string {
  const where = split === null ? 'other documents' : `other documents told apart by ${split}`
  return `No name or category beyond the topic itself comes up in ${minimum} of the ${sampledDocuments} ${where} of these ${basis}. Importing more of their documents would help.`
}
