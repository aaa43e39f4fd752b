import type { Citation } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { toReportContents } from './proposals.ts'

const answer = (content: string, citations: Citation[]) =>
  toReportContents({ role: 'assistant', content, understanding: null, citations })
const place = { number: 1, claimStart: 0, claimEnd: 4 }

test('a quotation with Markdown characters becomes plain text on one line in the footnote', () => {
  const quote = 'So good!\n\n![x](https://evil.example/a.png) <b>[1]</b>'
  const document = { ...place, kind: 'document' as const, documentId: 'doc_1', field: 'body' as const }
  const contents = answer('Good. [1]', [{ ...document, quoteStart: 0, quoteEnd: quote.length, quote }])
  expect(contents.split('\n')).toHaveLength(3)
  expect(contents).toMatch(/^Good\. \[\^1\]\n\n\[\^1\]: “So good/u)
  expect(contents).not.toMatch(/(?<!\\)!\[|(?<!\\)<b>|https:\/\//u)
})

test('a measure has only significant digits, and an unknown one says so', () => {
  const measure = { ...place, kind: 'measure' as const, signalId: 'sig_a', section: 'momentum' as const, pointer: '/x' }
  expect(answer('Up. [1]', [{ ...measure, value: 1.234_567 }])).toContain('Momentum of the report: 1.23 (signal sig_a)')
  expect(answer('Up. [1]', [{ ...measure, value: 12_345.6 }])).toContain(': 12,346 (')
  expect(answer('Up. [1]', [{ ...measure, value: null }])).toContain(': unknown (')
})

test('a number in brackets that is no source reference stays unchanged', () => {
  expect(answer('As of [7].', [])).toBe('As of [7].')
})
