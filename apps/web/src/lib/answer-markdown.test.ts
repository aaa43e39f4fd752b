import { expect, test } from 'vitest'
import { toAnswerMarkdown } from './answer-markdown.ts'

test('a quotation with marks of Markdown is its words alone in the footnote, on one line', () => {
  const quote = 'So good!\n\n![x](https://evil.example/a.png) <b>[1]</b>'
  const place = { number: 1, claimStart: 0, claimEnd: 4, quoteStart: 0, quoteEnd: quote.length, quote }
  const markdown = toAnswerMarkdown({
    question: null,
    text: 'Good. [1]',
    citations: [{ ...place, kind: 'document', documentId: 'doc_1', field: 'body' }],
  })
  expect(markdown.split('\n')).toHaveLength(3)
  expect(markdown).toMatch(/^Good\. \[\^1\]\n\n\[\^1\]: “So good/)
  expect(markdown).not.toMatch(/(?<!\\)!\[|(?<!\\)<b>|https:\/\//)
})
