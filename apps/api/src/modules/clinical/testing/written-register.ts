import { createMedicine, type Http, type HttpFailure, type HttpRequest, type Medicine } from '@auspex/sources'

/** A study in the format of the register's API. */
export interface WrittenStudy {
  nctId: string
  title?: string
  status?: string
  phases?: string[]
  sponsorClass?: string
  conditions?: string[]
  interventions?: string[]
  countries?: string[]
  start?: string
  enrollment?: { count: number; type: string }
  whyStopped?: string
  /** First published. */
  posted?: string
  updated?: string
  primaryOutcomes?: { measure: string; timeFrame?: string }[]
  references?: { pmid: string; type: string }[]
}

export interface WrittenArticle {
  pmid: string
  title: string
  year: number
  /** Day on which the index added it. */
  added?: string
  abstract?: string
  accession?: string
  journal?: string
  mesh?: string[]
}

interface WrittenFailure {
  status: HttpFailure['status']
  reason: HttpFailure['reason']
  outage?: HttpFailure['outage']
}

/** A fake outside world of trials and articles whose content a test sets; the connectors that read it are the real ones. */
export function createWrittenWorld() {
  const world = {
    studies: [] as WrittenStudy[],
    articles: [] as WrittenArticle[],
    /** All articles in PubMed per year. */
    yearTotal: 1000,
    /** Maximum page size, regardless of the requested one. */
    pageSize: 1000,
    /** Failures to return instead, keyed by a part of the host name. */
    failures: new Map<string, WrittenFailure>(),
    /** Requests received, oldest first. */
    requests: [] as URL[],
    medicine: null as unknown as Medicine, // set below, because it reads from this world
  }
  const http: Http = {
    async get({ url }: HttpRequest) {
      const address = new URL(url)
      world.requests.push(address)
      for (const [host, failure] of world.failures)
        if (address.host.includes(host)) return { ok: false, retryAfterMs: null, httpStatus: null, ...failure }
      return answer(address)
    },
  }

  function answer(address: URL) {
    const { host, pathname, searchParams } = address
    if (host === 'clinicaltrials.gov') {
      const [, nctId] = /\/studies\/(NCT\d+)$/.exec(pathname) ?? []
      if (nctId === undefined) return respond(url(address), JSON.stringify(searchStudies(searchParams)))
      const study = world.studies.find((candidate) => candidate.nctId === nctId)
      return study === undefined ? absent : respond(url(address), JSON.stringify(toRecord(study)))
    }
    if (host === 'www.ebi.ac.uk') return respond(url(address), JSON.stringify(searchEurope(searchParams)))
    return pathname.endsWith('esearch.fcgi')
      ? respond(url(address), JSON.stringify(searchPubmed(searchParams)))
      : respond(url(address), toXml(searchParams.get('id')?.split(',') ?? []))
  }

  function searchStudies(parameters: URLSearchParams) {
    const [area, words] = [...parameters].find(([name]) => name.startsWith('query.')) ?? ['query.term', '']
    const matches = world.studies.filter((study) => isMatch(study, area, words, parameters))
    const size = Math.min(world.pageSize, Number(parameters.get('pageSize')))
    const from = Number(parameters.get('pageToken') ?? 0)
    const next = from + size
    return {
      ...(from === 0 && { totalCount: matches.length }),
      studies: matches.slice(from, next).map(toRecord),
      ...(next < matches.length && { nextPageToken: String(next) }),
    }
  }

  function searchPubmed(parameters: URLSearchParams) {
    const term = parameters.get('term') ?? ''
    const [from, to] = [parameters.get('mindate'), parameters.get('maxdate')]
    const start = Number(parameters.get('retstart') ?? 0)
    const words = term.replace(/\[.*/, '')
    const isByEntry = parameters.get('datetype') === 'edat'
    const matches =
      term === 'all[sb]'
        ? []
        : isByEntry
          ? addedWithin(world.articles, words, from, to)
          : matching(world.articles, words, from, to)
    const ids = matches.slice(start, start + Number(parameters.get('retmax'))).map(({ pmid }) => pmid)
    const count = String(term === 'all[sb]' ? world.yearTotal : matches.length)
    return { esearchresult: { count, idlist: ids, querytranslation: `"${words}"[All Fields]` } }
  }

  function searchEurope(parameters: URLSearchParams) {
    const query = parameters.get('query') ?? ''
    const [, words = ''] = /\(([^)]*)\)/.exec(query) ?? /"(NCT\d+)"/.exec(query) ?? []
    const [, from = null, to = null] = /FIRST_PDATE:\[(\S+) TO (\S+)\]/.exec(query) ?? []
    const [, addedFrom = null, addedTo = null] = /FIRST_IDATE:\[(\S+) TO (\S+)\]/.exec(query) ?? []
    const isAll = words === ''
    const matches = isAll
      ? []
      : addedFrom === null
        ? matching(world.articles, words, from, to)
        : addedWithin(world.articles, words, addedFrom, addedTo)
    return {
      hitCount: isAll ? world.yearTotal : matches.length,
      resultList: {
        result: matches.map(({ pmid, title, year, abstract }) => ({
          pmid,
          title,
          pubYear: String(year),
          ...(abstract !== undefined && { abstractText: abstract }),
        })),
      },
    }
  }

  function toXml(ids: readonly string[]): string {
    const articles = ids.flatMap((id) => world.articles.find(({ pmid }) => pmid === id) ?? [])
    return `<?xml version="1.0" ?><PubmedArticleSet>${articles.map(toArticleXml).join('\n')}</PubmedArticleSet>`
  }

  world.medicine = createMedicine({ mode: 'live', http, settings: {} }) ?? world.medicine
  return world
}

/** The articles of some years that contain the words. */
function matching(articles: readonly WrittenArticle[], words: string, from: string | null, to: string | null) {
  return articles.filter(
    ({ title, abstract = '', accession = '', year }) =>
      [title, abstract, accession].join(' ').toLowerCase().includes(words.toLowerCase()) &&
      year >= Number(from?.slice(0, 4) ?? 0) &&
      year <= Number(to?.slice(0, 4) ?? 9999),
  )
}

/** The same for the days on which the index added them. */
function addedWithin(articles: readonly WrittenArticle[], words: string, from: string | null, to: string | null) {
  return matching(articles, words, null, null).filter(
    ({ added = '' }) => added >= (from ?? '').replaceAll('/', '-') && added <= (to ?? '').replaceAll('/', '-'),
  )
}

const usualDay = '2026-10-30'
const defaultStudy = { status: 'RECRUITING', phases: ['PHASE2'], countries: ['Norway'] }
const url = (address: URL) => address.href
const respond = (address: string, body: string) =>
  ({ ok: true, httpStatus: 200, url: address, contentType: 'application/json', body }) as const
const absent = {
  ok: false,
  status: 'schema_changed',
  reason: 'The source answered 404.',
  retryAfterMs: null,
  httpStatus: 404,
} as const

function isMatch(written: WrittenStudy, area: string, words: string, parameters: URLSearchParams): boolean {
  const study = {
    conditions: ['Hypertension'],
    interventions: ['Oat drink'],
    start: '2026-03',
    posted: usualDay,
    updated: usualDay,
    sponsorClass: 'OTHER',
    ...defaultStudy,
    ...written,
  }
  const { conditions, interventions, nctId, title } = study
  const texts: Readonly<Record<string, string>> = {
    'query.cond': conditions.join(' '),
    'query.intr': interventions.join(' '),
    'query.id': nctId,
  }
  const text = texts[area] ?? [title, ...conditions, ...interventions].join(' ')
  const advanced = parameters.get('filter.advanced') ?? ''
  const isWithin = (field: string, day: string) => {
    const [, from = '', to = '9999'] = new RegExp(`AREA\\[${field}\\]RANGE\\[([^,]+),([^\\]]+)\\]`).exec(advanced) ?? []
    return day >= from && day <= to
  }
  const isOneOf = (values: readonly string[], wanted: string | null | undefined) =>
    wanted == null || values.includes(wanted)
  return (
    text.toLowerCase().includes(words.toLowerCase()) &&
    isWithin('StartDate', `${study.start}-01`) &&
    isWithin('StudyFirstPostDate', study.posted) &&
    isWithin('LastUpdatePostDate', study.updated) &&
    isOneOf([study.sponsorClass], /AREA\[LeadSponsorClass\](\w+)/.exec(advanced)?.[1]) &&
    isOneOf([study.status], parameters.get('filter.overallStatus')) &&
    isOneOf(study.phases, /AREA\[Phase\](\w+)/.exec(advanced)?.[1]) &&
    isOneOf(study.countries, /AREA\[LocationCountry\]COVERAGE\[FullMatch\]"([^"]+)"/.exec(advanced)?.[1])
  )
}

function toRecord(study: WrittenStudy) {
  return {
    protocolSection: {
      identificationModule: { nctId: study.nctId, briefTitle: study.title ?? `Study ${study.nctId}` },
      statusModule: {
        overallStatus: study.status ?? 'RECRUITING',
        ...(study.whyStopped !== undefined && { whyStopped: study.whyStopped }),
        startDateStruct: { date: study.start ?? '2026-03', type: 'ACTUAL' },
        studyFirstPostDateStruct: { date: study.posted ?? usualDay, type: 'ACTUAL' },
        lastUpdatePostDateStruct: { date: study.updated ?? usualDay, type: 'ACTUAL' },
      },
      sponsorCollaboratorsModule: { leadSponsor: { name: 'Harbor Hospital', class: study.sponsorClass ?? 'OTHER' } },
      conditionsModule: { conditions: study.conditions ?? ['Hypertension'] },
      designModule: {
        studyType: 'INTERVENTIONAL',
        phases: study.phases ?? ['PHASE2'],
        enrollmentInfo: study.enrollment ?? { count: 100, type: 'ESTIMATED' },
      },
      armsInterventionsModule: { interventions: (study.interventions ?? ['Oat drink']).map((name) => ({ name })) },
      outcomesModule: {
        primaryOutcomes: study.primaryOutcomes ?? [{ measure: 'Blood pressure', timeFrame: '8 weeks' }],
      },
      contactsLocationsModule: {
        centralContacts: [{ name: 'A Person', phone: '555' }],
        locations: (study.countries ?? ['Norway']).map((country) => ({ facility: 'A hospital', country })),
      },
      referencesModule: { references: study.references ?? [] },
    },
    hasResults: false,
  }
}

function toArticleXml({ pmid, title, year, abstract, accession, journal, mesh }: WrittenArticle): string {
  const bank =
    accession === undefined
      ? ''
      : `<DataBankList><DataBank><DataBankName>ClinicalTrials.gov</DataBankName><AccessionNumberList><AccessionNumber>${accession}</AccessionNumber></AccessionNumberList></DataBank></DataBankList>`
  const headings = (mesh ?? []).map(
    (name) => `<MeshHeading><DescriptorName UI="D1">${name}</DescriptorName></MeshHeading>`,
  )
  return [
    `<PubmedArticle><MedlineCitation><PMID Version="1">${pmid}</PMID><Article>`,
    `<Journal><JournalIssue><PubDate><Year>${year}</Year><Month>May</Month></PubDate></JournalIssue><Title>${journal ?? 'A Journal'}</Title></Journal>`,
    `<ArticleTitle>${title}</ArticleTitle>`,
    abstract === undefined ? '' : `<Abstract><AbstractText>${abstract}</AbstractText></Abstract>`,
    `<AuthorList><Author><LastName>Berg</LastName><Initials>A</Initials></Author></AuthorList>${bank}`,
    `</Article><MeshHeadingList>${headings.join('')}</MeshHeadingList></MedlineCitation>`,
    `<PubmedData><ArticleIdList><ArticleId IdType="doi">10.5555/${pmid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`,
  ].join('')
}
