import type { SharedMessage } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { writeReportMarkdown } from '../report/write-page.ts'
import { type CitedNames, toPrintedThread } from './printed-thread.ts'

/** The span of an answer that a citation belongs to; footnotes are placed by their number and not by it. */
const claim = { claimStart: 0, claimEnd: 4 }
const quote = (number: number, words: string): SharedMessage['citations'][number] => ({
  ...claim,
  kind: 'document',
  number,
  documentId: 'doc_1',
  field: 'body',
  quoteStart: 0,
  quoteEnd: words.length,
  quote: words,
})
const measure = (number: number, value: number | null): SharedMessage['citations'][number] => ({
  ...claim,
  kind: 'measure',
  number,
  signalId: 'sig_1',
  section: 'tone',
  pointer: '/mean',
  value,
})
const message = (role: 'user' | 'assistant', content: string, more: Partial<SharedMessage> = {}): SharedMessage => ({
  role,
  content,
  timestamp: '2026-11-21T08:00:00Z',
  state: 'complete',
  citations: [],
  ...more,
})
const nameless: CitedNames = { documents: new Map(), signals: new Map() }
const namesWith = (title: string, url: string | null): CitedNames => ({
  ...nameless,
  documents: new Map([['doc_1', { title, url }]]),
})

const print = (messages: SharedMessage[], names = nameless, messageCount = messages.length) =>
  toPrintedThread({ title: 'Oat milk', sharedAt: '2026-11-22T08:00:00Z', messages, messageCount }, names)
const write = (...input: Parameters<typeof print>) => writeReportMarkdown(print(...input))

test('footnotes of two answers have different numbers', () => {
  const text = write([
    message('assistant', 'Good [1].', { citations: [quote(1, 'So good')] }),
    message('assistant', 'Bad [1] and more [2].', { citations: [measure(1, 76.3485), measure(2, null)] }),
  ])
  expect(text).toContain('Good [^1].')
  expect(text).toContain('Bad [^2] and more [^3].')
  expect(text).toContain('[^2]: Tone in the report: 76.3.')
  expect(text).toContain('[^3]: Tone in the report: unknown.')
})

test('a number that cites nothing stays as it is', () => {
  const text = write([message('assistant', 'Good [1], [9].', { citations: [quote(1, 'So good')] })])
  expect(text).toContain('Good [^1], [9].')
})

test('Markdown in a quotation is printed as text', () => {
  const names = namesWith('A [bad] one', null)
  const text = write([message('assistant', '[1]', { citations: [quote(1, '![x](https://e.example)\n<b>')] })], names)
  expect(text).toContain(String.raw`“!\[x\](https://e.example) \<b\>” (A \[bad\] one)`)
})

test('a URL that runs a script is not a link', () => {
  const names = namesWith('Oats', 'javascript:alert(1)')
  const text = write([message('assistant', '[1]', { citations: [quote(1, 'So good')] })], names)
  expect(text).toContain('“So good” (Oats)')
  expect(text).not.toContain('javascript:')
})

const blocksOf = (messages: SharedMessage[]) =>
  print(messages).cards.flatMap(({ body }) => (body.kind === 'text' ? body.blocks : []))

test('headings of an answer are below the level of its question', () => {
  const blocks = blocksOf([message('user', 'Why?'), message('assistant', '# Tone\n\nGood.\n\n## Voices')])
  expect(blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []))).toEqual([1, 2, 3])
})

test('a long question is repeated in full below its beginning', () => {
  const long = 'word '.repeat(100).trim()
  const [heading, repeated] = blocksOf([message('user', long)])
  expect(heading).toMatchObject({ kind: 'heading' })
  expect(repeated).toMatchObject({ kind: 'quote', runs: [{ text: long }] })
})

test('states what is missing: earlier messages, the end of an answer, or any answer', () => {
  const text = write([message('assistant', 'Half', { state: 'partial' })], nameless, 1201)
  expect(text).toContain('*1,200 earlier messages of it are not in this file.*')
  expect(text).toContain('Half\n\n*This answer is not whole.*')
  expect(write([])).toContain('It has no messages yet.')
})

test('a headline in a section of a report cannot put a link, a picture or a heading into the Markdown', () => {
  const page = print([]) // for the other fields of a page
  const hostile = 'Daily wrote: “[win](https://evil.example) <img src=x> # now”'
  const card = {
    title: null,
    caption: null,
    moment: null,
    warning: null,
    body: { kind: 'section' as const, paragraphs: [hostile], chart: null, rows: [] },
  }
  const markdown = writeReportMarkdown({ ...page, cards: [card] })
  expect(markdown).toContain(String.raw`“\[win\](https://evil.example) \<img src=x\> \# now”`)
})
