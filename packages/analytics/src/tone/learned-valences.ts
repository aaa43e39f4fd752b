import { learnedValenceLines } from './learned-valences.gen.ts'

/**
 * Valences (-4 to 4) by lower-case word that were learned from one half of VADER's rated sentences, starting from
 * VADER's ratings and from the ratings of neighbouring words (decision 0074). Words for groups of people and names are
 * not among them.
 */
export function learnedValences(): Record<string, number> {
  const valences: Record<string, number> = {}
  for (const line of learnedValenceLines.split('\n')) {
    const [valence, ...words] = line.split(' ')
    for (const word of words) valences[word] = Number(valence)
  }
  return valences
}
