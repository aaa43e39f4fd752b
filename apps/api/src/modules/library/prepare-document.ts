import { mondayOf } from '@auspex/contract/days'
import {
  detectLanguage,
  scoreTone,
  styleOfKind,
  titleFingerprint,
  tokens,
  toTsvector,
  toWordText,
  webAddress,
} from '@auspex/analytics'
import type { DocumentKind, SourceDocument, SourceKey } from '@auspex/sources'
import { countryBasisCodes, datePrecisionCodes, kindCodes, toneCodes } from './document-codes.ts'
import { InvalidDocumentError } from './library.errors.ts'
import { type DocumentText, hash63, identify } from './document-id.ts'

/** Removes what no database can store: drops U+0000 and replaces half a surrogate pair with the replacement character. */
export function cleanText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
}

/** What every engine stores of a document in the same form. */
export interface StoredFacts {
  id: string
  clusterId: string
  outlet: string
  author: string | null
  score: number | null
  comments: number | null
  tone: number | null
  kind: number
  toneLabel: number
  country: string | null
  countryBasis: number | null
  lang: string | null
  canonicalUrlHash: string | null
  views: number | null
  reposts: number | null
  datePrecision: number
  nativeId: string | null
  url: string | null
  title: string
  body: string | null
}

/** A document as in the tables, parsed and measured; names, including sources, are not yet numbers. */
export interface PreparedDocument extends StoredFacts {
  ts: string
  day: string
  /** Monday of the document's week. */
  week: string
  sourceKey: SourceKey
  bucket: number
  /** Its words in the form of the engine's index (`IndexForm`). */
  indexText: string
}

/** A document's words in an engine's index: a PostgreSQL tsvector literal, or words between newlines (docs/decisions/document-storage.md). */
export type IndexForm = 'tsvector' | 'word-text'

const indexTexts = { tsvector: toTsvector, 'word-text': toWordText } as const

// Language and tone show in the first pages; a whole book would take as long as a thousand posts.
const maxLanguageLength = 1_000
const maxToneLength = 5_000

/** Returns the text that a document's tone is scored from. */
export function toneText(title: string, body: string | null): string {
  return (body === null ? title : `${title}. ${body}`).slice(0, maxToneLength)
}

/**
 * Prepares one document: id, words, language, tone, story. Drops an address that is not http(s) here, for all sources and imports.
 * Throws `InvalidDocumentError` for an invalid date.
 */
export function prepareDocument(source: SourceDocument, form: IndexForm = 'tsvector'): PreparedDocument {
  const { url, canonical } = webAddress(source.url === null ? '' : cleanText(source.url))
  const document = url === source.url ? source : { ...source, url }
  const title = cleanText(document.title)
  const body = document.body === null ? null : cleanText(document.body)
  const published = new Date(document.publishedAt)
  if (Number.isNaN(published.getTime())) throw new InvalidDocumentError(`"${document.publishedAt}" is not a date`)
  const ts = published.toISOString()
  const day = ts.slice(0, 10)
  const text = body === null ? title : `${title}. ${body}`
  const lang = document.lang === null ? detectLanguage(text.slice(0, maxLanguageLength)).lang : cleanText(document.lang)
  const tone = scoreTone(toneText(title, body), lang, { style: styleOfKind(document.kind) })
  const titleTokens = tokens(title)
  const week = mondayOf(day)
  const id = identify(document, canonical)
  const { engagement } = document
  return {
    id,
    clusterId:
      storyKey({ kind: document.kind, titleTokens, week, world: document.sourceKey === 'demo' ? 'demo' : 'real' }) ??
      id,
    ts,
    day,
    week,
    outlet: cleanText(document.outlet),
    author: document.author === null ? null : cleanText(document.author),
    score: toInteger(engagement?.score),
    comments: toInteger(engagement?.comments),
    tone: tone.score,
    sourceKey: document.sourceKey,
    bucket: Number(BigInt(id) & 127n),
    kind: kindCodes[document.kind],
    toneLabel: toneCodes[tone.label],
    country: document.country,
    countryBasis: document.countryBasis === null ? null : countryBasisCodes[document.countryBasis],
    lang,
    indexText: indexTexts[form](titleTokens, body === null ? [] : tokens(body)),
    canonicalUrlHash: canonical === null ? null : hash63(canonical),
    views: toInteger(engagement?.views),
    reposts: toInteger(engagement?.reposts),
    datePrecision: datePrecisionCodes[document.datePrecision],
    nativeId: document.nativeId === null ? null : cleanText(document.nativeId),
    url,
    title,
    body,
  }
}

/** Returns a document's words in the form of another engine. */
export function toIndexText({ title, body }: DocumentText, form: IndexForm): string {
  return indexTexts[form](tokens(title), body === null ? [] : tokens(body))
}

/** Clamps to the range of a 32-bit column; unknown stays null. */
function toInteger(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null
  return Math.max(-2_147_483_648, Math.min(2_147_483_647, Math.round(value)))
}

/**
 * Returns the story cluster that a document joins before texts are compared: equal titles within a week are one story. Null when the title is not
 * specific enough (fewer than five words: "Weekly thread") or belongs to another document (a comment has the title of what it comments on).
 * Enrichment compares in detail later.
 */
function storyKey(document: {
  kind: DocumentKind
  titleTokens: readonly string[]
  /** Monday of the week. */
  week: string
  /** Demo documents never share a story with real ones. */
  world: 'demo' | 'real'
}): string | null {
  const { kind, titleTokens, week, world } = document
  if (kind === 'comment' || kind === 'answer') return null
  const fingerprint = titleFingerprint(titleTokens)
  return fingerprint === null ? null : hash63(`story ${world} ${week} ${fingerprint}`)
}
