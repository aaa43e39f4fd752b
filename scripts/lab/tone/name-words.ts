import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const seenAtLeast = 5

/**
 * Tells words from names by how a corpus writes them inside sentences: a word that stands with a capital more often
 * than without is a name; one that is seen too rarely to tell is none that tone should rest on.
 */
export function createNameTest(corpus: string, candidates: ReadonlySet<string>): (word: string) => boolean {
  const small = new Map<string, number>()
  const capital = new Map<string, number>()
  const count = (counts: Map<string, number>, word: string) => counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const line of gunzipSync(readFileSync(corpus)).toString('utf8').split('\n')) {
    if (line === '') continue
    const { title, body } = JSON.parse(line) as { title: string; body: string | null } // the corpus format of the imports
    // After a small word, so that neither a sentence's first word nor a title in capitals counts
    for (const [, word = ''] of `${title} ${body ?? ''}`.matchAll(/(?<=\b[a-z']+,? )([A-Za-z][a-z'-]+)\b/g)) {
      const folded = word.toLowerCase()
      if (candidates.has(folded)) count(folded === word ? small : capital, folded)
    }
  }
  return (word) => {
    const [written, capitals] = [small.get(word) ?? 0, capital.get(word) ?? 0]
    return written + capitals < seenAtLeast || capitals > written
  }
}
