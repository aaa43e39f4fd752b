/**
 * Usage: node train-library.ts FILE CORPUS …. Learns word vectors from the English documents of corpora and writes them to FILE, in a process of its own, so
 * that its time and memory are those of the training. Prints one line of JSON.
 */
import { writeFileSync } from 'node:fs'
import { createWordVectorTrainer, encodeWordVectors } from '@auspex/analytics'
import { readJsonLines } from '../../figures.ts'
import type { LibraryRow, Training } from './meaning.ts'

const [file = '', ...corpora] = process.argv.slice(2)
const startedAt = performance.now()
const trainer = createWordVectorTrainer()
for (const corpus of corpora) {
  for await (const { title, body, lang } of readJsonLines<LibraryRow>(corpus)) {
    if (lang === null || lang === 'en') trainer.add({ title: title ?? '', body })
  }
}
const vectors = trainer.train()
const seconds = (performance.now() - startedAt) / 1000
writeFileSync(file, encodeWordVectors(vectors))
const training: Training = {
  seconds,
  megabytes: process.resourceUsage().maxRSS / 1024,
  documents: vectors.documents,
  terms: vectors.terms.length,
}
console.log(JSON.stringify(training))
