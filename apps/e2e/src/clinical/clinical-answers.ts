import type { Page } from '@playwright/test'

const asOf = '2026-11-20T09:00:05Z'
const register = {
  source: 'clinical_trials',
  name: 'ClinicalTrials.gov',
  attribution: 'Source: ClinicalTrials.gov, U.S. National Library of Medicine',
  asOf,
  notice: null,
}
const pubmed = {
  source: 'pubmed',
  name: 'PubMed',
  attribution: 'Courtesy of the U.S. National Library of Medicine',
  asOf,
  notice: null,
}
const countries = ['United States', 'Germany', 'Norway', 'Brazil', 'India', 'Japan', 'Kenya', 'Portugal']
const statuses = ['RECRUITING', 'COMPLETED', 'ACTIVE_NOT_RECRUITING', 'TERMINATED', 'NOT_YET_RECRUITING'] as const
const phases = ['PHASE2', 'PHASE3', 'NA', 'PHASE1', 'PHASE4'] as const

function trial(index: number) {
  return {
    nctId: `NCT${99_990_100 + index}`,
    title: [
      'Inhaled Budesonide as Needed in Adults with Mild Asthma: a Pragmatic Comparison in Forty General Practices',
      'Oat Beta-Glucan and Airways',
      'Home Spirometry by Telephone in Children with Severe Asthma',
    ][index % 3],
    briefSummary: 'Compares two ways of treatment over a year. '.repeat(16).trim(),
    status: statuses[index % statuses.length],
    studyType: 'INTERVENTIONAL',
    phases: [phases[index % phases.length]],
    conditions: ['Asthma', 'Asthma in Children'],
    interventions: ['Budesonide', 'Salbutamol'],
    sponsor: 'Harbor University Hospital',
    sponsorClass: index % 2 === 0 ? 'OTHER' : 'INDUSTRY',
    enrollment: index === 4 ? null : 120 * (index + 1),
    enrollmentType: index === 4 ? null : index % 2 === 0 ? 'ESTIMATED' : 'ACTUAL',
    startDate: '2025-03',
    primaryCompletionDate: '2027-02',
    completionDate: null,
    lastUpdateDay: '2026-10-30',
    countries: countries.slice(0, 1 + (index % 5)),
    hasResults: index % 3 === 0,
    url: `https://clinicaltrials.gov/study/NCT${99_990_100 + index}`,
  }
}

function counts(values: readonly string[], first: number) {
  return values.map((value, index) => ({ value, studies: Math.round(first / (index + 1)) }))
}

const facets = {
  total: 4210,
  counted: 4210,
  isComplete: true,
  tooMany: false,
  matching: 4210,
  facets: {
    phase: counts(phases, 1400),
    status: counts(statuses, 1900),
    sponsorClass: counts(['OTHER', 'INDUSTRY', 'NIH', 'OTHER_GOV'], 2600),
    country: counts(countries, 1750),
    startYear: Array.from({ length: 12 }, (_, index) => ({ value: String(2026 - index), studies: 210 - index * 9 })),
  },
  landscape: phases.flatMap((phase, row) =>
    statuses.flatMap((status, column) =>
      ['OTHER', 'INDUSTRY'].map((sponsorClass, part) => ({
        phase,
        sponsorClass,
        status,
        studies: 1 + Math.round(400 / (1 + row + column * 2 + part)),
      })),
    ),
  ),
  enrollment: {
    actual: { studies: 2600, participants: 1_214_331 },
    estimated: { studies: 1580, participants: 903_120 },
    unknown: 30,
  },
  origin: register,
}

const record = {
  trial: { ...trial(3), whyStopped: undefined },
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
  interventions: [{ name: 'Budesonide', type: 'DRUG', description: '200 µg a puff.' }],
  outcomes: [
    { kind: 'primary', measure: 'Severe exacerbations', timeFrame: '12 months', description: null },
    {
      kind: 'secondary',
      measure: 'Asthma Control Questionnaire',
      timeFrame: '12 months',
      description: 'Seven questions.',
    },
  ],
  sites: countries.map((country, index) => ({
    facility: `Hospital ${index + 1}`,
    city: 'A City',
    country,
    status: index === 2 ? null : 'WITHDRAWN',
    latitude: 10,
    longitude: 20,
  })),
  sitesTotal: countries.length,
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

function article(index: number) {
  return {
    pmid: String(999_000_001 + index),
    title: 'Budesonide as needed in mild asthma: a randomized trial in forty practices',
    abstract: 'BACKGROUND: Many inhale every day.\nRESULTS: As needed was as good.',
    journal: 'Journal of Breathing',
    authors: ['Berg A', 'Costa M', 'Diallo S', 'Endo K', 'Fischer L', 'Grant P'],
    publishedAt: '2026-09',
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    meshTerms: ['Asthma', 'Budesonide'],
    nctIds: index === 0 ? ['NCT99990103'] : [],
    doi: `10.5555/job.${index}`,
    url: `https://pubmed.ncbi.nlm.nih.gov/${999_000_001 + index}/`,
  }
}

const years = Array.from({ length: 15 }, (_, index) => {
  const year = 2012 + index
  const isRunning = year === 2026
  const total = isRunning ? 1_480_000 : 1_000_000 + index * 55_000
  const articles = Math.round((isRunning ? 0.8 : 1) * (5200 + index * 420))
  return { year, articles, total, perMillion: Number(((articles / total) * 1e6).toFixed(2)) }
})

const dayMs = 86_400_000
const weeks = Array.from({ length: 52 }, (_, index) => {
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
const link = {
  n: 49,
  adjustedFor: ['trend', 'autocorrelation'],
  method: 'Pearson correlation of log changes',
  lags: Array.from({ length: 17 }, (_, index) => ({
    lag: index - 8,
    coefficient: index === 10 ? 0.58 : 0.2 - ((index * 3) % 5) / 10,
    pValue: index === 10 ? 0.0002 : 0.4,
    n: 49,
  })),
}

/** A year of trials and papers next to a report's discussion. */
export const medicine = {
  section: 'medicine',
  subject: { term: 'Oat milk', kind: 'intervention' },
  interval: 'week',
  points: weeks,
  talkAndTrials: {
    ...link,
    outcome: 'no-link-found',
    lag: -3,
    coefficient: { value: 0.2, low: -0.24, high: 0.57, n: 49, method: 'Fisher z' },
    pValue: 0.91,
    verdict: 'No link found: no lag from -8 to 8 weeks holds after correcting for all 17 of them.',
  },
  talkAndPapers: {
    ...link,
    outcome: 'linked',
    lag: 2,
    coefficient: { value: 0.58, low: 0.21, high: 0.81, n: 49, method: 'Fisher z' },
    pValue: 0.003,
    verdict: 'When documents rise, papers tend to rise 2 weeks later.',
  },
  isComplete: true,
  gapReason: null,
  notCausal:
    'Both may follow the same news, or chance may have its way: a correlation is no proof that one moves the other. No medical advice.',
  trialsOrigin: register,
  papersOrigin: pubmed,
}

function page(total: number) {
  return { page: 1, perPage: 20, total, totalPages: Math.ceil(total / 20), nextCursor: null }
}

/** Answers in place of a register, because the journeys' stack sends no requests to outside sources. */
export async function answerAsRegister(browser: Page): Promise<void> {
  const { trial: listed } = record
  const answers: readonly [string, object][] = [
    [
      '**/api/clinical-trials/search/**',
      { items: [0, 1, 2, 3, 4, 5].map(trial), page: page(4210), dataAsOf: asOf, origin: register },
    ],
    ['**/api/clinical-trials/facets/**', facets],
    ['**/api/clinical-trials/autocomplete/**', { items: [{ term: 'Asthma', kind: 'condition', studies: 3120 }] }],
    ['**/api/clinical-trials/studies/NCT99990103', { ...record, trial: { ...trial(3), nctId: listed.nctId } }],
    [
      '**/api/clinical-trials/studies/NCT99990103/papers',
      { items: [{ article: article(0), relation: 'names_trial' }], total: 2, leftOut: 1, origin: pubmed },
    ],
    [
      '**/api/pubmed?**',
      { items: [0, 1, 2].map(article), page: page(98_000), queryTranslation: '"asthma"[MeSH Terms]', origin: pubmed },
    ],
    [
      '**/api/pubmed/time_series?**',
      {
        condition: 'asthma',
        queryTranslation: null,
        lastYearIsPartial: true,
        isComplete: true,
        gapReason: null,
        years,
        origin: pubmed,
      },
    ],
    [
      '**/api/pubmed/topics?**',
      {
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
      },
    ],
  ]
  for (const [address, body] of answers) await browser.route(address, (route) => route.fulfill({ json: body }))
}
