import { mostSentences } from '../answer/answer-form.ts'
import type { Finding } from '../answer/statement-sentences.ts'
import type { Cue } from '../understand/cues.ts'
import { isSize } from './size-sentence.ts'

/** Which measures a cue asks for, the most wanted first. */
const kindsOfCue: Readonly<Partial<Record<Cue, readonly string[]>>> = {
  change: ['events', 'inflection-points', 'momentum', 'busiest', 'stage'],
  tone: ['tone', 'intervals-tone'],
  voices: ['voices', 'match-share'],
  places: ['places'],
  contexts: ['contexts'],
  narratives: ['stories'],
  quotes: ['summary'],
  news: ['summary'],
  volume: ['match', 'momentum'],
}
/** What every brief has: how much, what changed, the tone, the voices, and a passage. */
const bundle = ['match', 'events', 'momentum', 'tone', 'voices', 'summary']
const leastSentences = 3
const mostQuotes = 3

/** What a statement is about; `docs/measures.md` has one heading for places, voices and copies, which a reader looks for apart. */
export function kindOf({ formulas, text, claims }: Finding): string {
  const [first = ''] = formulas
  if (first === 'match' && text.startsWith('Most was published')) return 'busiest'
  if (claims.some(({ numbers }) => numbers.some(({ pointer }) => pointer?.startsWith('/voices') === true)))
    return 'voices'
  if (claims.some(({ numbers }) => numbers.some(({ pointer }) => pointer?.startsWith('/locations') === true)))
    return 'places'
  if (first === 'story-clusters' && text.includes('same story')) return 'stories'
  if (first === 'match' && / % of all /u.test(text)) return 'match-share'
  if (first === 'intervals' && text.startsWith('The tone')) return 'intervals-tone'
  return first
}

/**
 * The sentences of a brief, three to six unless it is wished shorter or longer: first what was asked for, then the rest of the bundle. One sentence of a kind, but for quotations and
 * events where they are what was asked.
 */
export function chooseFindings(
  findings: readonly Finding[],
  cues: readonly Cue[],
  most: number = mostSentences,
): Finding[] {
  const kinds = new Map<string, Finding[]>()
  const hasSize = findings.some(isSize)
  for (const finding of findings) {
    // a title says again what a sentence of the story or the details says in full
    if (hasSize && finding.part === 'title' && finding.formulas[0] === 'match') continue
    const kind = kindOf(finding)
    if (kind === 'coverage' || saysNothing(finding) || (isTooFew(finding) && !cues.some(asksForCounts))) continue
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding])
  }
  const wanted = [...new Set(cues.flatMap((cue) => kindsOfCue[cue] ?? []))]
  // what stories there are says more of a time than counts that are too small to be held against each other
  const asked = (kinds.get('momentum') ?? []).some(isTooFew)
    ? [
        ...wanted.filter((kind) => kind !== 'momentum'),
        ...(cues.includes('change') ? ['stories', 'summary'] : []),
        'momentum',
      ]
    : wanted
  const chosen: Finding[] = []
  const take = (kind: string, count: number) => {
    for (const finding of (kinds.get(kind) ?? []).filter((one) => !chosen.includes(one)).slice(0, count))
      if (chosen.length < most) chosen.push(finding)
  }
  const [lead, ...behind] = asked.length === 0 ? bundle : [...asked, ...bundle.filter((kind) => !asked.includes(kind))]
  // without an event or a number that was asked for, how much there is comes first, so that the rest has its size
  if (lead !== undefined && lead !== 'match') take('match', 1)
  for (const kind of [lead ?? 'match', ...behind]) {
    const isAsked = asked.includes(kind)
    if (!isAsked && chosen.length >= most - 1 && kind === 'summary') break
    take(
      kind,
      isAsked && kind === 'summary' ? mostQuotes : isAsked && (kind === 'events' || kind === 'stories') ? 2 : 1,
    )
  }
  if (chosen.length < leastSentences || most > mostSentences) for (const kind of kinds.keys()) take(kind, 1)
  const quotes = chosen.filter((finding) => kindOf(finding) === 'summary')
  const others = chosen.filter((finding) => !quotes.includes(finding))
  // words that were asked for stand behind how many there are; else they end the brief
  const start = cues[0] === 'quotes' ? others.filter((finding) => kindOf(finding) === 'match') : others
  return [...start, ...quotes, ...others.filter((finding) => !start.includes(finding))]
}

function asksForCounts(cue: Cue): boolean {
  return cue === 'change' || cue === 'volume'
}

/** Counts of two periods that are too small to be held against each other. */
function isTooFew(finding: Finding): boolean {
  return kindOf(finding) === 'momentum' && /too (?:few|unevenly spread) to tell a change/u.test(finding.text)
}

/** What a finding is about, as the first cell of its row. */
export function labelOf(finding: Finding): string {
  return labels[kindOf(finding)] ?? 'Besides'
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
}

/** Two counts of nothing are no finding. */
function saysNothing({ claims }: Finding): boolean {
  return (
    claims.every(
      ({ kind, numbers }) =>
        kind === 'change' && numbers.filter(({ unit }) => unit === 'stories').every(({ value }) => value === 0),
    ) && claims.some(({ kind }) => kind === 'change')
  )
}

/** What was asked for and cannot be told, in a sentence each: silence would read as nothing to worry about. */
const missing: Readonly<Partial<Record<Cue, readonly [kinds: readonly string[], words: string]>>> = {
  tone: [['tone'], 'The tone is clear in too few of them to say anything of it.'],
  voices: [['voices', 'match-share'], 'No voice stands out among them.'],
  places: [['places'], 'No document says which country it is from, or too few do.'],
  contexts: [['contexts'], 'No other term comes up with it more often than chance explains.'],
  change: [
    ['events', 'inflection-points', 'momentum', 'stage', 'quiet'],
    'Too little is written about it to tell a change.',
  ],
}

export function missingSentences(cues: readonly Cue[], told: readonly Finding[]): string[] {
  const kinds = new Set(told.map(kindOf))
  return cues.flatMap((cue) => {
    const [wantedKinds, words] = missing[cue] ?? [[], null]
    return words === null || wantedKinds.some((kind) => kinds.has(kind)) ? [] : [words]
  })
}
