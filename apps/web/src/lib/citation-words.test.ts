import type { Citation } from '@auspex/sdk'
import { expect, test } from 'vitest'
import { citationWords } from './citation-words.ts'

const measure = (value: number | null): Citation => ({
  kind: 'measure',
  number: 1,
  claimStart: 0,
  claimEnd: 3,
  signalId: 'sig_k2m4p6q8',
  section: 'tone',
  pointer: '/mean',
  value,
})

test.each([
  [76.3485, 'Tone of the report: 76.3'],
  [0.1204, 'Tone of the report: 0.12'],
  [21929, 'Tone of the report: 21,929'],
  [723, 'Tone of the report: 723'],
  [null, 'Tone of the report: unknown'],
])('a source names its number as it is worth reading: %s', (value, words) => {
  expect(citationWords(measure(value))).toBe(words)
})
