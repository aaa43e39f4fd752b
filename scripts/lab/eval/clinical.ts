import { compareRecords, countFacets, toCounted } from '@auspex/api'
import { createMedicine, type Http, type Medicine } from '@auspex/sources'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// the pairs are data, and are next to the test that checks the rule with them
import { changePairs } from '../../../apps/api/src/modules/clinical/testing/change-pairs.ts'
import { paperPairs } from './clinical/paper-pairs.ts'
import { countRaw, type RawPage } from './clinical/count-raw.ts'
import type { EvalData, EvalRow, EvalTask } from './eval.types.ts'

const task = 'clinical'

/** Trials and literature: changes of records, papers of a study, and counts compared with the register's own records. */
export const clinical: EvalTask = {
  name: task,
  run: async (data) => [versions(), ...(await papers(data)), await facets(data)],
}

function versions(): EvalRow {
  const correctPairs = changePairs.filter(({ pair: [field, before, after], kind }) => {
    const recordOf = (value: string | null): Record<string, string> => (value === null ? {} : { [field]: value })
    return compareRecords(recordOf(before), recordOf(after))[0]?.kind === kind
  })
  return {
    task,
    data: `own pairs of record versions (${changePairs.length})`,
    measure: 'material told from administrative',
    value: correctPairs.length / changePairs.length,
    bar: { atLeast: 0.95 },
    baseline: {
      name: 'every change is material',
      value: changePairs.filter(({ kind }) => kind === 'material').length / changePairs.length,
    },
  }
}

/** Treats each text as an abstract that PubMed returns for a query of the study. */
async function papers(data: EvalData): Promise<EvalRow[]> {
  const path = data.path('payloads/pubmed_biomcp/pubmed__efetch_citation_22663011.xml')
  const recorded = path === null ? [] : [{ xml: readFileSync(path, 'utf8'), nctId: 'NCT01245062', names: true }]
  const written = paperPairs.map(([text, nctId, names]) => ({ xml: toXml(text), nctId, names }))
  const all = [...recorded, ...written]
  const found = await Promise.all(
    all.map(async ({ xml, nctId, names }) => {
      const [pubmed] = medicineOf((url) => (url.includes('esearch') ? oneFound : xml)).literature
      const answer = await pubmed?.searchByTrial(nctId, new AbortController().signal)
      return { names, isFound: answer?.ok === true && answer.articles.some(({ nctIds }) => nctIds.includes(nctId)) }
    }),
  )
  const right = found.filter(({ names, isFound }) => names && isFound).length
  const claimed = found.filter(({ isFound }) => isFound).length
  const row = {
    task,
    data: `papers by NCT number (${recorded.length} recorded, ${written.length} own)`,
    baseline: null,
  }
  return [
    {
      ...row,
      measure: 'precision',
      value: claimed === 0 ? 0 : right / claimed,
      bar: { atLeast: 0.98 },
      baseline: {
        name: 'the eight digits alone',
        value: precisionOfDigits(),
      },
    },
    { ...row, measure: 'recall', value: right / found.filter(({ names }) => names).length, bar: { atLeast: 0.95 } },
  ]
}

/** The precision of a plain search for the digits. */
function precisionOfDigits(): number {
  const claimed = paperPairs.filter(([text, nctId]) => text.includes(nctId.slice(3)))
  return claimed.filter(([, , names]) => names).length / claimed.length
}

/** Compares the counts of every facet on every recorded page with a count of the response bodies that does not use our parsers. */
async function facets(data: EvalData): Promise<EvalRow> {
  const folder = data.path('payloads/clinicaltrials_v2')
  const row = { task, measure: 'facet counts equal to the records', bar: { atLeast: 1 }, baseline: null }
  if (folder === null) return { ...row, data: 'recorded answers of the register', value: null }
  const names = readdirSync(folder).filter((name) => name.startsWith('ctgov__search'))
  const verdicts = await Promise.all(
    names.map(async (name) => {
      const body = readFileSync(join(folder, name), 'utf8')
      const { register } = medicineOf(() => body)
      const answer = await register.readFacts({
        field: 'term',
        words: 'x',
        filters: {},
        token: null,
        signal: new AbortController().signal,
      })
      if (!answer.ok) return [false]
      const pages = (async function* () {
        yield answer.studies.map(toCounted)
      })()
      const { facets: counted } = await countFacets(pages, {})
      const raw = countRaw(JSON.parse(body) as RawPage) // the shape of a recorded page
      return Object.entries(raw).map(
        ([facet, counts]) =>
          JSON.stringify(toPairs(counted[facet as keyof typeof counted])) ===
          JSON.stringify([...counts].toSorted(byValue)),
      )
    }),
  )
  const all = verdicts.flat()
  return {
    ...row,
    data: `recorded answers of the register (${names.length} pages, ${all.length} facets)`,
    value: all.filter(Boolean).length / Math.max(1, all.length),
  }
}

function toPairs(counts: readonly { value: string; studies: number }[]): [string, number][] {
  return counts.map(({ value, studies }): [string, number] => [value, studies]).toSorted(byValue)
}

function byValue([one]: [string, number], [other]: [string, number]): number {
  return one < other ? -1 : one > other ? 1 : 0
}

const oneFound = '{"esearchresult":{"count":"1","idlist":["1"],"querytranslation":""}}'

function medicineOf(bodyOf: (url: string) => string): Medicine {
  const http: Http = {
    get: async ({ url }) =>
      ({ ok: true, httpStatus: 200, url, contentType: 'application/json', body: bodyOf(url) }) as const,
  }
  const medicine = createMedicine({ mode: 'live', http, settings: {} })
  if (medicine === null) throw new Error('The mode live has a register')
  return medicine
}

function toXml(text: string): string {
  const abstract = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return [
    '<?xml version="1.0" ?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">1</PMID><Article>',
    '<Journal><JournalIssue><PubDate><Year>2026</Year></PubDate></JournalIssue><Title>A Journal</Title></Journal>',
    `<ArticleTitle>A study</ArticleTitle><Abstract><AbstractText>${abstract}</AbstractText></Abstract>`,
    '</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>',
  ].join('')
}
