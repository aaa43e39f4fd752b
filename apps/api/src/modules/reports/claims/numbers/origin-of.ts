import { type ClaimEvidence, type FormulaName, formulas, formatDay, addDays, evidence } from '@auspex/analytics'
import type { SignalNumber, SignalReport } from '@auspex/sdk/types'

/** Labels and formulas of a report's numbers by their pointer; `*` matches any index. The first match wins. */
const descriptions: readonly [pattern: RegExp, label: string, formula: FormulaName][] = [
  [/^counts documents$/, 'Documents that match', 'match'],
  [/^counts storyClusters$/, 'Stories: near-duplicates count once', 'story-clusters'],
  [/^counts outlets$/, 'Outlets with a document that matches', 'match'],
  [/^counts authors$/, 'Named authors of documents that match', 'match'],
  [/^counts documents(?:Low|High)$/, 'End of the 95% interval of the documents', 'intervals'],
  [/^counts laterDocuments$/, 'Documents that are dated after the last day of the report', 'match'],
  [/^counts sampleFraction$/, 'Part of the documents that was read', 'intervals'],
  [/^volume points \* documents$/, 'Documents of these days', 'daily-series'],
  [/^volume points \* storyClusters$/, 'Stories of these days, each once', 'story-clusters'],
  [/^volume points \* outlets$/, 'Outlets of these days, each once', 'match'],
  [/^volume points \* share$/, 'Share of all documents of the covered days', 'coverage'],
  [/^volume points \* total$/, 'All documents of the covered days', 'library'],
  [/^volume points \* coveredDays$/, 'Days that a source covers', 'coverage'],
  [/^volume points \* groups/, 'Documents of these days, of one kind from one source', 'daily-series'],
  [/^volume groups \* total$/, 'Documents of the kind and source in the library', 'library'],
  [/^volume groups \* uncoveredDocuments$/, 'Documents of days that are not covered', 'coverage'],
  [/^events events \* stories$/, 'Stories of the event: near-duplicates count once', 'events'],
  [/^events events \* documents$/, 'Documents of the days of the event', 'match'],
  [/^events events \* expected$/, 'Stories that its days would usually have', 'events'],
  [/^events events \* excess/, 'Stories above the usual level', 'events'],
  [/^volume .* documents$/, 'Documents that match', 'match'],
  [/^momentum ratio (?:value|n|low|high)$/, 'Rate of pieces in the last window over the rate before', 'momentum'],
  [/^momentum stories$/, 'Stories of the last window: near-duplicates count once', 'momentum'],
  [/^momentum previousStories$/, 'Stories of the window before: near-duplicates count once', 'momentum'],
  [/^momentum current$/, 'Documents of the last window', 'match'],
  [/^momentum previous$/, 'Documents of the window before', 'match'],
  [/^momentum windowDays$/, 'Days of one window', 'momentum'],
  [/^tone mean/, 'Mean tone of the documents with a known tone', 'tone'],
  [/^tone undecidedShare$/, 'Share of documents whose tone is neutral or unknown', 'tone'],
  [/^tone .*mean$/, 'Mean tone', 'tone'],
  [/^tone stories positive$/, 'Positive pieces: near-duplicates count once', 'tone'],
  [/^tone stories neutral$/, 'Neutral pieces: near-duplicates count once', 'tone'],
  [/^tone stories negative$/, 'Negative pieces: near-duplicates count once', 'tone'],
  [/^tone .*positive$/, 'Positive documents', 'tone'],
  [/^tone .*neutral$/, 'Neutral documents', 'tone'],
  [/^tone .*negative$/, 'Negative documents', 'tone'],
  [/^tone .*unknown$/, 'Documents whose tone could not be told', 'tone'],
  [/^(?:documents|chatter) total$/, 'Documents of this group', 'match'],
  [/tone score$/, 'Tone of the document', 'tone'],
  [/engagement /, 'Reactions reported by the source', 'library'],
  [/^voices .* stories$/, 'Its stories: near-duplicates count once', 'story-clusters'],
  [/^voices .* followers$/, 'Times that others published its stories later', 'story-clusters'],
  [/^voices .* documents$/, 'Documents that match', 'match'],
  [/^voices .* reach$/, 'Points and comments on them', 'match'],
  [/toneMean$/, 'Mean tone', 'tone'],
  [/^locations known$/, 'Documents whose country is known', 'match'],
  [/^locations unknown$/, 'Documents whose country is not known', 'match'],
  [/^locations .* share$/, 'Share of the documents whose country is known', 'intervals'],
  [/^locations basis/, 'Documents whose country was derived this way', 'match'],
  [/^locations .* documents$/, 'Documents that match', 'match'],
  [/^contexts background$/, 'Documents of the library they are compared with', 'library'],
  [/^contexts .* stories$/, 'Stories that contain the term: near-duplicates count once', 'contexts'],
  [/^contexts .* documents$/, 'Documents of these pieces', 'contexts'],
  [/^contexts .* lift/, 'How many times likelier than in other documents', 'contexts'],
  [/^contexts .* g2$/, 'Log-likelihood ratio G²', 'contexts'],
  [/^coverage sources \* total$/, 'Documents of the source in the library', 'library'],
  [/^coverage sources \* documents$/, 'Documents of the source that match', 'match'],
  [/^(?:coverage|attention) /, 'As reported by the source or the library', 'library'],
  [/documentsRead$/, 'Documents that were read for it', 'match'],
]

/** Formulas of whole sections without their own entries. */
const sections: Readonly<Record<string, FormulaName>> = {
  tone: 'tone',
  momentum: 'momentum',
  stage: 'stage',
  contexts: 'contexts',
  volume: 'daily-series',
  inflections: 'momentum',
  events: 'events',
  summary: 'claims',
  narratives: 'story-clusters',
}

export interface NumberOrigin extends NumberBounds {
  label: SignalNumber['label']
  number: SignalNumber['number']
  basis: SignalNumber['basis']
  formula: SignalNumber['formula']
  evidence: SignalNumber['evidence']
  /** Whether it opens a list of documents. */
  isListed: boolean
}

interface NumberBounds {
  low: SignalNumber['low']
  high: SignalNumber['high']
  n: SignalNumber['n']
}

/** The origin of a number in a report, derived from its pointer; null when there is no number. */
export function originOf(report: SignalReport, pointer: string): NumberOrigin | null {
  const target = readPointer(report, pointer)
  if (target === null || typeof target.value !== 'number') return null
  const { keys, value } = target
  const claim = claimAt(target)
  const description = claim ?? describeNumber(keys)
  const claimEvidence: ClaimEvidence = evidenceAt(target, report)
  const isLibrary = description.formula === 'library'
  const part = describeEvidence(claimEvidence)
  return {
    label: (part === '' ? description.label : `${description.label} (${part})`).slice(0, 600),
    number: value,
    ...boundsOf(target, report),
    basis: isLibrary ? 'library' : report.counts.sampled ? 'sample' : 'exact',
    formula: formulas[description.formula],
    evidence: claimEvidence,
    isListed: !isLibrary,
  }
}

/** A number of a claim is described by its claim. */
function claimAt({ keys, parents }: PointerTarget): { label: string; formula: FormulaName } | null {
  if (keys[0] !== 'summary' || keys[1] !== 'claims' || keys[3] !== 'numbers') return null
  const [claim, number] = [parents[3], parents.at(-1)] as [{ formula: string }, { text: string }] // the shape defined by the contract
  return claim.formula in formulas ? { label: number.text, formula: claim.formula as FormulaName } : null // it is a key
}

const none = { low: null, high: null, n: null }

function boundsOf({ keys, parents, value }: PointerTarget, { counts }: SignalReport): NumberBounds {
  const last = keys.at(-1) ?? ''
  const item = parents.at(-1) as Record<string, unknown> // the last parent holds the number
  const number = (key: string) => (typeof item[key] === 'number' ? item[key] : null)
  if (last === 'value') return { low: number('low'), high: number('high'), n: number('n') }
  if (last === 'lift') return { low: number('liftLow'), high: number('liftHigh'), n: number('documents') }
  const sampleSize = Math.round(counts.documents * counts.sampleFraction)
  if (keys[0] === 'counts' && last === 'documents')
    return counts.sampled
      ? { low: counts.documentsLow, high: counts.documentsHigh, n: sampleSize }
      : { ...none, n: sampleSize }
  return /documents|total|current|previous|positive|neutral|negative|unknown/iu.test(last) && !counts.sampled
    ? { ...none, n: Math.max(0, Math.round(value as number)) } // a number, as checked by the caller
    : none
}

interface Description {
  label: string
  formula: FormulaName
}

/** The label of a number and the formula it is computed by. */
function describeNumber(keys: readonly string[]): Description {
  const path = keys.map((key) => (/^\d+$/.test(key) ? '*' : key)).join(' ')
  const description = descriptions.find(([pattern]) => pattern.test(path))
  if (description !== undefined) return { label: description[1], formula: description[2] }
  const words = keys.filter((key) => !/^\d+$/.test(key)).map(toWords)
  const label = words.join(', ')
  return { label: label.charAt(0).toUpperCase() + label.slice(1), formula: sections[keys[0] ?? ''] ?? 'match' }
}

/** The filters of the documents, as words after the label. */
function describeEvidence({ outlet, author, country, context, kind, source, from, to }: ClaimEvidence): string {
  const day = from !== undefined && from === to ? formatDay(from) : undefined
  const range = from !== undefined && to !== undefined ? `${formatDay(from)} to ${formatDay(to)}` : undefined
  return [outlet ?? author, context, country, kind, outlet === undefined ? source : undefined, day ?? range]
    .filter((part) => part !== undefined)
    .join(', ')
}

function toWords(key: string): string {
  return key.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
}

const tones = ['negative', 'neutral', 'positive', 'unknown'] as const
const kinds = new Set(['article', 'post', 'comment', 'question', 'answer', 'video', 'paper', 'trial', 'filing'])

/**
 * The documents that a number counts, derived from the objects around it: a day, a country, an outlet, a term, a document. Every list of the report
 * names its items this way.
 */
function evidenceAt({ keys, parents }: PointerTarget, report: SignalReport): ClaimEvidence {
  let result = evidence({})
  for (const parent of parents) result = { ...result, ...partOf(parent, keys[0]) }
  const last = keys.at(-1)
  const tone = keys[0] === 'tone' ? tones.find((label) => label === last) : undefined
  if (tone !== undefined) result = { ...result, tone }
  if (keys.length === 2 && last === 'total' && (keys[0] === 'documents' || keys[0] === 'chatter'))
    result = { ...result, group: keys[0] }
  if (keys[0] === 'counts' && last === 'laterDocuments') result = { ...result, from: addDays(report.lastDay, 1) }
  if (keys[0] === 'momentum') result = { ...result, ...windowOf(last, report.momentum) }
  return result
}

function partOf(parent: unknown, section: string | undefined): ClaimEvidence {
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return {}
  const item = parent as Record<string, unknown> // read key by key, each with its own check
  const { country, kind, name, id, source, term } = textsOf(item)
  if (id?.startsWith('doc_') === true) return { ids: id }
  if (item['evidence'] !== undefined && id !== undefined && section === 'summary')
    return item['evidence'] as ClaimEvidence // a claim has its own evidence
  const part = daysOf(item, section)
  if (country !== undefined) part.country = country
  const ofSource = source === undefined ? {} : { source }
  if (name !== undefined && kind === 'outlet') return { ...part, outlet: name }
  if (name !== undefined && kind === 'author') return { ...part, author: name, ...ofSource }
  // a group is one kind from one source
  if (kind !== undefined && kinds.has(kind)) return { ...part, kind, ...ofSource }
  if (term !== undefined) return { ...part, context: term }
  return section === 'attention' ? part : { ...part, ...ofSource }
}

function textsOf(item: Record<string, unknown>): Partial<Record<string, string>> {
  const texts: Partial<Record<string, string>> = {}
  for (const [key, value] of Object.entries(item)) if (typeof value === 'string') texts[key] = value
  return texts
}

/** The days of an item: its own day, an interval, or an event. Excludes spans of coverage and the first and last days of voices. */
function daysOf(item: Record<string, unknown>, section: string | undefined): ClaimEvidence {
  const { day, onset, until, firstDay, lastDay } = textsOf(item)
  if (day !== undefined) return { from: day, to: day }
  if (onset !== undefined) return evidence({ from: onset, to: until ?? null })
  // the report itself has a first and a last day too, which do not narrow anything
  const isPoint = (section === 'volume' || section === 'tone' || section === 'attention') && !('signalId' in item)
  return isPoint && firstDay !== undefined ? evidence({ from: firstDay, to: lastDay ?? null }) : {}
}

function windowOf(key: string | undefined, { asOf, windowDays }: SignalReport['momentum']): ClaimEvidence {
  if (key === 'previous' || key === 'previousStories')
    return { from: addDays(asOf, 1 - 2 * windowDays), to: addDays(asOf, -windowDays) }
  if (key === 'current' || key === 'stories') return { from: addDays(asOf, 1 - windowDays), to: asOf }
  return { from: addDays(asOf, 1 - 2 * windowDays), to: asOf }
}

/** A value and the objects and lists on the path to it, outermost first. */
interface PointerTarget {
  value: unknown
  keys: string[]
  /** What each key was read from. */
  parents: unknown[]
}

/** Resolves a JSON pointer (RFC 6901); null when there is no value. Finds only own properties, no inherited ones. */
function readPointer(root: unknown, pointer: string): PointerTarget | null {
  if (!pointer.startsWith('/')) return null
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const parents: unknown[] = []
  let value = root
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return null
    parents.push(value)
    value = (value as Record<string, unknown>)[key] // an object that has the key
  }
  return { value, keys, parents }
}
