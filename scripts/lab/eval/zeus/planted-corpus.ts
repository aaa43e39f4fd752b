import { addDays } from '@auspex/contract/days'
import { createRandom } from '@auspex/contract/random'
import type { SourceDocument } from '@auspex/sources'

/** A topic of the planted world. Names are made up, so that no other document contains them. */
export interface PlantedTopic {
  name: string
  /** Documents about it, with the properties that are recounted. */
  documents: readonly SourceDocument[]
}

export const firstDay = '2023-01-01'
export const today = '2026-11-20'
const names = [
  'Velmora',
  'Tarkin Foods',
  'Halden Bridge',
  'oat yoghurt',
  'Brask Motors',
  'Pellucid',
  'Nordhavn Energy',
  'kelp burgers',
  'Quandry Labs',
  'Solvane',
  'tidal heating',
  'Marrowby',
  'Ostrava Accord',
  'paper batteries',
  'Fenwick Air',
  'Lumigraph',
  'Castellan Bank',
  'cork shoes',
  'Zephyrine',
  'Project Anvil',
] as const

const outlets = [
  'morningpost.example',
  'the-ledger.example',
  'harbourtimes.example',
  'fieldnotes.example',
  'cityline.example',
  'northstar.example',
]
const countries = ['US', 'GB', 'DE', 'SE', null]
const openings = {
  positive: ['Excellent year for', 'Customers love', 'A brilliant success for', 'Great praise and joy over'],
  negative: ['Terrible failure of', 'Customers hate', 'A horrible scandal around', 'Awful losses and anger at'],
  neutral: ['Notes on', 'A report about', 'Figures on', 'The week at'],
}
const endings = [
  'in the northern plants',
  'after the spring meeting',
  'as the council votes',
  'at the trade fair',
  'before the audit',
  'on the coastal route',
  'in the new catalogue',
  'at the second hearing',
]

/** Twenty topics with 60 to 200 documents each over nearly four years, with one burst per topic; seeded, so that every run plants the same. */
export function plantCorpus(seed: number): PlantedTopic[] {
  const { pick, chance, int } = createRandom(seed)
  const days = 1_400
  return names.map((name, place) => {
    const burst = int(200, 1_300)
    const count = int(60, 200)
    const documents = Array.from({ length: count }, (_, index): SourceDocument => {
      const at = chance(0.25) ? burst + int(0, 5) : int(0, days)
      const tone = pick(['positive', 'negative', 'neutral'] as const)
      const day = addDays(firstDay, Math.min(at, days))
      // unique, so that no two documents are near-duplicates
      const title = `${pick(openings[tone])} ${name} ${pick(endings)}, part ${place + 1}-${index + 1} ${meaninglessWords(int, 4)}`
      return {
        sourceKey: 'imported',
        nativeId: `${place}-${index}`,
        kind: chance(0.8) ? 'article' : 'post',
        outlet: pick(outlets),
        url: null,
        title,
        body: `${meaninglessWords(int, 12)}. ${name} was discussed ${pick(endings)}. ${meaninglessWords(int, 12)}.`,
        author: null,
        publishedAt: `${day}T${String(int(0, 23)).padStart(2, '0')}:00:00Z`,
        datePrecision: 'second',
        country: pick(countries),
        countryBasis: 'source',
        lang: 'en',
        engagement: null,
      }
    }).map((document) => (document.country === null ? { ...document, countryBasis: null } : document))
    return { name, documents }
  })
}

const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'ti', 'vo', 'zu', 'fa', 'pe']

/** Meaningless words that do not repeat elsewhere. */
function meaninglessWords(int: (from: number, to: number) => number, count: number): string {
  const syllable = () => syllables[int(0, syllables.length - 1)] ?? ''
  return Array.from({ length: count }, () => syllable() + syllable() + syllable() + syllable()).join(' ')
}
