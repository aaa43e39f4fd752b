import { escapeMarkdown } from '@auspex/analyst'
import { expect, test } from 'vitest'
import { readMarkdown, readRuns } from './markdown.ts'

test('blocks are headings, paragraphs, lists, quotations, code and rules', () => {
  const text =
    '# One\n\nTwo\nlines.\n\n- a\n- **b**\n\n1. c\n2) d\n\n> said\n> so\n\n```js\n<b>\n# no heading\n```\n---\nend'
  expect(readMarkdown(text)).toEqual([
    { kind: 'heading', level: 1, runs: [{ text: 'One' }] },
    { kind: 'paragraph', runs: [{ text: 'Two lines.' }] },
    { kind: 'list', isOrdered: false, items: [[{ text: 'a' }], [{ text: 'b', strong: true }]] },
    { kind: 'list', isOrdered: true, items: [[{ text: 'c' }], [{ text: 'd' }]] },
    { kind: 'quote', runs: [{ text: 'said so' }] },
    { kind: 'code', text: '<b>\n# no heading' },
    { kind: 'rule' },
    { kind: 'paragraph', runs: [{ text: 'end' }] },
  ])
})

test('tables and footnotes are recognized, and a line of bars without a table stays text', () => {
  const text =
    'a | b\n\n| *x* | y |\n|:-:|--:|\n| 1 | 2 \\| 3 |\n| 4 |\n\nTrue[^n] and [^none].\n\n[^n]: Because\nof this.'
  expect(readMarkdown(text)).toEqual([
    { kind: 'paragraph', runs: [{ text: 'a | b' }] },
    {
      kind: 'table',
      align: ['center', 'right'],
      head: [[{ text: 'x', emphasis: true }], [{ text: 'y' }]],
      rows: [
        [[{ text: '1' }], [{ text: '2 | 3' }]],
        [[{ text: '4' }], []],
      ],
    },
    {
      kind: 'paragraph',
      runs: [
        { text: 'True' },
        { text: '[n]', note: 'n' },
        { text: ' and ' },
        { text: '[none]', note: 'none' },
        { text: '.' },
      ],
    },
    { kind: 'note', label: 'n', runs: [{ text: 'Because of this.' }] },
  ])
})

test.each([
  ['**bold** and *thin*', [{ text: 'bold', strong: true }, { text: ' and ' }, { text: 'thin', emphasis: true }]],
  [
    'a [word](https://x.example/a_b) b',
    [{ text: 'a ' }, { text: 'word', href: 'https://x.example/a_b' }, { text: ' b' }],
  ],
  ['[a](https://x.example/A_(b) "title")', [{ text: 'a', href: 'https://x.example/A_(b)' }]],
  ['<https://x.example>', [{ text: 'https://x.example', href: 'https://x.example' }]],
  ['`a *b*`', [{ text: 'a *b*', code: true }]],
  ['2 * 3 * 4 and snake_case_name', [{ text: '2 * 3 * 4 and snake_case_name' }]],
  ['\\*kept\\*', [{ text: '*kept*' }]],
  ['open **for ever', [{ text: 'open **for ever' }]],
  ['<script>alert(1)</script>', [{ text: '<script>alert(1)</script>' }]],
])('%s', (line, runs) => {
  expect(readRuns(line)).toEqual(runs)
})

test.each([
  ['>'.repeat(20_000)],
  ['['.repeat(20_000)],
  ['**a_'.repeat(5000)],
  ['|-'.repeat(10_000)],
  ['|a\n|-\n'.repeat(4000)],
  ['[^a'.repeat(6666)],
  ['[a]('.repeat(5000)],
  ['`a '.repeat(6666)],
  ['<https://'.repeat(2200)],
  ['- '.repeat(10_000)],
  ['#'.repeat(20_000)],
  ['* '.repeat(10_000)],
  ['```\n'.repeat(5000)],
])('hostile text stays text: %.12s…', (text) => {
  const words = JSON.stringify(readMarkdown(text))
  expect(words.length).toBeGreaterThan(2)
})

/** Texts from documents that would act as markup if they were inserted into Markdown unescaped. */
const hostileTexts = [
  '# Breaking',
  '> said',
  '**bold** _soft_ ~~gone~~ `code`',
  '```js',
  '***',
  '[a link](https://evil.example)',
  '![a picture](https://evil.example/p.png)',
  '<script>alert(1)</script>',
  '<https://evil.example>',
  'see https://evil.example and www.evil.example',
  'write to mallory@evil.example',
  '| a | b |',
  'true [^note]',
  '[^note]: false',
  'a\n\n# b',
  '\\[not a mark\\]',
  '&lt;b&gt;',
]

test.each(hostileTexts)('a quotation is printed as it was written: %j', (text) => {
  const blocks = readMarkdown(escapeMarkdown(text).text)
  expect(blocks).toEqual([{ kind: 'paragraph', runs: [{ text: text.replaceAll(/\s/g, ' ').replaceAll(/ +/g, ' ') }] }])
})
