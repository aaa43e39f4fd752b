import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { createSpellingIndex, editDistance, isContextTerm, type KnownWording, tokens } from '@auspex/analytics'
import type { EvalRow, EvalTask } from './eval.types.ts'
import { plantSlip } from './spelling/plant-slip.ts'

const corpus = 'corpora/news_gdelt_2017_2021.jsonl.gz'
const slipCount = 500
/** As in the product: rarer words are not part of the vocabulary. */
const minDocuments = 3
const shortest = 5
/** Typos that are words themselves are discarded, so some more are planted. */
const spareFactor = 1.15

/** Typos planted in words of real headlines: how many are corrected to the original word. */
export const spelling: EvalTask = {
  name: 'spelling',
  run: async (data) => {
    const path = data.path(corpus)
    const words = path === null ? [] : await readVocabulary(path)
    const index = createSpellingIndex(words)
    return (['by use', 'evenly'] as const).flatMap((drawn): EvalRow[] => {
      const row: Omit<EvalRow, 'value' | 'baseline' | 'measure'> = {
        task: 'spelling',
        data: `${slipCount} slips in words of news headlines, drawn ${drawn}`,
        bar: { atLeast: drawn === 'by use' ? 0.93 : 0.88 },
      }
      if (path === null) return [{ ...row, measure: 'first is the word', value: null, baseline: null }]
      const slips = plantSlips(words, drawn)
      const share = (isRight: (slip: Slip) => boolean) => slips.filter(isRight).length / slips.length
      const nearest = share(({ typed, word }) => nearestOf(typed, words) === word)
      return [
        {
          ...row,
          measure: 'first is the word',
          value: share(({ typed, word }) => index.corrections(typed, 1)[0]?.text === word),
          baseline: { name: 'nearest by edits', value: nearest },
        },
      ]
    })
  },
}

interface Slip {
  typed: string
  word: string
}

/** Words by the number of headlines that contain them. */
async function readVocabulary(path: string): Promise<KnownWording[]> {
  const counts = new Map<string, number>()
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    const { title } = JSON.parse(line) as { title: string | null } // the shape of the corpus
    for (const word of new Set(tokens(title ?? '')))
      if (isContextTerm(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, frequency]) => frequency >= minDocuments)
    .map(([text, frequency]) => ({ text, frequency }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
}

/** Typos in words drawn by their frequency in headlines, or uniformly; typos that are words themselves are discarded. */
function plantSlips(words: readonly KnownWording[], drawn: 'by use' | 'evenly'): Slip[] {
  const known = new Set(words.map(({ text }) => text))
  const long = words.filter(({ text }) => /^[a-z]+$/.test(text) && text.length >= shortest)
  const pool = drawn === 'evenly' ? long : long.flatMap((word) => Array.from({ length: word.frequency }, () => word))
  const step = pool.length / (slipCount * spareFactor)
  const slips: Slip[] = []
  for (let place = 0; place < slipCount * spareFactor && slips.length < slipCount; place += 1) {
    const word = pool[Math.floor(place * step)]?.text
    const typed = word === undefined ? undefined : plantSlip(word, place)
    if (word !== undefined && typed !== undefined && !known.has(typed)) slips.push({ typed, word })
  }
  return slips
}

/** The alphabetically first word among those with the fewest edits: what edit distance alone achieves. */
function nearestOf(typed: string, words: readonly KnownWording[]): string | null {
  let best: { text: string; distance: number } | null = null
  for (const { text } of words) {
    const distance = editDistance(typed, text, (best?.distance ?? 3) - 1)
    if (distance !== null) best = { text, distance }
    if (best?.distance === 1) return best.text
  }
  return best?.text ?? null
}
