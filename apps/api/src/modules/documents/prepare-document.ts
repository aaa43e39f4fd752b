import { canonicalUrl, detectLanguage, scoreTone, styleOfKind, tokens, toTsvector, toWordText } from '@auspex/analytics'
import type { SourceDocument, SourceKey } from '@auspex/sources'
import { cleanText } from './clean-text.ts'
import { countryBasisCodes, datePrecisionCodes, kindCodes, toneCodes } from './document-codes.ts'
import { InvalidDocumentError } from './documents.errors.ts'
import { hash63, identify } from './document-id.ts'
import { storyKey } from './story-key.ts'
import { mondayOf } from './weeks.ts'

/** A document as the tables hold it, read and measured; names, of sources too, are not yet numbers. */
export interface PreparedDocument {
  id: string
  clusterId: string
  ts: string
  day: string
  /** Monday of the document's week. */
  week: string
  outlet: string
  author: string | null
  score: number | null
  comments: number | null
  tone: number | null
  sourceKey: SourceKey
  bucket: number
  kind: number
  toneLabel: number
  country: string | null
  countryBasis: number | null
  lang: string | null
  /** Its words as the engine's index takes them (`IndexForm`). */
  indexText: string
  canonicalUrlHash: string | null
  views: number | null
  reposts: number | null
  datePrecision: number
  nativeId: string | null
  url: string | null
  title: string
  body: string | null
}

/** How an engine's index takes the words of a document: a literal of PostgreSQL's tsvector, or words between line ends (decision 0188). */
export type IndexForm = 'tsvector' | 'word-text'

const indexTexts = { tsvector: toTsvector, 'word-text': toWordText } as const

// A language or a tone shows in the first pages; a book would only take the time of a thousand posts.
const languageLength = 1_000
const toneLength = 5_000

/** The text that the tone of a document is read from. */
export function toneText(title: string, body: string | null): string {
  return (body === null ? title : `${title}. ${body}`).slice(0, toneLength)
}

/**
 * Reads one document: id, words, language, tone, story. Pure. An address that is not of the web is left out here, once for all
 * sources and imports, because reports, exports and clients make links of it. Throws `InvalidDocumentError` when its date is no date.
 */
export function prepareDocument(given: SourceDocument, form: IndexForm = 'tsvector'): PreparedDocument {
  const url = given.url === null ? null : webAddress(cleanText(given.url).trim())
  const document = url === given.url ? given : { ...given, url }
  const title = cleanText(document.title)
  const body = document.body === null ? null : cleanText(document.body)
  const published = new Date(document.publishedAt)
  if (Number.isNaN(published.getTime())) throw new InvalidDocumentError(`"${document.publishedAt}" is not a date`)
  const ts = published.toISOString()
  const day = ts.slice(0, 10)
  const text = body === null ? title : `${title}. ${body}`
  const lang = document.lang === null ? detectLanguage(text.slice(0, languageLength)).lang : cleanText(document.lang)
  const tone = scoreTone(toneText(title, body), lang, { style: styleOfKind(document.kind) })
  const titleTokens = tokens(title)
  const week = mondayOf(day)
  const id = identify(document)
  const canonical = url === null ? null : canonicalUrl(url)
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

/** The words of a document in the form of another engine. */
export function toIndexText({ title, body }: Pick<PreparedDocument, 'title' | 'body'>, form: IndexForm): string {
  return indexTexts[form](tokens(title), body === null ? [] : tokens(body))
}

/** Not that of the connectors: importing their package would load all of them into each reading thread. */
function webAddress(address: string): string | null {
  return /^https?:\/\//i.test(address) && canonicalUrl(address) !== null ? address : null
}

/** Into the range of a 32-bit column; unknown stays null. */
function toInteger(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null
  return Math.max(-2_147_483_648, Math.min(2_147_483_647, Math.round(value)))
}
