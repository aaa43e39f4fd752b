import {
  buildTone,
  type CountedVoice,
  createStoryTones,
  type DailyReport,
  type DailyTone,
  lightStem,
  meanTone,
  measureStandings,
  presentVoices,
  rankByPublication,
  scoreContexts,
  toTsquery,
} from '@auspex/analytics'
import { listDays } from '@auspex/contract/days'
import type { DocumentKind, Context, Counts, LocationsSection, Place, SignalReport } from '@auspex/sdk/types'
import {
  chatterKinds,
  distinct,
  groupDocuments,
  measureEvents,
  measureChanges,
  measureVolume,
  type MeasuredSignal,
  readSeries,
  sum,
  tally,
} from './series.ts'
import { collectedSince } from './documents.ts'
import { libraryTotal, sourceLabel, worldSources } from './sources.ts'
import { summarize } from './summary.ts'
import { type FoundDocument, presentDocument } from './world.ts'

/** The counts of a report. */
export function countDocuments({ documents, lastDay }: MeasuredSignal): Counts {
  const count = documents.length
  const authors = distinct(documents, ({ author }) => author)
  return {
    documents: count,
    storyClusters: distinct(documents, ({ storyCluster }) => storyCluster),
    outlets: distinct(documents, ({ outlet }) => outlet),
    authors: authors === 0 ? null : authors,
    sampled: false,
    sampleFraction: 1,
    documentsLow: count,
    documentsHigh: count,
    laterDocuments: documents.filter(({ day }) => day > lastDay).length,
    shards: null,
  }
}

/** All sections, counted from the documents of the signal. */
export function measureReport(signal: MeasuredSignal): DailyReport {
  const { signalId, query, documents, firstDay, lastDay, world } = signal
  const series = readSeries(signal)
  const talk = documents.filter(({ kind }) => chatterKinds.has(kind))
  const others = documents.filter(({ kind }) => !chatterKinds.has(kind))
  const show = (some: readonly FoundDocument[]) =>
    some
      .slice(-10)
      .toReversed()
      .map((document) => presentDocument(document, query))
  const parts = {
    signalId,
    query: query.echo,
    computedAt: new Date(world.now()).toISOString(),
    computeMs: 1,
    libraryRevision: 1,
    stale: false,
    provenance: 'real',
    counts: countDocuments(signal),
    firstDay,
    lastDay,
    volume: measureVolume(signal, series),
    ...measureChanges(series, lastDay),
    events: measureEvents(signal, series),
    tone: measureTone(documents),
    documents: { section: 'documents', items: show(others), total: others.length },
    chatter: { section: 'chatter', items: show(talk), total: talk.length },
    voices: presentVoices({
      authors: countVoices(documents, ({ author }) => author),
      outlets: countVoices(documents, ({ outlet }) => outlet),
      lastDay,
    }),
    locations: measureLocations(documents),
    contexts: measureContexts(signal),
    attention: { section: 'attention', series: [], reason: 'No source of attention was read.' },
    coverage: measureCoverage(signal),
  } satisfies Omit<DailyReport, 'summary'>
  return { ...parts, summary: summarize(parts, signal) }
}

function addTones(documents: readonly FoundDocument[]) {
  const tones = { positive: 0, neutral: 0, negative: 0, unknown: 0, sum: 0 }
  for (const { tone } of documents) {
    tones[tone.label] += 1
    if (tone.label !== 'unknown') tones.sum += tone.score ?? 0
  }
  return tones
}

function measureTone(documents: readonly FoundDocument[]): DailyTone {
  const stories = createStoryTones()
  for (const telling of groupDocuments(documents, ({ storyCluster }) => storyCluster).values()) {
    const { unknown, sum: scores } = addTones(telling)
    stories.add(telling.length - unknown, scores)
  }
  return buildTone({
    tone: addTones(documents),
    storyTones: stories.classes(),
    days: [...groupDocuments(documents, ({ day }) => day)].map(([day, within]) => ({ day, tone: addTones(within) })),
    byKind: tally(documents, ({ kind }) => kind).map(([kind]) => ({
      kind,
      tone: addTones(documents.filter((document) => document.kind === kind)),
    })),
    documents: documents.length,
    documentsRead: documents.length,
  })
}

function countVoices(
  documents: readonly FoundDocument[],
  nameOf: (document: FoundDocument) => string | null,
): CountedVoice[] {
  const voices = groupDocuments(documents, nameOf)
  const numbers = new Map([...voices.keys()].map((name, at) => [name, at + 1]))
  const clusters = new Map(
    [...new Set(documents.map(({ storyCluster }) => storyCluster))].map((name, at) => [name, at + 1]),
  )
  const voice = documents.map((document) => numbers.get(nameOf(document) ?? '') ?? 0)
  const story = documents.map(({ storyCluster }) => clusters.get(storyCluster) ?? 0)
  const instant = documents.map(({ publishedAt }) => Date.parse(publishedAt))
  const standings = measureStandings({ length: documents.length, story, voice, instant })
  const order = rankByPublication({ length: documents.length, story: story.map(BigInt), voice, instant }, () => true)
  const weightOf = (name: string) => standings.get(numbers.get(name) ?? 0)?.weight ?? 0
  const top = [...voices].toSorted(([a], [b]) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1)).slice(0, 20)
  return top.map(([name, own]) => {
    const number = numbers.get(name) ?? 0
    const engaged = own.flatMap(({ engagement }) => engagement ?? [])
    const sourceKey = own[0]?.source ?? 'imported'
    const { kinds } = worldSources[sourceKey]
    const { sharedStories = 0, earliness = null } = order.get(number) ?? {}
    const { stories = 0, followers = 0 } = standings.get(number) ?? {}
    return {
      name,
      group: groupOfKinds(kinds),
      sourceKey,
      stories,
      followers,
      documents: own.length,
      score: engaged.length === 0 ? null : sum(engaged.map(({ score }) => score ?? 0)),
      comments: engaged.length === 0 ? null : sum(engaged.map(({ comments }) => comments ?? 0)),
      tone: addTones(own),
      sharedStories,
      earliness,
      firstDay: own[0]?.day ?? '',
      lastDay: own.at(-1)?.day ?? '',
    }
  })
}

function groupOfKinds(kinds: readonly DocumentKind[]): 'news' | 'forum' | 'other' {
  if (kinds[0] === 'article') return 'news'
  return kinds.some((kind) => chatterKinds.has(kind)) ? 'forum' : 'other'
}

function measureLocations(documents: readonly FoundDocument[]): LocationsSection {
  const located = documents.flatMap((document) =>
    document.country === null ? [] : [{ ...document, country: document.country }],
  )
  const countries = tally(located, ({ country }) => country).map(([country, count]): Place => ({
    country,
    documents: count,
    share: count / located.length,
    toneMean: meanTone(addTones(located.filter((document) => document.country === country))),
  }))
  const basis = { source: 0, content: 0, author: 0 }
  for (const { countryBasis } of located) if (countryBasis !== null) basis[countryBasis] += 1
  return { section: 'locations', countries, known: located.length, unknown: documents.length - located.length, basis }
}

const backgroundDocuments = 20_000

function measureContexts({ documents, query, world }: MeasuredSignal): SignalReport['contexts'] {
  const { terms, names } = world.contextsOf(query)
  const stories = new Map(documents.map((document) => [document.storyCluster, document]))
  const background = backgroundDocuments + stories.size
  const score = (kind: Context['kind'], candidates: readonly string[]): Context[] => {
    const hits = candidates.map((term) => {
      const hit = [...stories.values()].filter(({ contexts }) => contexts.includes(term)).length
      // every term comes up in about one of fifty other documents
      return { term, hits: hit, background: hit + Math.round(backgroundDocuments / (35 + 3 * (term.length % 9))) }
    })
    const scored = scoreContexts({
      candidates: hits,
      hitsTotal: stories.size,
      backgroundTotal: background,
      minHits: 3,
      exclude: new Set(),
    })
    return scored.map((each) => ({
      term: each.term,
      kind,
      stories: each.hits,
      documents: documents.filter(({ contexts }) => contexts.includes(each.term)).length,
      lift: each.lift,
      liftLow: each.liftInterval.low,
      liftHigh: each.liftInterval.high,
      g2: each.gSquared,
      significant: each.isSignificant,
    }))
  }
  const items = [...score('term', terms), ...score('entity', names)].toSorted((a, b) => b.g2 - a.g2)
  const seen = new Set<string>()
  return {
    section: 'contexts',
    items: items.filter(({ term }) => seen.size < seen.add(lightStem(term)).size),
    documentsRead: documents.length,
    background,
    note: null,
  }
}

/** A search in one source, with what it found. */
export function toSourceRuns({ documents, query, world }: MeasuredSignal): SignalReport['coverage']['runs'] {
  const counts = new Map(tally(documents, ({ source }) => source))
  const at = new Date(world.now()).toISOString()
  const named = query.echo.sources.length === 0 ? [...counts.keys()] : query.echo.sources
  return named.map((source) => ({
    source,
    label: sourceLabel(source),
    status: (counts.get(source) ?? 0) === 0 ? 'empty' : 'ok',
    reason: null,
    nativeQuery: source === 'imported' ? toTsquery(query.node) : query.echo.canonical,
    notHonoured: [],
    requests: 1,
    documentsSeen: counts.get(source) ?? 0,
    documentsStored: counts.get(source) ?? 0,
    complete: true,
    startedAt: at,
    durationMs: 100,
    retryAfterMs: null,
  }))
}

function measureCoverage(signal: MeasuredSignal): SignalReport['coverage'] {
  const { documents, firstDay, lastDay } = signal
  const days = listDays(firstDay, lastDay)
  const runs = toSourceRuns(signal)
  const counts = new Map(tally(documents, ({ source }) => source))
  const sources = runs.map(({ source, label }) => ({
    source,
    label,
    documents: counts.get(source) ?? 0,
    total: (counts.get(source) ?? 0) + sum(days.map((day) => libraryTotal(source, day))),
    firstDay,
    lastDay,
    complete: true,
  }))
  return {
    section: 'coverage',
    runs,
    sources,
    enrichment: { pending: 0, done: documents.length, pendingWords: 0 },
    collectedSince,
  }
}
