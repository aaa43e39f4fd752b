import type { Claim } from '@auspex/analytics/claims'
import type { Ground, Sentence } from '../answer/sentence.ts'
import { joiningWords } from './sentence-words.ts'
import { readDays, readNumbers, type Unit, unitOfKey, type WrittenDays } from './written-values.ts'

/** A sentence that a tool's result vouches for, with what a rewording must not change. */
export interface Fact extends Sentence {
  readonly claims: readonly Claim[]
}

/** A number that a result holds. */
export interface EvidenceNumber {
  /** A share as a part: 0.25 for 25 %. */
  readonly value: number
  readonly unit: Unit | null
  readonly isShare: boolean
  /** Folded words of what it belongs to: the term, outlet or signal of its row, or the names of its clause. */
  readonly owner: ReadonlySet<string>
  /** The key of data that it stands at, in words: "tone mean". */
  readonly key: string
  /** Whether it is that of an earlier time beside a later one: `previous`, `before`. */
  readonly isEarlier: boolean
  /** Where it stands among the same numbers of the rows beside it. */
  readonly rank: 'largest' | 'smallest' | null
  readonly ground: Ground | null
}

/** A span of days that a result names, ISO days, both included; `****` for a year that it does not say. */
export interface EvidenceDays {
  readonly from: string
  readonly to: string
}

/** What a sentence may cite: a checked statement, a document, or the data of a tool's result. */
export interface Passage {
  /** By which a sentence cites it: `f3`, `d1`, `r2`. */
  readonly id: string
  readonly kind: 'fact' | 'document' | 'data'
  /** What it says, in words. */
  readonly text: string
  readonly numbers: readonly EvidenceNumber[]
  readonly days: readonly EvidenceDays[]
  readonly fact: Fact | null
  readonly document: CitableDocument | null
}

/** A document that a tool returned. */
export interface CitableDocument {
  readonly documentId: string
  readonly title: string
  /** A passage of its text, word for word. */
  readonly passage: string | null
  readonly outlet: string
  readonly day: string | null
}

/** The passages of a tool's result. `data` is what a model sees of it, without the documents. */
export interface ReadResult {
  readonly documents: readonly CitableDocument[]
  readonly data: unknown
}

/** Separates the documents of a result from the rest, so that each is cited by itself. */
export function readResult(output: unknown): ReadResult {
  const documents = new Map<string, CitableDocument>()
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk).filter((item) => item !== undefined)
    if (typeof value !== 'object' || value === null) return value
    const record = value as Record<string, unknown>
    const document = toDocument(record)
    if (document !== null) {
      const earlier = documents.get(document.documentId)
      documents.set(document.documentId, earlier === undefined ? document : merge(earlier, document))
      return undefined
    }
    const fields = Object.entries(record).map(([key, field]) => [key, walk(field)] as const)
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined && !isEmptyList(field)))
  }
  const data = walk(output)
  return { documents: [...documents.values()], data: data === undefined ? {} : data }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

const documentIdPattern = /^doc_[a-z0-9]{1,40}$/

function toDocument(record: Record<string, unknown>): CitableDocument | null {
  const text = (key: string) => (typeof record[key] === 'string' ? record[key] : null)
  const id = text('id') ?? text('documentId')
  const passage = text('snippet') ?? text('text') ?? text('content')
  const title = text('title')
  if (id === null || !documentIdPattern.test(id) || (title === null && passage === null)) return null
  return {
    documentId: id,
    title: title ?? '',
    passage,
    outlet: text('outlet') ?? '',
    day: (text('day') ?? text('publishedAt'))?.slice(0, 10) ?? null,
  }
}

function merge(one: CitableDocument, other: CitableDocument): CitableDocument {
  const passages = [one.passage, other.passage].filter((passage) => passage !== null)
  return {
    ...one,
    title: one.title || other.title,
    outlet: one.outlet || other.outlet,
    day: one.day ?? other.day,
    passage: passages.length === 0 ? null : [...new Set(passages)].join(' … '),
  }
}

/** A checked statement as a passage. */
export function factPassage(id: string, fact: Fact): Passage {
  return {
    id,
    kind: 'fact',
    text: [fact.text, ...demonymsIn(fact.text)].join(' '),
    numbers: numbersOfText(fact.text, fact.grounds),
    days: readDays(fact.text),
    fact,
    document: null,
  }
}

/** A document as a passage. Its outlet and day may be stated with it. */
export function documentPassage(id: string, document: CitableDocument): Passage {
  const text = [document.title, document.passage].filter((part) => part !== null && part !== '').join('. ')
  return {
    id,
    kind: 'document',
    text: document.outlet === '' ? text : `${document.outlet}: ${text}`,
    numbers: numbersOfText(text, []),
    days: [...readDays(text), ...(document.day === null ? [] : [{ from: document.day, to: document.day }])],
    fact: null,
    document,
  }
}

/** The data of a result as a passage. */
export function dataPassage(id: string, data: unknown, title: string): Passage {
  const numbers: (EvidenceNumber & { readonly path: string; readonly list: unknown })[] = []
  const words: string[] = [title]
  const days: EvidenceDays[] = []
  const walk = (
    value: unknown,
    { path, owner, list }: { path: readonly string[]; owner: ReadonlySet<string>; list: unknown },
  ): void => {
    if (typeof value === 'number' && Number.isFinite(value)) {
      const isEarlier = path.some((key) => /^(?:previous|before)|Before$/u.test(key))
      numbers.push({
        ...numberOfKey(path, value),
        key: keyWords(path.slice(-2).join(' ')),
        owner,
        isEarlier,
        rank: null,
        ground: null,
        path: path.join('.'),
        list,
      })
    } else if (typeof value === 'string') {
      words.push(value)
      days.push(...readDays(value))
      for (const number of numbersOfText(value, [])) numbers.push({ ...number, path: '', list: null })
    } else if (Array.isArray(value)) {
      const count = { value: value.length, unit: unitOfKey(path.at(-1) ?? ''), isShare: false, isEarlier: false }
      numbers.push({ ...count, key: '', owner: new Set(), rank: null, ground: null, path: '', list: null })
      // rows without numbers of their own are values of the row that holds them
      for (const item of value) walk(item, { path, owner, list: typeof item === 'object' ? value : list })
    } else if (typeof value === 'object' && value !== null) {
      const names = Object.values(value).flatMap((field) => (typeof field === 'string' ? namesOfField(field) : []))
      const own = names.length === 0 ? owner : new Set([...owner, ...names])
      const { from, to } = value as Record<string, unknown>
      if (typeof from === 'string' && typeof to === 'string')
        for (const number of lengthOfPeriod(from, to)) numbers.push({ ...number, path: '', list: null })
      for (const [key, field] of Object.entries(value)) {
        words.push(keyWords(key), ...(key === 'country' && typeof field === 'string' ? countryWords(field) : []))
        walk(field, { path: [...path, key], owner: own, list })
      }
    }
  }
  walk(data, { path: [], owner: new Set(), list: null })
  return { id, kind: 'data', text: words.join('. '), numbers: rank(numbers), days, fact: null, document: null }
}

/** Words that a field names its row by; a country also by its name. */
function namesOfField(field: string): string[] {
  return [...foldedWords(field), ...countryWords(field).flatMap(foldedWords)]
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** How the people and things of the countries with most media in English are called; there is no standard list in the platform. */
const demonyms: Readonly<Record<string, string>> = {
  US: 'American America',
  GB: 'British Britain England UK',
  CA: 'Canadian',
  AU: 'Australian',
  IN: 'Indian',
  IE: 'Irish',
  NZ: 'New Zealand',
  DE: 'German',
  FR: 'French',
  ES: 'Spanish',
  AT: 'Austrian',
  CH: 'Swiss',
  IT: 'Italian',
  NL: 'Dutch',
  SE: 'Swedish',
  NO: 'Norwegian',
  DK: 'Danish',
  FI: 'Finnish',
  PL: 'Polish',
  RU: 'Russian',
  CN: 'Chinese',
  JP: 'Japanese',
  KR: 'Korean',
  BR: 'Brazilian',
  MX: 'Mexican',
  ZA: 'South African',
}

/** The names of a country by its code, and those of a name in a sentence. */
function countryWords(code: string): string[] {
  return /^[A-Z]{2}$/u.test(code) ? [countryNames.of(code) ?? code, ...(demonyms[code]?.split(' ') ?? [])] : []
}

/** The demonyms of the countries that a text names. */
function demonymsIn(text: string): string[] {
  return Object.entries(demonyms).flatMap(([code, words]) =>
    text.includes(countryNames.of(code) ?? '\uFFFF') ? [words] : [],
  )
}

/** Marks the largest and the smallest of the numbers with the same key in the rows of a list. */
function rank(
  numbers: readonly (EvidenceNumber & { readonly path: string; readonly list: unknown })[],
): EvidenceNumber[] {
  const lists = Map.groupBy(numbers, ({ list }) => list)
  return numbers.map(({ path, list, ...number }): EvidenceNumber => {
    const listValues =
      list === null ? [] : (lists.get(list) ?? []).filter((other) => other.path === path).map(({ value }) => value)
    return listValues.length < 2 ? number : { ...number, rank: rankAmong(number.value, listValues) }
  })
}

function rankAmong(value: number, values: readonly number[]): EvidenceNumber['rank'] {
  if (value === Math.max(...values)) return 'largest'
  return value === Math.min(...values) ? 'smallest' : null
}

/** Shares of data are parts in [0, 1]; a key tells them: `share`, `undecidedShare`. */
const shareKey = /share|ratio of|percent/iu

function numberOfKey(path: readonly string[], value: number): Pick<EvidenceNumber, 'value' | 'unit' | 'isShare'> {
  const key = path.at(-1) ?? ''
  const isPart = ['value', 'low', 'high'].includes(key)
  const named = isPart ? (path.at(-2) ?? key) : key
  return {
    value,
    unit: unitOfKey(named) ?? unitOfParents(path),
    isShare: shareKey.test(named) && value >= 0 && value <= 1,
  }
}

/** `tone.counts.positive` counts documents, as its siblings do. */
function unitOfParents(path: readonly string[]): Unit | null {
  return path.includes('counts') ? 'document' : null
}

function keyWords(key: string): string {
  return key.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase()
}

/** Folded words of three letters or more, and numbers of a name. */
export function foldedWords(text: string): string[] {
  return [
    ...text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]{2,}/gu),
  ].map(([word]) => word)
}

/** The numbers of a text, each with the names of its clause and the ground that covers it. */
function numbersOfText(text: string, grounds: Fact['grounds']): EvidenceNumber[] {
  const days = readDays(text)
  const lengths = days.flatMap((span, at): EvidenceNumber[] => lengthOf(text, span, days[at + 1]))
  const own = readNumbers(text, days).map(({ value, unit, isShare, start, end }) => ({
    value,
    unit,
    isShare,
    owner: new Set(
      foldedWords(clauseAround(text, start)).filter((word) => !joiningWords.has(word) && !/^\p{N}+$/u.test(word)),
    ),
    key: '',
    isEarlier: /\b(?:before|previous|earlier)\b/iu.test(clauseAround(text, start)),
    rank: null,
    ground: grounds.find((ground) => start < ground.end && end > ground.start)?.ground ?? null,
  }))
  return [...own, ...lengths]
}

/** "from 30 November to 5 December 2025" are six days. */
function lengthOf(text: string, from: WrittenDays, next: WrittenDays | undefined): EvidenceNumber[] {
  if (isSpan(from)) return daysFrom(from.from, from.to)
  const isJoined = next !== undefined && /^\s(?:to|and)\s$/u.test(text.slice(from.end, next.start))
  return isJoined ? daysFrom(from.from, next.to) : []
}

/** The same of two fields of data. */
function lengthOfPeriod(from: string, to: string): EvidenceNumber[] {
  const [first] = readDays(from)
  if (first === undefined) return []
  if (isSpan(first)) return daysFrom(first.from, first.to)
  // a time of the day says more than a day
  return first.end === from.length ? daysFrom(first.from, to) : []
}

/** A month or a year names no length, and neither does a single day. */
function isSpan({ from, to }: WrittenDays): boolean {
  return from !== to && from.slice(8) !== '01'
}

/** How many days there are from one to another, as evidence; nothing for one day, or for days that are not known. */
function daysFrom(first: string, last: string): EvidenceNumber[] {
  const days = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1
  if (!(days > 1)) return []
  return [
    { value: days, unit: 'day', isShare: false, key: '', owner: new Set(), isEarlier: false, rank: null, ground: null },
  ]
}

/** The part of a text around a place, between commas that are not in a number, semicolons and joining words. */
export function clauseAround(text: string, place: number): string {
  const cuts = [...text.matchAll(/[;:.](?=\s)|,(?=\s)|\s(?:and|while|whereas|but|against|than)\s/giu)].map(
    ({ index }) => index,
  )
  const from = cuts.findLast((cut) => cut < place) ?? -1
  const to = cuts.find((cut) => cut > place) ?? text.length
  return text.slice(from + 1, to)
}

/** Words that often begin a sentence with their capital. */
const sentenceOpenings = new Set(
  'yes no not only neither nor because although though since despite according'.split(' '),
)

/** Folded words that a text writes as names: with a capital that does not begin the text. */
export function namesIn(text: string): string[] {
  return [
    ...text.matchAll(/(?<=[\p{L}\p{N},;)’”%]\s|[(“"‘'/])\p{Lu}[\p{L}\p{N}.'’-]*|\b\p{L}+\p{Lu}[\p{L}]*/gu),
  ].flatMap(([name]) => foldedWords(name).filter((word) => !joiningWords.has(word) && !sentenceOpenings.has(word)))
}
