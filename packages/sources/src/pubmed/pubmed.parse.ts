import { z } from 'zod'

import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { toPlainLine, toPlainText } from '../text/plain-text.ts'
import { createPubmedParser, firstDay } from './pubmed-record.parse.ts'

const search = z.object({
  esearchresult: z.object({
    count: z.string().regex(/^\d+$/).optional(),
    idlist: z.array(z.string()).optional(),
    ERROR: z.string().optional(),
    querytranslation: z.string().optional(),
  }),
})

export interface PubmedSearch {
  /** Articles that match. */
  total: number
  ids: string[]
  /** PubMed's interpretation of the words; null when it is not stated. */
  translation: string | null
}

/**
 * Parses a response of `esearch` in JSON. Raw control characters, which it sometimes has inside strings, are dropped
 * first. Returns PubMed's own sentence when it rejected the query, and null when the response does not have the known
 * shape.
 */
export function parsePubmedSearch(body: string): PubmedSearch | { error: string } | null {
  // Line ends between the values stay: they are valid there, and are not expected inside a string.
  // oxlint-disable-next-line no-control-regex
  const parsed = search.safeParse(parseJson(body.replace(/[\u0000-\u0009\u000b\u000c\u000e-\u001f]/g, ' ')))
  if (!parsed.success) return null
  const { count, idlist, ERROR: error, querytranslation: translation } = parsed.data.esearchresult
  if (error !== undefined) return { error: toPlainLine(error) }
  if (count === undefined || idlist === undefined) return null
  return { total: Number(count), ids: idlist, translation: toPlainLine(translation ?? '').slice(0, 4000) || null }
}

const listElements = new Set([
  'PubmedArticleSet.PubmedArticle',
  'PubmedArticleSet.PubmedArticle.MedlineCitation.Article.Abstract.AbstractText',
  'PubmedArticleSet.PubmedArticle.MedlineCitation.Article.AuthorList.Author',
  'PubmedArticleSet.PubmedArticle.MedlineCitation.Article.ArticleDate',
  'PubmedArticleSet.PubmedArticle.PubmedData.History.PubMedPubDate',
])
const parser = createPubmedParser((path) => listElements.has(path))

const text = z.union([z.string(), z.object({ '#text': z.string().default(''), Label: z.string().optional() })])
const day = z.object({ Year: z.string().optional(), Month: z.string().optional(), Day: z.string().optional() })
const article = z.object({
  MedlineCitation: z.object({
    PMID: text,
    Article: z.object({
      ArticleTitle: text.optional(),
      VernacularTitle: text.optional(),
      Abstract: z.object({ AbstractText: z.array(text).default([]) }).optional(),
      AuthorList: z
        .object({
          Author: z.array(
            z.object({
              LastName: text.optional(),
              ForeName: text.optional(),
              CollectiveName: text.optional(),
            }),
          ),
        })
        .optional(),
      Journal: z.object({
        Title: text.optional(),
        JournalIssue: z.object({ PubDate: day.optional() }).optional(),
      }),
      Language: z.union([z.string(), z.array(z.string())]).optional(),
      ArticleDate: z.array(day).default([]),
    }),
  }),
  PubmedData: z
    .object({
      History: z.object({ PubMedPubDate: z.array(day.extend({ PubStatus: z.string() })).default([]) }).optional(),
    })
    .optional(),
})
const articleSet = z.object({
  PubmedArticleSet: z.union([z.literal(''), z.object({ PubmedArticle: z.array(z.unknown()).default([]) })]),
})

/**
 * Parses the articles of an `efetch` response in XML; null when it does not have the known shape. An article is dated
 * by its electronic publication, otherwise by the day on which PubMed received it; one without such a day is left out.
 */
export function parsePubmedArticles(body: string, now: Date): SourceDocument[] | null {
  let tree: unknown
  try {
    tree = parser.parse(body)
  } catch {
    return null
  }
  const set = articleSet.safeParse(tree)
  if (!set.success) return null
  const values = set.data.PubmedArticleSet === '' ? [] : set.data.PubmedArticleSet.PubmedArticle
  const articles = values.flatMap((value) => article.safeParse(value).data ?? [])
  if (articles.length === 0 && values.length > 0) return null
  return articles.flatMap((entry) => toDocument(entry, now) ?? [])
}

function toDocument(
  { MedlineCitation: citation, PubmedData: data }: z.infer<typeof article>,
  now: Date,
): SourceDocument | null {
  const { Article: found } = citation
  const id = textOf(citation.PMID)
  const title = toPlainLine(textOf(found.ArticleTitle) || textOf(found.VernacularTitle))
  const received = data?.History?.PubMedPubDate ?? []
  const entered = ['entrez', 'pubmed'].map((status) => received.find(({ PubStatus: one }) => one === status))
  const published = firstDay([...found.ArticleDate, found.Journal.JournalIssue?.PubDate, ...entered], now)
  if (published === null || title === '') return null
  const parts = (found.Abstract?.AbstractText ?? []).map(toAbstractPart).filter((part) => part !== '')
  const [first] = found.AuthorList?.Author ?? []
  const author = [first?.ForeName, first?.LastName, first?.CollectiveName].map(textOf).filter(Boolean).join(' ')
  const [language] = [found.Language].flat()
  return {
    sourceKey: 'pubmed',
    nativeId: id,
    kind: 'paper',
    outlet: toPlainLine(textOf(found.Journal.Title)) || 'pubmed.ncbi.nlm.nih.gov',
    url: `https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(id)}/`,
    title: title.replace(/^\[(.+)\]\.?$/, '$1'),
    body: parts.length === 0 ? null : parts.join('\n'),
    author: toPlainLine(author) || null,
    ...published,
    country: null,
    countryBasis: null,
    lang: language === undefined ? null : (languages[language] ?? null),
    engagement: null,
  }
}

function textOf(value: z.infer<typeof text> | undefined): string {
  return typeof value === 'string' ? value : (value?.['#text'] ?? '')
}

function toAbstractPart(part: z.infer<typeof text>): string {
  const words = toPlainText(textOf(part)).replace(/\s+/g, ' ')
  const label = typeof part === 'string' ? undefined : part.Label
  return label === undefined || words === '' ? words : `${label}: ${words}`
}

/** MARC codes of the most frequent languages in PubMed. */
const languages: Readonly<Record<string, string>> = {
  eng: 'en',
  chi: 'zh',
  fre: 'fr',
  ger: 'de',
  spa: 'es',
  rus: 'ru',
  jpn: 'ja',
  ita: 'it',
  por: 'pt',
  pol: 'pl',
  kor: 'ko',
  tur: 'tr',
  dut: 'nl',
  cze: 'cs',
  swe: 'sv',
  dan: 'da',
  nor: 'no',
  fin: 'fi',
  hun: 'hu',
  ukr: 'uk',
  heb: 'he',
  per: 'fa',
  ara: 'ar',
}
