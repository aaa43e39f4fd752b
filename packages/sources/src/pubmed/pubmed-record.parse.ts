import type { PublicationDate } from '../source.types.ts'
import type { PubmedArticle } from '@auspex/sdk/types'
import { XMLParser } from 'fast-xml-parser'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { toPlainLine, toPlainText } from '../text/plain-text.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'

/** A date as PubMed writes it; months are numbers or English abbreviations. */
interface PubmedDay {
  Year?: string
  Month?: string
  Day?: string
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The first of these dates that includes a day and is not in the future; issues of journals are dated months ahead. Null when there is none. */
export function firstDay(dates: readonly (PubmedDay | undefined)[], now: Date): PublicationDate | null {
  for (const date of dates) {
    const at = toDay(date)
    if (at !== null && at <= now.getTime()) return { publishedAt: toIsoSecond(at), datePrecision: 'day' }
  }
  return null
}

function toDay(date: PubmedDay | undefined): number | null {
  const { Year: year, Month: month, Day: day } = date ?? {}
  if (year === undefined || month === undefined || day === undefined) return null
  return parsePublishedAt(`${year}-${monthNumber(month) ?? month}-${day.padStart(2, '0')}`)?.epochMs ?? null
}

/** `05` for `May`, `5` or `05`; null when it is not a month. */
function monthNumber(month: string): string | null {
  const named = months.indexOf(month.slice(0, 3).toLowerCase())
  const number = (named === -1 ? month : String(named + 1)).padStart(2, '0')
  return /^(0[1-9]|1[0-2])$/.test(number) ? number : null
}

const lists = new Set([
  'MedlineCitation.Article.Abstract.AbstractText',
  'MedlineCitation.Article.AuthorList.Author',
  'MedlineCitation.Article.ArticleDate',
  'MedlineCitation.Article.ELocationID',
  'MedlineCitation.Article.PublicationTypeList.PublicationType',
  'MedlineCitation.Article.DataBankList.DataBank',
  'MedlineCitation.Article.DataBankList.DataBank.AccessionNumberList.AccessionNumber',
  'MedlineCitation.MeshHeadingList.MeshHeading',
  'PubmedData.ArticleIdList.ArticleId',
])
const parser = createPubmedParser((path) => lists.has(path.replace(/^PubmedArticle\./, '')))

/** A parser of PubMed's XML; `isList` names the elements that may occur more than once. */
export function createPubmedParser(isList: (path: string) => boolean): XMLParser {
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: true,
    // Titles and abstracts contain markup, which is converted to plain text.
    stopNodes: ['*.ArticleTitle', '*.AbstractText', '*.VernacularTitle'],
    isArray: (_, path) => typeof path === 'string' && isList(path),
  })
}

const maybe = z.string().optional()
const text = z.union([
  z.string(),
  z.object({ '#text': z.string().default(''), Label: maybe, EIdType: maybe, IdType: maybe }),
])
type Text = z.infer<typeof text>

/** An element that may be missing, or empty: an empty one is read as an empty text. */
function element<Shape extends z.ZodType>(shape: Shape) {
  return z.preprocess((value) => (value === '' ? undefined : value), shape.optional())
}

const texts = z.array(text).default([])
const recordDay = z.object({ Year: maybe, Month: maybe, Day: maybe, MedlineDate: maybe })
const author = z.object({ LastName: text.optional(), Initials: text.optional(), CollectiveName: text.optional() })
const dataBank = z.object({ AccessionNumberList: element(z.object({ AccessionNumber: texts })) })
const article = z.object({
  PubmedArticle: z.object({
    MedlineCitation: z.object({
      PMID: text,
      Article: z.object({
        ArticleTitle: text.optional(),
        VernacularTitle: text.optional(),
        Abstract: element(z.object({ AbstractText: texts })),
        AuthorList: element(z.object({ Author: z.array(author).default([]) })),
        Journal: z.object({
          Title: text.optional(),
          JournalIssue: element(z.object({ PubDate: element(recordDay) })),
        }),
        ArticleDate: z.array(recordDay).default([]),
        ELocationID: texts,
        PublicationTypeList: element(z.object({ PublicationType: texts })),
        DataBankList: element(z.object({ DataBank: z.array(dataBank).default([]) })),
      }),
      MeshHeadingList: element(
        z.object({ MeshHeading: z.array(z.object({ DescriptorName: text.optional() })).default([]) }),
      ),
    }),
    PubmedData: element(z.object({ ArticleIdList: element(z.object({ ArticleId: texts })) })),
  }),
})
type Citation = z.infer<typeof article>['PubmedArticle']

/** Articles parsed in one turn of the event loop: each takes at most a millisecond. */
const articlesPerTurn = 10

/**
 * Parses the articles of an `efetch` response in XML, yielding between them so that other requests are served meanwhile; null when the response does
 * not have the known shape.
 */
export async function parsePubmedRecords(body: string): Promise<PubmedArticle[] | null> {
  if (!/<PubmedArticleSet[\s>/]/.test(body)) return null
  const articles: PubmedArticle[] = []
  let recordCount = 0
  for (const [match] of body.matchAll(/<PubmedArticle>[\s\S]*?<\/PubmedArticle>/g)) {
    recordCount += 1
    const record = readRecord(match)
    if (record !== null) articles.push(record)
    if (recordCount % articlesPerTurn === 0) await nextTurn()
  }
  return articles.length === 0 && recordCount > 0 ? null : articles
}

function readRecord(xml: string): PubmedArticle | null {
  let tree: unknown
  try {
    tree = parser.parse(xml)
  } catch {
    return null
  }
  const parsed = article.safeParse(tree)
  return parsed.success ? toArticle(parsed.data.PubmedArticle) : null
}

function toArticle({ MedlineCitation: citation, PubmedData: data }: Citation): PubmedArticle | null {
  const { Article: written, MeshHeadingList: headings } = citation
  const pmid = textOf(citation.PMID)
  const title = toPlainLine(textOf(written.ArticleTitle) || textOf(written.VernacularTitle))
  if (!/^\d{1,9}$/.test(pmid) || title === '') return null
  const abstract = (written.Abstract?.AbstractText ?? []).map(toAbstractPart).filter(Boolean).join('\n')
  const accessions = toAccessions(written.DataBankList?.DataBank ?? [])
  return {
    pmid,
    title: title.replace(/^\[(.+)\]\.?$/, '$1').slice(0, 4000),
    abstract: abstract === '' ? null : abstract.slice(0, 50_000),
    journal: (toPlainLine(textOf(written.Journal.Title)) || 'Unknown journal').slice(0, 500),
    authors: toAuthors(written.AuthorList?.Author ?? []),
    publishedAt: toPublicationDate(written),
    publicationTypes: unique(written.PublicationTypeList?.PublicationType.map(textOf) ?? [], 30, 100),
    meshTerms: unique(headings?.MeshHeading.map(({ DescriptorName }) => textOf(DescriptorName)) ?? [], 100, 200),
    nctIds: nctIdsIn([...accessions, title, abstract].join(' ')),
    doi: doiOf(written.ELocationID, data?.ArticleIdList?.ArticleId ?? []),
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
  }
}

/** "Curie M", or the name of a group. */
function toAuthors(authors: readonly z.infer<typeof author>[]): string[] {
  return authors
    .map(({ LastName, Initials, CollectiveName }) => {
      const person = [textOf(LastName), textOf(Initials)].filter(Boolean).join(' ')
      return toPlainLine(person || textOf(CollectiveName)).slice(0, 300)
    })
    .filter(Boolean)
    .slice(0, 1000)
}

/** Where the data of an article are registered, such as `NCT01234567`. */
function toAccessions(banks: readonly z.infer<typeof dataBank>[]): string[] {
  return banks.flatMap(({ AccessionNumberList }) => AccessionNumberList?.AccessionNumber.map(textOf) ?? [])
}

/** Numbers of registered studies in a text, each once. */
export function nctIdsIn(words: string): string[] {
  const numbers = words.match(/(?<![A-Za-z0-9])NCT\s?\d{8}(?!\d)/gi) ?? []
  return [...new Set(numbers.map((number) => number.toUpperCase().replace(/\s/, '')))].slice(0, 100)
}

function doiOf(places: readonly Text[], ids: readonly Text[]): string | null {
  const place = places.find((candidate) => typeof candidate === 'object' && candidate.EIdType === 'doi')
  const id = ids.find((candidate) => typeof candidate === 'object' && candidate.IdType === 'doi')
  const doi = textOf(place ?? id)
    .trim()
    .slice(0, 300)
  return doi === '' ? null : doi
}

function unique(values: readonly string[], maxCount: number, maxLength: number): string[] {
  return [...new Set(values.map((value) => toPlainLine(value).slice(0, maxLength)).filter(Boolean))].slice(0, maxCount)
}

/** The date of the issue or, without one, of the article online. */
function toPublicationDate({ Journal, ArticleDate }: Citation['MedlineCitation']['Article']): string | null {
  return toPartialDate(Journal.JournalIssue?.PubDate) ?? toPartialDate(ArticleDate[0])
}

/** As precise as the journal writes it; `2026 May-Jun` becomes its year. */
function toPartialDate(date: (PubmedDay & { MedlineDate?: string | undefined }) | undefined): string | null {
  const year = date?.Year ?? /^\d{4}/.exec(date?.MedlineDate ?? '')?.[0]
  if (year === undefined || !/^\d{4}$/.test(year)) return null
  const month = date?.Month === undefined ? null : monthNumber(date.Month)
  if (month === null) return year
  const named = date?.Day?.padStart(2, '0')
  return named !== undefined && /^\d{2}$/.test(named) ? `${year}-${month}-${named}` : `${year}-${month}`
}

function textOf(value: Text | undefined): string {
  return typeof value === 'string' ? value : (value?.['#text'] ?? '')
}

function toAbstractPart(part: Text): string {
  const words = toPlainText(textOf(part)).replace(/\s+/g, ' ')
  const label = typeof part === 'string' ? undefined : part.Label
  return label === undefined || words === '' ? words : `${label}: ${words}`
}
