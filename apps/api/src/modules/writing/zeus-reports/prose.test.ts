import { expect, test } from 'vitest'
import { proseOf } from './summarize-report.ts'

test('the sentences of a report exclude its headings, tables, blocks and footnotes', () => {
  const markdown = [
    '# Oat milk',
    'Sales rose [1],',
    'in **all** regions.[^1]',
    '',
    '- Shops sold more.',
    '2. [x] Prices stayed.',
    '> A barista said so.',
    '',
    '| a | b |',
    '| - | - |',
    '```auspex',
    '{"kind": "number"}',
    '```',
    '---',
    'The end.',
    '[^1]: A source.',
  ].join('\n')
  expect(proseOf(markdown)).toEqual([
    'Sales rose [1], in **all** regions.',
    'Shops sold more.',
    'Prices stayed. A barista said so.',
    'The end.',
  ])
})

test('an unclosed code fence hides the rest of the report, as on the screen', () => {
  expect(proseOf('Seen.\n~~~\nHidden.')).toEqual(['Seen.'])
})
