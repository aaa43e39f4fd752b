import { maxSentences } from '../answer/answer-writer.ts'
import { type Finding, toFindings } from '../answer/sentence.ts'
import type { Want } from '../understand/reader/question-model.ts'
import { isVolumeFinding } from './figure-sentences.ts'
import type { FoundTopic } from './topic-report.ts'

/** The measures that a want asks for, the most telling first. */
const kindsOfWant: Readonly<Partial<Record<Want, readonly string[]>>> = {
  change: ['events', 'inflection-points', 'momentum', 'busiest', 'stage'],
  events: ['events', 'busiest', 'inflection-points', 'momentum'],
  why: ['events', 'inflection-points', 'momentum', 'busiest'],
  tone: ['tone', 'intervals-tone'],
  voices: ['voices', 'match-share'],
  outlets: ['voices', 'match-share'],
  places: ['places'],
  related: ['contexts'],
  narratives: ['stories'],
  quotes: ['summary'],
  list: ['summary'],
  volume: ['match', 'momentum'],
}
/** What every brief contains: how much, what changed, the tone, the voices, and a passage. */
const bundle = ['match', 'events', 'momentum', 'tone', 'voices', 'summary']
/** Kinds that have two sentences where they are asked for: two events, two stories, news and forums. */
const kindsInPairs: ReadonlySet<string> = new Set(['events', 'stories', 'voices'])
const minSentences = 3
const maxQuotes = 3

/** The subject of a statement; `docs/measures.md` has one heading for places, voices and copies, which readers consider separate. */
export function findingKind({ formulas: [formula = ''], claims }: Finding): string {
  const pointsInto = (section: string) =>
    claims.some(({ numbers }) => numbers.some(({ pointer }) => pointer?.startsWith(section) === true))
  if (pointsInto('/voices')) return 'voices'
  if (formula === 'story-clusters' && claims.some(({ quote }) => quote !== null)) return 'stories'
  if (formula === 'match' && pointsInto('/volume')) return 'busiest'
  if (formula === 'match' && claims.some(({ kind }) => kind === 'share')) return 'match-share'
  if (formula === 'intervals' && claims.some(({ evidence }) => evidence.country !== undefined)) return 'places'
  if (formula === 'intervals' && claims.some(({ evidence }) => evidence.tone !== undefined)) return 'intervals-tone'
  return formula
}

/**
 * The sentences of a brief, three to six unless requested otherwise: first what was asked for, then the rest of the bundle. One sentence of each
 * kind, except quotations and events where they were asked for.
 */
export function chooseFindings(
  findings: readonly Finding[],
  wants: readonly Want[],
  sentenceLimit: number = maxSentences,
): Finding[] {
  const kinds = new Map<string, Finding[]>()
  const hasSize = findings.some(isVolumeFinding)
  const hasStoryOf = ({ formulas: [formula] }: Finding) =>
    findings.some(({ part, formulas }) => part === 'story' && formulas[0] === formula)
  for (const finding of findings) {
    // a title repeats what a sentence of the story or the details states in full
    if (hasSize && finding.part === 'title' && finding.formulas[0] === 'match') continue
    if (finding.part === 'title' && hasStoryOf(finding)) continue
    const kind = findingKind(finding)
    if (kind === 'coverage' || saysNothing(finding) || (isTooFew(finding) && !wants.some(asksForCounts))) continue
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding])
  }
  const wantedKinds = [...new Set(wants.flatMap((want) => kindsOfWant[want] ?? []))]
  // stories describe a period better than counts that are too small to compare
  const requestedKinds = (kinds.get('momentum') ?? []).some(isTooFew)
    ? [
        ...wantedKinds.filter((kind) => kind !== 'momentum'),
        ...(wants.some(asksForChange) ? ['stories', 'summary'] : []),
        'momentum',
      ]
    : wantedKinds
  const chosen: Finding[] = []
  const take = (kind: string, count: number) => {
    for (const finding of (kinds.get(kind) ?? []).filter((one) => !chosen.includes(one)).slice(0, count))
      if (chosen.length < sentenceLimit) chosen.push(finding)
  }
  const [lead, ...behind] =
    requestedKinds.length === 0
      ? bundle
      : [...requestedKinds, ...bundle.filter((kind) => !requestedKinds.includes(kind))]
  // without an event or a number that was asked for, the volume comes first, so that the rest has a scale
  if (lead !== undefined && lead !== 'match') take('match', 1)
  for (const kind of [lead ?? 'match', ...behind]) {
    const isRequested = requestedKinds.includes(kind)
    if (!isRequested && chosen.length >= sentenceLimit - 1 && kind === 'summary') break
    take(kind, isRequested && kind === 'summary' ? maxQuotes : isRequested && kindsInPairs.has(kind) ? 2 : 1)
  }
  if (chosen.length < minSentences || sentenceLimit > maxSentences) for (const kind of kinds.keys()) take(kind, 1)
  const quotes = chosen.filter((finding) => findingKind(finding) === 'summary')
  const others = chosen.filter((finding) => !quotes.includes(finding))
  // requested quotations follow the volume; otherwise they end the brief
  const start = wants[0] === 'quotes' ? others.filter((finding) => findingKind(finding) === 'match') : others
  return [...start, ...quotes, ...others.filter((finding) => !start.includes(finding))]
}

/** The days of a topic that are not covered; undefined where its sources continue. */
export function findUncovered({ signalId, report }: FoundTopic): Finding | undefined {
  return toFindings(signalId, report.summary).find((finding) => findingKind(finding) === 'coverage')
}

function asksForChange(want: Want): boolean {
  return want === 'change' || want === 'events' || want === 'why'
}

function asksForCounts(want: Want): boolean {
  return want === 'volume' || asksForChange(want)
}

/** Counts of two periods that are too small, or too unevenly spread, to compare: they have no ratio. */
function isTooFew(finding: Finding): boolean {
  return (
    findingKind(finding) === 'momentum' &&
    finding.claims.every(({ numbers }) => numbers.every(({ unit }) => unit !== 'ratio'))
  )
}

/** The subject of a finding, for the first cell of its row. */
export function findingLabel(finding: Finding): string {
  return labels[findingKind(finding)] ?? 'Besides'
}

const labels: Readonly<Record<string, string>> = {
  match: 'How much',
  busiest: 'When',
  'match-share': 'Voices',
  events: 'What happened',
  'inflection-points': 'Change',
  momentum: 'Momentum',
  stage: 'Stage',
  tone: 'Tone',
  'intervals-tone': 'Tone',
  voices: 'Voices',
  places: 'Places',
  contexts: 'Comes up with it',
  stories: 'Stories',
  summary: 'Quotation',
  coverage: 'Not known',
}

/** Two counts of zero are not a finding. */
function saysNothing({ claims }: Finding): boolean {
  return (
    claims.every(
      ({ kind, numbers }) =>
        kind === 'change' && numbers.filter(({ unit }) => unit === 'stories').every(({ value }) => value === 0),
    ) && claims.some(({ kind }) => kind === 'change')
  )
}

/** A sentence for each want that cannot be answered: silence would read as nothing to worry about. */
const missing: Readonly<Partial<Record<Want, readonly [kinds: readonly string[], words: string]>>> = {
  tone: [['tone'], 'The tone is clear in too few of them to say anything about it.'],
  voices: [['voices', 'match-share'], 'No voice stands out among them.'],
  places: [['places'], 'No document says which country it is from, or too few do.'],
  related: [['contexts'], 'No other term comes up with it more often than chance explains.'],
  change: [
    ['events', 'inflection-points', 'momentum', 'stage', 'quiet'],
    'Too little is written about it to tell a change.',
  ],
}

export function missingSentences(wants: readonly Want[], usedFindings: readonly Finding[]): string[] {
  const kinds = new Set(usedFindings.map(findingKind))
  return wants.flatMap((want) => {
    const [wantedKinds, words] = missing[want] ?? [[], null]
    return words === null || wantedKinds.some((kind) => kinds.has(kind)) ? [] : [words]
  })
}
