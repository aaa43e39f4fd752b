import { z } from 'zod'

import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { toPlainLine } from '../text/plain-text.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'

const hit = z
  .object({
    _id: z.string(),
    _source: z.object({
      ciks: z.array(z.string()).default([]),
      display_names: z.array(z.string()).default([]),
      file_date: z.string(),
      form: z.string().default(''),
      file_type: z.string().default(''),
      file_description: z.string().nullish(),
      period_ending: z.string().nullish(),
    }),
  })
  .transform(({ _id: id, _source: source }) => ({ id, ...source }))
const answer = z.object({
  hits: z.object({ total: z.object({ value: z.number() }), hits: z.array(z.unknown()) }),
})

export interface FilingsPage {
  filings: Filing[]
  /** Filings on this page, readable or not. */
  entryCount: number
  /** Filings that match, up to the 10,000 that can be reached. */
  total: number
}

/** A filing without its text, and the location of the text. */
export interface Filing {
  document: SourceDocument
  /** Path under `https://www.sec.gov/Archives/edgar/data`. */
  path: string
}

/** Parses a response of the full-text search; null when it does not have the known shape. It lists filings without their content. */
export function parseSecEdgar(body: string, archiveUrl: string): FilingsPage | null {
  const page = answer.safeParse(parseJson(body))
  if (!page.success) return null
  const { hits, total } = page.data.hits
  const read = hits.flatMap((value) => hit.safeParse(value).data ?? [])
  if (read.length === 0 && hits.length > 0) return null
  return {
    filings: read.flatMap((entry) => toFiling(entry, archiveUrl) ?? []),
    entryCount: hits.length,
    total: total.value,
  }
}

function toFiling(entry: z.infer<typeof hit>, archiveUrl: string): Filing | null {
  const [accession = '', file = ''] = entry.id.split(':')
  const filed = parsePublishedAt(entry.file_date)
  // The last of several companies is the one that filed.
  const cik = entry.ciks.at(-1)?.replace(/^0+/, '') ?? ''
  if (filed === null || accession === '' || file === '' || cik === '') return null
  const company = toPlainLine(entry.display_names[0] ?? '').replace(/\s*\(CIK \d+\)$/, '')
  const kind = toPlainLine(entry.file_type || entry.form)
  const title = [company, kind, toPlainLine(entry.file_description ?? '')].filter(Boolean)
  const path = [cik, accession.replaceAll('-', ''), file].map(encodeURIComponent).join('/')
  return {
    path,
    document: {
      sourceKey: 'sec_edgar',
      nativeId: entry.id,
      kind: 'filing',
      outlet: 'sec.gov',
      url: `${archiveUrl}/${path}`,
      title: [...new Set(title)].join(' · ') || accession,
      body: null,
      author: company || null,
      publishedAt: toIsoSecond(filed.epochMs),
      datePrecision: 'day',
      country: null,
      countryBasis: null,
      lang: 'en',
      engagement: null,
    },
  }
}
