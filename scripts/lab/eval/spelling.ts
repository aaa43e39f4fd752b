import { createSpellingIndex, isContextTerm, type KnownWording, tokens } from '@auspex/analytics'
import { createRandom, type Random } from '@auspex/contract/random'
import { type EvalRow, type EvalTask, readJsonLines, shareOf } from '../figures.ts'

const typoCount = 500
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
      const typos = plantTypos(words, drawn)
      const isRight = ({ typed, word }: (typeof typos)[number]) => index.corrections(typed, 1)[0]?.text === word
      return {
        data: `${typos.length} typos in words of news headlines, drawn ${drawn}`,
        measure: 'the first correction is the word',
        bar: { atLeast: drawn === 'by use' ? 0.93 : 0.88 },
        value: path === null ? null : shareOf(typos, isRight),
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
function plantTypos(words: readonly KnownWording[], drawn: 'by use' | 'evenly'): { typed: string; word: string }[] {
  const random = createRandom(1)
  const vocabulary = new Set(words.map(({ text }) => text))
  const long = words.filter(({ text }) => /^[a-z]{5,}$/.test(text))
  const pool = drawn === 'evenly' ? long : long.flatMap((word) => Array.from({ length: word.frequency }, () => word))
  const step = pool.length / (typoCount * spareFactor)
  return Array.from({ length: Math.ceil(typoCount * spareFactor) }, (_, index) => {
    const word = pool[Math.floor(index * step)]?.text ?? ''
    return { typed: word === '' ? '' : plantTypo(word, random), word }
  })
    .filter(({ typed, word }) => word !== '' && !vocabulary.has(typed))
    .slice(0, typoCount)
}

/** A word with one typo, and in every fifth word of eight letters or more two. */
function plantTypo(word: string, random: Random): string {
  const single = mistype(word, random)
  return word.length >= 8 && random.chance(0.2) ? mistype(single, random) : single
}

/** A letter is omitted, inserted, replaced, or swapped with the one before it; the first stays, because people rarely mistype it. */
function mistype(word: string, random: Random): string {
  const kind = random.pick(['omit', 'insert', 'replace', 'swap'] as const)
  const at = random.int(kind === 'swap' ? 2 : 1, word.length - 1)
  const letter = letters.charAt(random.below(letters.length))
  const [before, current, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  if (kind === 'omit') return before + after
  if (kind === 'insert') return before + letter + current + after
  return kind === 'replace' ? before + letter + after : before.slice(0, -1) + current + before.slice(-1) + after
}
