import { scoreTone, styleOfKind, usesLatinScript } from '@auspex/analytics'
import { type QueryExecutorProvider, sql } from 'kysely'
import { decode, kindCodes, toneCodes } from './document-codes.ts'
import { type PreparedDocument, toneText } from './prepare-document.ts'

/** How many documents of known language an outlet needs to have a usual language, and that language's minimum share. */
const minDocuments = 20
const minShare = 0.9

/** Letters that no script owns, such as the micro sign and the ʻokina of Hawaiian, are no letters of another script. */
const otherLetters = /(?!\p{Script=Latin}|\p{Script=Common})\p{L}/u
const latinLetters = /\p{Script=Latin}{2}/u

/**
 * Counts the languages of new documents by outlet, and gives documents too short to detect a language the one that nearly all others of their outlet
 * have, with their tone in it. A text with letters of another script stays unknown.
 */
export async function countAndFillLanguages<Stored extends PreparedDocument>(
  trx: QueryExecutorProvider,
  fresh: readonly Stored[],
): Promise<Stored[]> {
  await countLanguages(trx, fresh)
  const unknown = fresh.filter(({ lang }) => lang === null)
  if (unknown.length === 0) return [...fresh]
  const usual = await findUsualLanguages(trx, [...new Set(unknown.map(({ outlet }) => outlet))])
  return fresh.map((document) => {
    const lang = document.lang === null ? usual.get(document.outlet) : undefined
    return lang === undefined || !isInLatinLetters(document) || !usesLatinScript(lang)
      ? document
      : withLanguage(document, lang)
  })
}

async function countLanguages(trx: QueryExecutorProvider, fresh: readonly PreparedDocument[]): Promise<void> {
  const counts = new Map<string, { outlet: string; lang: string; documents: number }>()
  for (const { outlet, lang } of fresh) {
    if (lang === null || lang === '') continue
    const key = JSON.stringify([outlet, lang])
    const entry = counts.get(key) ?? { outlet, lang, documents: 0 }
    entry.documents += 1
    counts.set(key, entry)
  }
  const entries = [...counts.values()]
  if (entries.length === 0) return
  await sql`
    insert into outlet_language as known (outlet, lang, documents)
    select * from unnest(${entries.map((eachEntry) => eachEntry.outlet)}::text[], ${entries.map((eachEntry) => eachEntry.lang)}::text[],
                         ${entries.map((eachEntry) => eachEntry.documents)}::int[])
    on conflict (outlet, lang) do update set documents = known.documents + excluded.documents`.execute(trx)
}

async function findUsualLanguages(
  trx: QueryExecutorProvider,
  outlets: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ outlet: string; lang: string }>`
    select outlet, lang from (
      select outlet, lang, documents, sum(documents) over (partition by outlet) as total
      from outlet_language where outlet = any(${[...outlets]}::text[])
    ) as shares where total >= ${minDocuments}::int and documents >= ${minShare}::float8 * total`.execute(trx)
  return new Map(rows.map(({ outlet, lang }) => [outlet, lang]))
}

function isInLatinLetters({ title, body }: PreparedDocument): boolean {
  const text = body === null ? title : `${title} ${body}`
  return latinLetters.test(text) && !otherLetters.test(text)
}

function withLanguage<Stored extends PreparedDocument>(document: Stored, lang: string): Stored {
  const style = styleOfKind(decode(kindCodes, document.kind))
  const tone = scoreTone(toneText(document.title, document.body), lang, { style })
  return { ...document, lang, tone: tone.score, toneLabel: toneCodes[tone.label] }
}
