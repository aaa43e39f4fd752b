import { expect, test } from 'vitest'
import { listElements, type PdfElement, readPdf, textBelow } from '../../testing/read-pdf.ts'
import { printedSample } from '../../testing/printed-sample.ts'
import { writePdf } from './write-pdf.ts'

const pieces: Uint8Array[] = []
for await (const piece of writePdf(printedSample)) pieces.push(piece)
const pdf = readPdf(Buffer.concat(pieces))
const elements = listElements(pdf.root)
const all = (...types: string[]): PdfElement[] => elements.filter(({ type }) => types.includes(type))

test('the file states its language and title, and that it is tagged', () => {
  expect(pdf).toMatchObject({ isTagged: true, language: 'en', title: 'oat milk' })
})

test('headings are in the order of the page', () => {
  expect(all('H1', 'H2').map(({ type, text }) => `${type} ${text}`)).toEqual([
    'H1 oat milk',
    'H2 Over time',
    'H2 Executive summary',
    'H2 Tone',
    'H2 Voices',
    'H2 In their words',
    'H2 Also counted',
    'H2 Documents',
    'H2 How the numbers were counted',
  ])
})

test('tables have rows, and header cells with the scope of a column', () => {
  const [table] = all('Table')
  expect(table?.children.map(({ children }) => children.map(({ type, text }) => `${type} ${text}`))).toEqual([
    ['TH Outlet', 'TH Documents'],
    ...printedSample.tables[0]!.rows.map(([outlet, documents]) => [`TD ${outlet}`, `TD ${documents}`]),
  ])
  expect(all('TH').every(({ scope }) => scope === 'Column')).toBe(true)
})

test('charts have an alternative text that includes gaps and events', () => {
  const [chart, tone] = all('Figure')
  expect(chart?.alt).toContain('at most 40 documents a month, in Mar 2026')
  expect(chart?.alt).toContain('Not covered: Apr 2026 to May 2026')
  expect(chart?.alt).toContain('10 March 2026: Oat milk sold out')
  expect(tone?.alt).toContain('positive 30 (30 %)')
})

test('the chart has axes with numbers and days', () => {
  const [chart] = all('Figure')
  for (const tick of ['0', '20', '40', 'Jan 2026', 'Jun 2026', 'Documents a month', 'not covered'])
    expect(chart?.text).toContain(tick)
})

test('statements, documents and formulas are lists, and URLs are links', () => {
  expect(all('L').map(({ children }) => children.length)).toEqual([1, 1, 1, 1, 2, 1])
  const links = all('Link').map(({ text }) => text)
  expect(links).toEqual(['Oat milk sold out'])
})

test('a story is one row with its number of copies', () => {
  const documents = all('L')[4]?.children.map(textBelow) ?? []
  expect(documents[0]).toContain('5 documents of 3 outlets')
  expect(documents[1]).not.toContain('documents of')
})

test('all content of a page is tagged, and what repeats on each page is an artifact', () => {
  expect(pdf.pages).toBeGreaterThan(1)
  expect(pdf.untagged.trim()).toBe('')
  expect(textBelow(pdf.root)).not.toContain('1 of ')
})
