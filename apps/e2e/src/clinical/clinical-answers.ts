import type { Page } from '@playwright/test'
import type {
  ClinicalOrigin,
  ClinicalTermList,
  MedicineLink,
  MedicinePoint,
  MedicineSection,
  PageInfo,
  PubmedArticle,
  PubmedPage,
  PubmedTimeSeries,
  PubmedTopics,
  PubmedYear,
  Trial,
  TrialFacets,
  TrialPage,
  TrialPaperList,
  TrialRecord,
} from '@auspex/sdk'

const asOf = '2026-11-20T09:00:05Z'
const register: ClinicalOrigin = {
  source: 'clinical_trials',
  name: 'ClinicalTrials.gov',
  attribution: 'Source: ClinicalTrials.gov, U.S. National Library of Medicine',
  asOf,
  notice: null,
}
const pubmed: ClinicalOrigin = {
  source: 'pubmed',
  name: 'PubMed',
  attribution: 'Courtesy of the U.S. National Library of Medicine',
  asOf,
  notice: null,
}
const countries = ['United States', 'Germany', 'Norway', 'Brazil', 'India', 'Japan', 'Kenya', 'Portugal']
const statuses = ['RECRUITING', 'COMPLETED', 'ACTIVE_NOT_RECRUITING', 'TERMINATED', 'NOT_YET_RECRUITING'] as const
const phases = ['PHASE2', 'PHASE3', 'NA', 'PHASE1', 'PHASE4'] as const

const titles = [
  'Inhaled Budesonide as Needed in Adults with Mild Asthma: a Pragmatic Comparison in Forty General Practices',
  'Oat Beta-Glucan and Airways',
  'Home Spirometry by Telephone in Children with Severe Asthma',
] as const

function trial(index: number): Trial {
  return {
    nctId: `NCT${99_990_100 + index}`,
    title: elementAt(titles, index),
    briefSummary: 'Compares two ways of treatment over a year. '.repeat(16).trim(),
    status: elementAt(statuses, index),
    studyType: 'INTERVENTIONAL',
    phases: [elementAt(phases, index)],
    conditions: ['Asthma', 'Airway Obstruction'],
    interventions: ['Budesonide', 'Salbutamol'],
    sponsor: 'Harbor University Hospital',
    sponsorClass: 'OTHER',
    ...enrollmentOf(index),
    startDate: '2025-03',
    primaryCompletionDate: '2027-02',
    completionDate: null,
    lastUpdateDay: '2026-10-30',
    countries: countries.slice(0, 1 + (index % 5)),
    hasResults: index === 1,
    url: `https://clinicaltrials.gov/study/NCT${99_990_100 + index}`,
  }
}

/** Unknown for one of the trials. */
function enrollmentOf(index: number): Pick<Trial, 'enrollment' | 'enrollmentType'> {
  if (index === 4) return { enrollment: null, enrollmentType: null }
  return { enrollment: 120 * (index + 1), enrollmentType: index % 2 === 0 ? 'ESTIMATED' : 'ACTUAL' }
}

/** Begins again after the last element. */
function elementAt<T>(list: readonly [T, ...T[]], index: number): T {
  return list[index % list.length] ?? list[0]
}

const landscape: TrialFacets['landscape'] = phases.flatMap((phase, row) =>
  statuses.flatMap((status, column) =>
    (['OTHER', 'INDUSTRY'] as const).map((sponsorClass, part) => ({
      phase,
      sponsorClass,
      status,
      studies: 1 + Math.round(400 / (1 + row + column * 2 + part)),
    })),
  ),
)

/** Adds up the cells of the landscape. */
function countBy(field: 'phase' | 'status' | 'sponsorClass') {
  const cells = Map.groupBy(landscape, (cell) => cell[field])
  return Array.from(cells, ([value, same]) => ({ value, studies: same.reduce((sum, { studies }) => sum + studies, 0) }))
}

const facets: TrialFacets = {
  total: 4210,
  counted: 4210,
  isComplete: true,
  tooMany: false,
  matching: 4210,
  facets: {
    phase: countBy('phase'),
    status: countBy('status'),
    sponsorClass: countBy('sponsorClass'),
    country: countries.map((value, index) => ({ value, studies: Math.round(1750 / (index + 1)) })),
    startYear: Array.from({ length: 12 }, (_, index) => ({ value: String(2026 - index), studies: 210 - index * 9 })),
  },
  landscape,
  enrollment: {
    actual: { studies: 2600, participants: 1_214_331 },
    estimated: { studies: 1580, participants: 903_120 },
    unknown: 30,
  },
  origin: register,
}

/** A study that was stopped; its sites, dates and last change say the same as its entry in the list. */
const stoppedTrial = trial(3)
const record: TrialRecord = {
  trial: stoppedTrial,
  officialTitle: null,
  detailedDescription: null,
  whyStopped: 'Slow recruitment after the second wave.',
  collaborators: ['Royal Institute of Breathing'],
  keywords: [],
  dates: {
    start: { date: '2025-03-14', type: 'ACTUAL' },
    primaryCompletion: { date: '2027-02', type: 'ESTIMATED' },
    completion: { date: null, type: null },
  },
  firstPostedDay: '2025-01-12',
  resultsPostedDay: null,
  design: [
    { name: 'Allocation', value: 'Randomized' },
    { name: 'Masking', value: 'Double' },
  ],
  eligibility: {
    sex: 'ALL',
    minimumAge: '18 Years',
    maximumAge: null,
    healthyVolunteers: false,
    criteria: 'Inclusion criteria:\n\n1. Asthma for a year or more.\n2. Reads the language of the forms.\n\n'.repeat(8),
  },
  arms: [
    {
      label: 'As needed',
      type: 'EXPERIMENTAL',
      description: 'Inhaled when needed.',
      interventions: ['Drug: Budesonide'],
    },
    { label: 'Every day', type: 'ACTIVE_COMPARATOR', description: null, interventions: ['Drug: Budesonide'] },
  ],
  interventions: [
    { name: 'Budesonide', type: 'DRUG', description: '200 µg a puff.' },
    { name: 'Salbutamol', type: 'DRUG', description: null },
  ],
  outcomes: [
    { kind: 'primary', measure: 'Severe exacerbations', timeFrame: '12 months', description: null },
    {
      kind: 'secondary',
      measure: 'Asthma Control Questionnaire',
      timeFrame: '12 months',
      description: 'Seven questions.',
    },
  ],
  sites: stoppedTrial.countries.map((country, index) => ({
    facility: `Hospital ${index + 1}`,
    city: 'A City',
    country,
    status: index === 2 ? null : 'TERMINATED',
    latitude: 10,
    longitude: 20,
  })),
  sitesTotal: stoppedTrial.countries.length,
  versions: [
    {
      updatedDay: '2026-10-30',
      readAt: '2026-11-02T09:00:05Z',
      isMaterial: true,
      changes: [
        { field: 'statusModule.overallStatus', kind: 'material', before: 'RECRUITING', after: 'TERMINATED' },
        {
          field: 'statusModule.whyStopped',
          kind: 'material',
          before: null,
          after: 'Slow recruitment after the second wave.',
        },
        { field: 'designModule.enrollmentInfo.count', kind: 'material', before: '600', after: '480' },
        { field: 'statusModule.statusVerifiedDate', kind: 'administrative', before: '2026-08', after: '2026-10' },
      ],
    },
    {
      updatedDay: '2026-08-30',
      readAt: '2026-09-02T09:00:05Z',
      isMaterial: false,
      changes: [
        { field: 'statusModule.statusVerifiedDate', kind: 'administrative', before: '2026-01', after: '2026-08' },
      ],
    },
    { updatedDay: '2026-01-12', readAt: '2026-02-01T09:00:00Z', isMaterial: false, changes: [] },
  ],
  origin: register,
}

function article(index: number): PubmedArticle {
  return {
    pmid: String(999_000_001 + index),
    title: 'Budesonide as needed in mild asthma: a randomized trial in forty practices',
    abstract: 'BACKGROUND: Many inhale every day.\nRESULTS: As needed was as good.',
    journal: 'Journal of Breathing',
    authors: ['Berg A', 'Costa M', 'Diallo S', 'Endo K', 'Fischer L', 'Grant P'],
    publishedAt: '2026-09',
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    meshTerms: ['Asthma', 'Budesonide'],
    nctIds: index === 0 ? [stoppedTrial.nctId] : [],
    doi: `10.5555/job.${index}`,
    url: `https://pubmed.ncbi.nlm.nih.gov/${999_000_001 + index}/`,
  }
}

const years = Array.from({ length: 15 }, (_, index): PubmedYear => {
  const year = 2012 + index
  const isRunning = year === 2026
  const total = isRunning ? 1_480_000 : 1_000_000 + index * 55_000
  const articles = Math.round((isRunning ? 0.8 : 1) * (5200 + index * 420))
  return { year, articles, total, perMillion: Number(((articles / total) * 1e6).toFixed(2)) }
})

const dayMs = 86_400_000
const weeks = Array.from({ length: 52 }, (_, index): MedicinePoint => {
  const first = Date.parse('2025-11-17T00:00:00Z') + index * 7 * dayMs
  return {
    firstDay: new Date(first).toISOString().slice(0, 10),
    lastDay: new Date(first + 6 * dayMs).toISOString().slice(0, 10),
    documents: 40 + ((index * 7) % 23),
    trials: 3 + ((index * 5) % 7),
    papers: 190 + ((index * 11) % 60),
    allPapers: 34_000 + index * 20,
  }
})

const maxLag = 8
const method =
  'Pearson correlation of log changes, Fisher bounds on the effective n (Pyper & Peterman 1998), Bonferroni over the lags'

/** The coefficients of every lag from -8 to 8: weak ones but for the strongest. */
function lagsAround(strongest: MedicineLink['lags'][number]): MedicineLink['lags'] {
  return Array.from({ length: 2 * maxLag + 1 }, (_, index) => {
    const lag = index - maxLag
    // as many changes as two series of these weeks have in common when one is moved
    const n = weeks.length - 1 - Math.abs(lag)
    return lag === strongest.lag ? strongest : { lag, coefficient: 0.1 - ((index * 3) % 5) / 20, pValue: 0.5, n }
  })
}

/** A year of trials and papers next to a report's discussion. */
export const medicine: MedicineSection = {
  section: 'medicine',
  subject: { term: 'Oat milk', kind: 'intervention' },
  interval: 'week',
  points: weeks,
  talkAndTrials: {
    outcome: 'no-link-found',
    lag: -3,
    coefficient: { value: 0.2, low: -0.24, high: 0.57, n: 48, method: 'Fisher z' },
    n: 48,
    pValue: 1,
    adjustedFor: ['trend', 'autocorrelation', 'number of lags', 'documents of the sources'],
    method,
    verdict: 'No link found: no lag from -8 to 8 weeks holds after correcting for all 17 of them.',
    lags: lagsAround({ lag: -3, coefficient: 0.2, pValue: 0.174, n: 48 }),
  },
  talkAndPapers: {
    outcome: 'linked',
    lag: 2,
    coefficient: { value: 0.58, low: 0.22, high: 0.8, n: 49, method: 'Fisher z' },
    n: 49,
    pValue: 0.000_12,
    adjustedFor: ['trend', 'autocorrelation', 'number of lags', 'documents of the sources', 'papers of the index'],
    method,
    verdict: 'Changes of papers go in the same direction as the talk 2 weeks before more often than chance explains.',
    lags: lagsAround({ lag: 2, coefficient: 0.58, pValue: 0.000_007, n: 49 }),
  },
  isComplete: true,
  gapReason: null,
  notCausal:
    'Both may follow the same news, or chance may have its way: a correlation is no proof that one moves the other. No medical advice.',
  trialsOrigin: register,
  papersOrigin: pubmed,
}

/** The first page of a list. */
function firstPage(perPage: number, total: number): PageInfo {
  return { page: 1, perPage, total, totalPages: Math.ceil(total / perPage), nextCursor: null }
}

const trialPage: TrialPage = {
  items: [0, 1, 2, 3, 4, 5].map(trial),
  page: firstPage(6, facets.total),
  dataAsOf: asOf,
  origin: register,
}

const conditions: ClinicalTermList = { items: [{ term: 'Asthma', kind: 'condition', studies: 4210 }] }

const papersOfStudy: TrialPaperList = {
  items: [{ article: article(0), relation: 'names_trial' }],
  total: 2,
  leftOut: 1,
  origin: pubmed,
}

const articlePage: PubmedPage = {
  items: [0, 1, 2].map(article),
  page: firstPage(3, 98_000),
  queryTranslation: '"asthma"[MeSH Terms]',
  origin: pubmed,
}

const timeSeries: PubmedTimeSeries = {
  condition: 'asthma',
  queryTranslation: null,
  lastYearIsPartial: true,
  isComplete: true,
  gapReason: null,
  years,
  origin: pubmed,
}

const topics: PubmedTopics = {
  condition: 'asthma',
  recent: { from: '2025-05-25', to: '2026-05-24', read: 200, total: 9120 },
  earlier: { from: '2022-05-26', to: '2023-05-25', read: 200, total: 8200 },
  journals: ['Journal of Breathing', 'Airways', 'Allergy Letters'].map((name, index) => ({
    name,
    articles: 14 - index * 4,
  })),
  authors: [{ name: 'Berg A', articles: 3 }],
  risingHeadings: [
    { term: 'Biological Products', recent: 32, earlier: 9, growth: { ratio: 3.42, low: 1.7, high: 6.9 } },
    { term: 'Telemedicine', recent: 12, earlier: 0, growth: { ratio: 25, low: 1.5, high: 420 } },
  ],
  origin: pubmed,
}

/** Answers in place of a register, because the journeys' stack sends no requests to outside sources. */
export async function answerAsRegister(browser: Page): Promise<void> {
  const answers: readonly [string, object][] = [
    ['**/api/clinical-trials/search/**', trialPage],
    ['**/api/clinical-trials/facets/**', facets],
    ['**/api/clinical-trials/autocomplete/**', conditions],
    [`**/api/clinical-trials/studies/${stoppedTrial.nctId}`, record],
    [`**/api/clinical-trials/studies/${stoppedTrial.nctId}/papers`, papersOfStudy],
    ['**/api/pubmed?**', articlePage],
    ['**/api/pubmed/time_series?**', timeSeries],
    ['**/api/pubmed/topics?**', topics],
  ]
  for (const [address, body] of answers) await browser.route(address, (route) => route.fulfill({ json: body }))
}
