import type { Narrative as FoundNarrative, QueryNode } from '@auspex/analytics'
import type { Narrative, NarrativesSection, ToneCounts } from '@auspex/sdk/types'
import type { StoredDocument } from '../documents/index.ts'
import { presentDocument, toLibraryDocument } from '../signals/index.ts'

/** All that the section is made of; the builder asks nobody and reads no clock. */
export interface NarrativesSectionInput {
  narratives: readonly FoundNarrative[]
  /** Groups that are left out because they have no one subject. */
  incoherent: number
  /** The documents that were read. */
  read: readonly StoredDocument[]
  /** Documents of the signal. */
  documents: number
  node: QueryNode
}

const method =
  'Stories by TF-IDF cosine, joined to their nearest neighbours where they share them, cut into groups by modularity (Louvain); groups of a mean cosine of pairs below .09 left out; named by the headline nearest to the centre, phrases by class-based TF-IDF.'
const representatives = 3
const listedIds = 50

/** The section of the contract for narratives that were found. */
export function buildNarratives({
  narratives,
  incoherent,
  read,
  documents,
  node,
}: NarrativesSectionInput): NarrativesSection {
  const byId = new Map(read.map((document) => [document.documentId, document]))
  const assigned = narratives.reduce((sum, { documentIds }) => sum + documentIds.length, 0)
  return {
    section: 'narratives',
    items: narratives.map((narrative) => present(narrative, { byId, node, read: read.length })),
    documentsRead: read.length,
    documents,
    storiesRead: new Set(read.map(({ clusterId }) => clusterId)).size,
    unassigned: read.length - assigned,
    incoherent,
    method,
    note: noteOn({ read: read.length, documents, narrativeCount: narratives.length }),
  }
}

interface PresentInput {
  byId: ReadonlyMap<string, StoredDocument>
  node: QueryNode
  read: number
}

function present(narrative: FoundNarrative, { byId, node, read }: PresentInput): Narrative {
  const documents = narrative.documentIds.map((id) => byId.get(id)).filter((one) => one !== undefined)
  const central = onePerStory(documents).slice(0, representatives)
  const known = documents.map(({ tone }) => tone).filter((tone) => tone !== null)
  return {
    id: `nar_${(narrative.documentIds[0] ?? '').replace(/^doc_/, '')}`,
    label: narrative.label.slice(0, 300),
    terms: narrative.terms.map((term) => term.slice(0, 300)),
    documents: documents.length,
    stories: narrative.stories,
    share: {
      value: narrative.share,
      low: narrative.shareInterval.low,
      high: narrative.shareInterval.high,
      n: read,
      method: 'share of the documents read (Wilson)',
    },
    cohesion: narrative.cohesion,
    firstDay: narrative.firstDay,
    peakDay: narrative.peakDay,
    lastDay: narrative.lastDay,
    days: narrative.days.slice(0, 1_000),
    origin: originOf(narrative, documents),
    spread: {
      outlets: narrative.outlets,
      sources: narrative.sources,
      countries: narrative.countries,
      daysToHalf: narrative.daysToHalf,
    },
    tone: countTones(documents),
    toneMean: known.length === 0 ? null : known.reduce((sum, tone) => sum + tone, 0) / known.length,
    representative: central.map((document) => presentDocument(toLibraryDocument(document), node)),
    documentIds: narrative.documentIds.slice(0, listedIds),
  }
}

function onePerStory(documents: readonly StoredDocument[]): StoredDocument[] {
  return [...new Map(documents.toReversed().map((document) => [document.clusterId, document])).values()].toReversed()
}

/** Where only the day is known, every outlet of that day may have been first. */
function originOf({ originId, firstDay }: FoundNarrative, documents: readonly StoredDocument[]): Narrative['origin'] {
  const first = documents.find(({ documentId }) => documentId === originId)
  const sameDay = documents.filter(
    ({ publishedAt, datePrecision }) => datePrecision === 'day' && publishedAt.startsWith(firstDay),
  )
  const others = new Set(sameDay.map(({ outlet }) => outlet).filter((outlet) => outlet !== first?.outlet))
  return {
    documentId: originId,
    title: first?.title.slice(0, 4_000) ?? '',
    outlet: first?.outlet.slice(0, 300) ?? '',
    author: first?.author?.slice(0, 300) ?? null,
    publishedAt: first?.publishedAt ?? `${firstDay}T00:00:00Z`,
    datePrecision: first?.datePrecision ?? 'day',
    contenders: others.size,
  }
}

function countTones(documents: readonly StoredDocument[]): ToneCounts {
  const counts: ToneCounts = { positive: 0, neutral: 0, negative: 0, unknown: 0 }
  for (const { toneLabel } of documents) counts[toneLabel] += 1
  return counts
}

function noteOn({
  read,
  documents,
  narrativeCount,
}: {
  read: number
  documents: number
  narrativeCount: number
}): string | null {
  const parts = [
    read < documents
      ? `${read.toLocaleString('en')} of ${documents.toLocaleString('en')} documents were read, evenly over time; who was first is the first among those.`
      : null,
    narrativeCount === 0 ? 'No three documents say so much alike that they make a line of telling.' : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}
