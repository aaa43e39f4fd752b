import { createSpellingIndex, isContextTerm, type KnownWording, tokens } from '@auspex/analytics'
import { type EvalRow, type EvalTask, readJsonLines, shareOf } from '../figures.ts'

const slipCount = 500
/** As in the product: rarer words are not part of the vocabulary. */
const minDocuments = 3
/** Typos that are words themselves are discarded, so some more are planted. */
const spareFactor = 1.15
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Typos planted in words of real headlines: how many are corrected to the original word. */
export const spelling: EvalTask = {
  name: 'spelling',
  run: async (data) => {
    const path = data.path('corpora/news_gdelt_2017_2021.jsonl.gz')
    const words = path === null ? [] : await readVocabulary(path)
    const index = createSpellingIndex(words)
    return (['by use', 'evenly'] as const).map((drawn): EvalRow => {
      const slips = plantSlips(words, drawn)
      const isRight = ({ typed, word }: (typeof slips)[number]) => index.corrections(typed, 1)[0]?.text === word
      return {
        data: `${slipCount} slips in words of news headlines, drawn ${drawn}`,
        measure: 'first is the word',
        bar: { atLeast: drawn === 'by use' ? 0.93 : 0.88 },
        value: path === null ? null : shareOf(slips, isRight),
      }
    })
  },
}

/** Words by the number of headlines that contain them. */
async function readVocabulary(path: string): Promise<KnownWording[]> {
  const counts = new Map<string, number>()
  for await (const { title } of readJsonLines<{ title: string | null }>(path))
    for (const word of new Set(tokens(title ?? '')))
      if (isContextTerm(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .filter(([, frequency]) => frequency >= minDocuments)
    .map(([text, frequency]) => ({ text, frequency }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
}

/** Typos in words drawn by their frequency in headlines, or uniformly. */
function plantSlips(words: readonly KnownWording[], drawn: 'by use' | 'evenly'): { typed: string; word: string }[] {
  const vocabulary = new Set(words.map(({ text }) => text))
  const long = words.filter(({ text }) => /^[a-z]{5,}$/.test(text))
  const pool = drawn === 'evenly' ? long : long.flatMap((word) => Array.from({ length: word.frequency }, () => word))
  const step = pool.length / (slipCount * spareFactor)
  return Array.from({ length: Math.ceil(slipCount * spareFactor) }, (_, place) => {
    const word = pool[Math.floor(place * step)]?.text ?? ''
    return { typed: word === '' ? '' : plantSlip(word, place), word }
  })
    .filter(({ typed, word }) => word !== '' && !vocabulary.has(typed))
    .slice(0, slipCount)
}

/** A word with one typo, and in every fifth long word two: a letter omitted, inserted, replaced, or swapped with the next. */
function plantSlip(word: string, seed: number): string {
  const single = slip(word, seed)
  return seed % 5 === 0 && word.length >= 8 ? slip(single, seed * 7 + 3) : single
}

function slip(word: string, seed: number): string {
  // multipliers are primes, so that position, kind and letter vary independently; the first letter stays, because people rarely mistype it
  const at = 1 + ((seed * 31) % (word.length - 1))
  const letter = letters.charAt((seed * 17) % letters.length)
  const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const swapped = before.slice(0, -1) + here + before.slice(-1) + after
  return [before + after, before + letter + here + after, before + letter + after, swapped][seed % 4] ?? word
}
