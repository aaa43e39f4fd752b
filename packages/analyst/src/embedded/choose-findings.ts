import type { Finding } from '../answer/statement-sentences.ts'
import type { Cue } from '../understand/cues.ts'

/** Which measures a cue asks for, the most wanted first. */
const wanted: Readonly<Partial<Record<Cue, readonly string[]>>> = {
  change: ['events', 'inflection-points', 'momentum', 'stage'],
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
export const mostSentences = 6
const mostQuotes = 3

/** What a statement is about; `docs/measures.md` has one heading for places, voices and copies, which a reader looks for apart. */
export function kindOf({ formulas, text, claims }: Finding): string {
  const [first = ''] = formulas
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
 * The three to six sentences of a brief: first what was asked for, then the rest of the bundle. One sentence of a kind, but for quotations and
 * events where they are what was asked.
 */
export function chooseFindings(findings: readonly Finding[], cues: readonly Cue[]): Finding[] {
  const kinds = new Map<string, Finding[]>()
  const hasSize = findings.some((finding) => finding.part !== 'title' && kindOf(finding) === 'match')
  for (const finding of findings) {
    // a title says again what a sentence of the story or the details says in full
    if (hasSize && finding.part === 'title' && finding.formulas[0] === 'match') continue
    const kind = kindOf(finding)
    if (kind === 'coverage' || saysNothing(finding)) continue
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding])
  }
  const asked = [...new Set(cues.flatMap((cue) => wanted[cue] ?? []))]
  const chosen: Finding[] = []
  const take = (kind: string, count: number) => {
    for (const finding of (kinds.get(kind) ?? []).filter((one) => !chosen.includes(one)).slice(0, count))
      if (chosen.length < mostSentences) chosen.push(finding)
  }
  const [lead, ...others] = asked.length === 0 ? bundle : [...asked, ...bundle.filter((kind) => !asked.includes(kind))]
  // without an event or a number that was asked for, how much there is comes first, so that the rest has its size
  if (lead !== undefined && lead !== 'match') take('match', 1)
  for (const kind of [lead ?? 'match', ...others]) {
    const isAsked = asked.includes(kind)
    if (!isAsked && chosen.length >= mostSentences - 1 && kind === 'summary') break
    take(
      kind,
      isAsked && kind === 'summary' ? mostQuotes : isAsked && (kind === 'events' || kind === 'stories') ? 2 : 1,
    )
  }
  if (chosen.length < leastSentences) for (const kind of kinds.keys()) take(kind, 1)
  const quotes = chosen.filter((finding) => kindOf(finding) === 'summary')
  return [...chosen.filter((finding) => !quotes.includes(finding)), ...quotes]
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
