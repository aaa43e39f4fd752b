import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const seenAtLeast = 5

/**
 * Distinguishes words from names by their spelling inside the sentences of a corpus: a word that is capitalised more often
 * than not is a name; one that is too rare to decide is treated as a name too, so that tone does not rest on it.
 */
export function createNameTest(corpus: string, candidates: ReadonlySet<string>): (word: string) => boolean {
  const lowerCaseCounts = new Map<string, number>()
  const capital = new Map<string, number>()
  const count = (counts: Map<string, number>, word: string) => counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const line of gunzipSync(readFileSync(corpus)).toString('utf8').split('\n')) {
    if (line === '') continue
    const { title, body } = JSON.parse(line) as { title: string; body: string | null } // the corpus format of the imports
    // only after a lower-case word, so that neither the first word of a sentence nor a capitalised title counts
    for (const [, word = ''] of `${title} ${body ?? ''}`.matchAll(/(?<=\b[a-z']+,? )([A-Za-z][a-z'-]+)\b/g)) {
      const folded = word.toLowerCase()
      if (candidates.has(folded)) count(folded === word ? lowerCaseCounts : capital, folded)
    }
  }
  return (word) => {
    const [written, capitals] = [lowerCaseCounts.get(word) ?? 0, capital.get(word) ?? 0]
    return written + capitals < seenAtLeast || capitals > written
  }
}
