import { sampleDocument } from '../../../apps/api/src/testing/sample-document.ts'
import type { WrittenArticle, WrittenStudy } from '../../../apps/api/src/modules/clinical/testing/written-register.ts'
import type { SourceDocument } from '../../../packages/sources/src/index.ts'

const lastDay = Date.UTC(2026, 10, 20)
const dayMs = 86_400_000

function isoDay(back: number): string {
  return new Date(lastDay - back * dayMs).toISOString().slice(0, 10)
}

/** Days up to yesterday, oldest first. */
export const days = Array.from({ length: 320 }, (_, n) => isoDay(319 - n))

const countries = ['SE', 'DE', 'US'] as const
const kinds = ['article', 'comment', 'post'] as const
const names = ['Anna Lindqvist', 'Oatly', 'Jonas Berg'] as const
const words: Record<string, string[]> = {
  'Oat milk': 'barista foam espresso latte harvest drought farmers field price shelf coffee bakery'.split(' '),
  'Solar power': 'roof panel battery grid village school desert tariff'.split(' '),
}
const tones = ['It is great and people love it.', 'It is awful and people hate it.', 'It was delivered on Monday.']

/** Documents of 120 days about three topics, with three countries, kinds, tones, languages and names. */
export const documents: SourceDocument[] = Array.from({ length: 120 }, (_, back) => back).flatMap((back) => {
  // one day with a burst of documents, and a level that rises towards the end
  const count = back < 45 ? 14 : 2
  return [
    ...Array.from({ length: count }, (_day, n) => about('Oat milk', back, n)),
    ...Array.from({ length: 2 }, (_day, n) => about('Solar power', back, n)),
    ...Array.from({ length: 6 }, (_day, n) => about('Diabetes and mental health', back, n)),
  ]
})

function about(topic: string, back: number, n: number): SourceDocument {
  const at = back * 7 + n * 3
  const around = words[topic] ?? ['clinic', 'ward', 'nurse']
  const beside = [at, at + 1, Math.floor(at / 7)].map((place) => around[place % around.length]).join(' ')
  const country = countries[(back + n) % countries.length] ?? 'SE'
  return sampleDocument({
    nativeId: `${topic}-${back}-${n}`,
    kind: kinds[(back + n * 2) % kinds.length] ?? 'article',
    outlet: at % 4 === 0 ? `reddit/r/oats${at % 3}` : `outlet${at % 7}.example`,
    url: `https://outlet${at % 7}.example/${topic.slice(0, 3)}/${back}/${n}`,
    title: `${topic} and ${beside} number ${at}`,
    body: `${names[(back + n) % names.length]} spoke about ${topic.toLowerCase()} in Stockholm. ${tones[(back + 2 * n) % tones.length]}`,
    author: `author${at % 11}`,
    publishedAt: `${isoDay(back)}T${String((n * 5) % 24).padStart(2, '0')}:00:00Z`,
    country,
    countryBasis: 'source',
    lang: country === 'DE' ? 'de' : 'en',
  })
}

/** Prices of a seeded random walk. */
export function walk(on: readonly string[], seed: number): { day: string; close: number }[] {
  let [state, close] = [seed * 7919, 100]
  return on.map((day) => {
    state = (state * 48_271) % 2_147_483_647
    close *= 1 + (state / 2_147_483_647 - 0.5) / 25
    return { day, close: Math.round(close * 100) / 100 }
  })
}

/** Videos of two hashtags, of two countries. */
export const videoLines = Array.from({ length: 60 }, (_, n) =>
  JSON.stringify({
    id: `v${n}`,
    time: `${isoDay(n)}T08:00:00Z`,
    text: `Foam ${n} #oatmilk`,
    hashtags: n % 3 === 0 ? ['solar'] : ['oatmilk', 'coffee'],
    author: `creator${n % 7}`,
    country: n % 2 === 0 ? 'NO' : 'SE',
    plays: 1000 + ((n * 37) % 101) * 50,
    likes: 100 + (6 - (n % 7)) * 200,
    comments: (n * 29) % 31,
  }),
)

const statuses = ['RECRUITING', 'COMPLETED'] as const
export const studies: WrittenStudy[] = Array.from({ length: 24 }, (_, n) => ({
  nctId: `NCT${10_000_000 + n}`,
  title: `Hypertension and sleep ${n}`,
  status: statuses[n % 2] ?? 'RECRUITING',
  phases: [n % 3 === 0 ? 'PHASE3' : 'PHASE2'],
  sponsorClass: n % 4 === 0 ? 'INDUSTRY' : 'OTHER',
  countries: [n % 5 === 0 ? 'Sweden' : 'Norway'],
  start: n % 2 === 0 ? '2026-03' : '2025-03',
}))

export const articles: WrittenArticle[] = Array.from({ length: 24 }, (_, n) => ({
  pmid: String(1000 + n),
  title: n % 3 === 0 ? `On asthma ${n}` : `On hypertension ${n}`,
  year: 2020 + (n % 6),
  mesh: ['Blood Pressure'],
}))
