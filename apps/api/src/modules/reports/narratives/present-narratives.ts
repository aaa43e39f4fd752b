import type { FoundNarratives, Narrative as FoundNarrative, QueryNode } from '@auspex/analytics'
import type { Narrative, NarrativeChange, NarrativesSection, ToneCounts } from '@auspex/sdk/types'
import type { StoredDocument } from '../../library/index.ts'
import type { NarrativeMap } from '../context-spaces/draw-space.ts'
import { maxShownTitle, presentDocument, toLibraryDocument } from '../report/present-document.ts'

// The contract's limits for the lists of a narrative.
const maxRepresentatives = 3
const maxListedIds = 50
const maxCarriers = 5
const maxChanges = 20

/** A section as stored: with all documents of each narrative, so that the groups stay the same as documents come, and with its map. */
export interface StoredSection extends NarrativesSection {
  unassignedIds: string[]
  map: NarrativeMap
}

/** Sections of earlier versions have no map, or are named by headlines. */
export function isReadable(body: string): boolean {
  return body.includes('"map":') && body.includes('"headline":')
}

export function readStored(body: string): StoredSection {
  return JSON.parse(body) as StoredSection // this module wrote it
}

/** The section as it is sent: with the most typical documents of each narrative. */
export function presentSection({
  unassignedIds: _unassignedIds,
  map: _map,
  ...section
}: StoredSection): NarrativesSection {
  return {
    ...section,
    items: section.items.map((item) => ({ ...item, documentIds: item.documentIds.slice(0, maxListedIds) })),
  }
}

/** The narrative of each document when they were last found; null for one in none. */
export function groupsOf({ items, unassignedIds }: StoredSection): Map<string, string | null> {
  return new Map<string, string | null>([
    // a text that many copied is no group: it is found again by its copies
    ...items.flatMap(({ id, stories, documentIds }) =>
      documentIds.map((documentId) => [documentId, stories === 1 ? null : toGroupId(id)] as const),
    ),
    ...unassignedIds.map((id) => [id, null] as const),
  ])
}

/** A group bears the id of a document. */
function toGroupId(narrativeId: string): string {
  return narrativeId.replace(/^nar_/, 'doc_')
}

function toNarrativeId(groupId: string): string {
  return groupId.replace(/^doc_/, 'nar_')
}

/** Everything the section is built from; the builder performs no I/O and reads no clock. */
interface NarrativesSectionInput {
  found: FoundNarratives
  method: string
  /** The documents that were read. */
  read: readonly StoredDocument[]
  /** Documents of the signal. */
  documents: number
  node: QueryNode
  /** The section as it was measured before. */
  earlier: StoredSection | null
  today: string
}

/** Maps narratives to the section of the contract. */
export function buildNarratives({
  found,
  method,
  read,
  documents,
  node,
  earlier,
  today,
}: NarrativesSectionInput): StoredSection {
  const { narratives, unassignedIds, refusal } = found
  const byId = new Map<string, StoredDocument>(read.map((document) => [document.documentId, document]))
  const changes = describeChanges(found, { byId, earlier, today })
  return {
    section: 'narratives',
    items: narratives.map((narrative) =>
      presentNarrative(narrative, { byId, node, read: read.length, changes: changes.get(narrative.id) ?? [] }),
    ),
    documentsRead: read.length,
    documents,
    storiesRead: new Set(read.map(({ clusterId }) => clusterId)).size,
    unassigned: unassignedIds.length,
    unassignedIds,
    unassignedDays: countDays(unassignedIds.flatMap((id) => byId.get(id) ?? [])),
    method,
    note: noteOn({ read: read.length, documents, refusal }),
    map: toMap(found, byId),
  }
}

interface PresentInput {
  byId: ReadonlyMap<string, StoredDocument>
  node: QueryNode
  read: number
  changes: NarrativeChange[]
}

function presentNarrative(narrative: FoundNarrative, { byId, node, read, changes }: PresentInput): Narrative {
  const documents = narrative.documentIds.map((id) => byId.get(id)).filter((one) => one !== undefined)
  const named = documents.find(({ documentId }) => documentId === narrative.headlineId)
  const central = onePerStory(named === undefined ? documents : [named, ...documents]).slice(0, maxRepresentatives)
  const knownTones = documents.map(({ tone }) => tone).filter((tone) => tone !== null)
  const contrast = contrastOf(documents)
  return {
    id: toNarrativeId(narrative.id),
    label: narrative.label.slice(0, 300),
    headline: narrative.headline?.slice(0, 300) ?? null,
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
    riseDay: narrative.riseDay,
    peakDay: narrative.peakDay,
    fadeDay: narrative.fadeDay,
    lastDay: narrative.lastDay,
    days: narrative.days,
    origin: originOf(narrative, documents),
    spread: {
      outlets: narrative.outlets,
      sources: narrative.sources,
      countries: narrative.countries,
      daysToHalf: narrative.daysToHalf,
    },
    carriers: {
      outlets: countCarriers(documents.map(({ outlet }) => outlet)),
      authors: countCarriers(documents.map(({ author }) => author)),
    },
    tone: countTones(documents),
    toneMean: knownTones.length === 0 ? null : knownTones.reduce((sum, tone) => sum + tone, 0) / knownTones.length,
    representative: central.map((document) => presentDocument(toLibraryDocument(document), node)),
    against:
      contrast === null
        ? null
        : {
            document: presentDocument(toLibraryDocument(contrast.document), node),
            tone: contrast.tone,
            othersMean: contrast.othersMean,
          },
    changes,
    documentIds: narrative.documentIds,
  }
}

/** The most frequent names, null for none; equal ones by name. */
function countCarriers(names: readonly (string | null)[]): Narrative['carriers']['outlets'] {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== null && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, maxCarriers)
    .map(([name, documents]) => ({ name: name.slice(0, 300), documents }))
}

interface ChangesInput {
  byId: ReadonlyMap<string, StoredDocument>
  earlier: StoredSection | null
  today: string
}

/** What became of the narratives of before, by the id of the group now, newest first: what was found this time, then what was known. */
function describeChanges(
  { narratives, changes }: FoundNarratives,
  { byId, earlier, today }: ChangesInput,
): ReadonlyMap<string, NarrativeChange[]> {
  if (earlier === null) return new Map()
  const labels = new Map([
    ...narratives.map(({ id, label }) => [toNarrativeId(id), label.slice(0, 300)] as const),
    ...earlier.items.map(({ id, label }) => [id, label] as const),
  ])
  const knownUntil = [...earlier.items.map(({ lastDay }) => lastDay), earlier.unassignedDays.at(-1)?.day ?? '']
    .toSorted()
    .at(-1)
  return new Map(
    narratives.map(({ id, documentIds }) => {
      const newDays = documentIds
        .map((documentId) => byId.get(documentId)?.publishedAt.slice(0, 10) ?? '')
        .filter((day) => knownUntil !== undefined && day > knownUntil)
      const day = newDays.toSorted()[0] ?? today
      const newChanges = changes
        .filter((change) => change.id === id)
        .map(({ kind, otherId }): NarrativeChange => {
          const narrativeId = toNarrativeId(otherId)
          return { kind, day, narrative: { id: narrativeId, label: labels.get(narrativeId) ?? narrativeId } }
        })
      const earlierChanges = earlier.items.find((item) => item.id === toNarrativeId(id))?.changes ?? []
      return [id, [...newChanges, ...earlierChanges].slice(0, maxChanges)]
    }),
  )
}

/** Narratives as discs and typical documents as dots, for the map of a signal. */
function toMap(
  { narratives, places }: FoundNarratives,
  byId: ReadonlyMap<string, StoredDocument>,
): StoredSection['map'] {
  const narrativeOf = new Map(narratives.flatMap(({ id, documentIds }) => documentIds.map((one) => [one, id] as const)))
  return {
    narratives: narratives.flatMap(({ id, label, documentIds, share, place }) => {
      if (place === null) return []
      const tones = documentIds.flatMap((documentId) => byId.get(documentId)?.tone ?? [])
      const toneMean = tones.length === 0 ? null : tones.reduce((sum, tone) => sum + tone, 0) / tones.length
      return [
        { id: toNarrativeId(id), label: label.slice(0, 300), documents: documentIds.length, share, toneMean, ...place },
      ]
    }),
    documents: places.flatMap(({ id, x, y }) => {
      const narrative = narrativeOf.get(id)
      const document = byId.get(id)
      return narrative === undefined || document === undefined
        ? []
        : [{ id, title: document.title.slice(0, 300), narrativeId: toNarrativeId(narrative), x, y }]
    }),
  }
}

function countDays(documents: readonly StoredDocument[]): NarrativesSection['unassignedDays'] {
  const counts = new Map<string, number>()
  for (const { publishedAt } of documents)
    counts.set(publishedAt.slice(0, 10), (counts.get(publishedAt.slice(0, 10)) ?? 0) + 1)
  return [...counts].map(([day, count]) => ({ day, documents: count })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

function onePerStory(documents: readonly StoredDocument[]): StoredDocument[] {
  return [...Map.groupBy(documents, ({ clusterId }) => clusterId).values()].flatMap(([first]) => first ?? [])
}

/** If only the day is known, every outlet of that day may have been first. */
function originOf({ originId, firstDay }: FoundNarrative, documents: readonly StoredDocument[]): Narrative['origin'] {
  const first = documents.find(({ documentId }) => documentId === originId)
  const sameDay = documents.filter(
    ({ publishedAt, datePrecision }) => datePrecision === 'day' && publishedAt.startsWith(firstDay),
  )
  const others = new Set(sameDay.map(({ outlet }) => outlet).filter((outlet) => outlet !== first?.outlet))
  return {
    documentId: originId,
    title: first?.title.slice(0, maxShownTitle) ?? '',
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
  refusal,
}: {
  read: number
  documents: number
  refusal: FoundNarratives['refusal']
}): string | null {
  const parts = [
    read < documents
      ? `${read.toLocaleString('en')} of ${documents.toLocaleString('en')} documents were read, evenly over time; who was first is the first among those.`
      : null,
    refusal === 'few-documents' ? `${read} documents are too few to group: 60 are needed.` : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}

/** What is known of the tone of a document. */
interface WithTone {
  /** In [-1, 1]; null when unknown. */
  tone: number | null
}

/** A document that speaks in another tone than the others. */
interface Contrast<Document> {
  document: Document
  tone: number
  /** Mean tone of the others with a known one. */
  othersMean: number
}

/** With fewer known tones there is no common one to differ from. */
const minKnown = 5
/** What is nearer to neutral is no tone. */
const minTone = 0.2
const minDistance = 0.4
/** The less typical half may be about something else, so that its tone says nothing against the rest. */
const typicalPart = 0.5

/**
 * The document whose tone is farthest from the mean of the others and on the other side of neutral, among the more typical half; null where the tones of
 * too few are known, or where none differs enough. `documents` are ordered, the most typical first.
 */
export function contrastOf<Document extends WithTone>(documents: readonly Document[]): Contrast<Document> | null {
  const tones = documents.flatMap(({ tone }) => tone ?? [])
  if (tones.length < minKnown) return null
  const total = tones.reduce((sum, tone) => sum + tone, 0)
  let best: Contrast<Document> | null = null
  for (const document of documents.slice(0, Math.ceil(typicalPart * documents.length))) {
    const { tone } = document
    if (tone === null || Math.abs(tone) < minTone) continue
    const othersMean = (total - tone) / (tones.length - 1)
    const distance = Math.abs(tone - othersMean)
    const isOpposite = tone * othersMean <= 0
    if (!isOpposite || distance < minDistance) continue
    if (best === null || distance > Math.abs(best.tone - best.othersMean)) best = { document, tone, othersMean }
  }
  return best
}
