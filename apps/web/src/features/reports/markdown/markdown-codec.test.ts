import { describe, expect, test } from 'vitest'
import type { DocumentNode } from './to-document.ts'
import { openText, rewriteDocument } from './markdown-codec.ts'
import { wordsOf, randomMarkdown } from './testing/random-markdown.ts'

const block =
  '{"content":{"kind":"number","signalId":"sig_1","title":"oat milk","measure":"momentum","value":1.8,"low":1.3,"high":2.5},"asOf":"2026-11-21T08:00:00.000Z","frozen":true}'

const texts = [
  '',
  'Plain words.',
  '# One\n\nTwo *three* **four** ~~five~~ `six` [seven](https://example.org/a_(b)?c=d&e=f).',
  '**bold *both***, ***all***, **a**b, *a*b*c*, _under_score_s, snake_case_word, 2*3*4',
  'Line one\nline two  \nline three\\\nline four',
  '- a\n- b\n  - c\n\n    d\n- e\n\n1. f\n2. g\n\n7) h\n8) i',
  '* star\n* list\n\n+ plus\n+ list',
  '- [ ] open\n- [x] done',
  '> quoted\n> lines\n>\n> > twice\n\n> - in a list',
  '| a | b |\n| :- | -: |\n| `x` | **y** \\| z |\n| only one |',
  'Setext\n======\n\nOther\n---\n\n***\n\nEnd',
  '```ts\nconst a = `b`\n```\n\n~~~\n```\n~~~\n\n    indented\n\nAfter',
  `Before\n\n\`\`\`auspex\n${block}\n\`\`\`\n\nAfter`,
  '```auspex\nnot a block\n```',
  '```js title="a.js" {1}\ncode\n```',
  'See [1] and [2][ref] and ![a picture](https://example.org/p.png "t") and <https://example.org>.\n\n[ref]: https://example.org "Title"',
  'A note[^1] and another[^two].\n\n[^1]: The first.\n[^two]: The second\n    goes on.',
  '<div align="center">\n  <b>HTML</b>\n</div>\n\nwith <span>inline</span> tags &amp; &copy; entities',
  'Escapes: \\* \\_ \\# \\[x\\] \\`code\\` 1\\. \\- \\> \\| \\~',
  '[title](https://example.org "with title") [other](javascript:alert(1)) [relative](/a/b) [mail](mailto:a@example.org)',
  'Emoji 🥛, 日本語のテキスト, שלום, é',
  'Trailing spaces   \n\n\n\nMany blank lines\n\n\n',
  '1. one\n\n   second paragraph\n\n   ```\n   code in item\n   ```\n2. two',
  '#no heading\n\n# heading #\n\n####### seven',
]

describe('a text in the editor', () => {
  test.each(texts)('is unchanged byte for byte if nobody edits it: %j', (text) => {
    const { document, write } = openText(text)
    expect(write(document)).toBe(text)
  })

  test.each(texts)('keeps every word and its form if all of it is reformatted: %j', (text) => {
    const { document } = openText(text)
    const rewritten = rewriteDocument(document)
    expect(wordsOf(rewritten)).toEqual(wordsOf(text))
    expect(openText(rewritten).document).toEqual(document)
  })

  test.each(texts)('keeps the bytes of untouched parts if something is added below: %j', (text) => {
    const { document, write } = openText(text)
    const added: DocumentNode = { type: 'paragraph', content: [{ type: 'text', text: 'A sentence at the end.' }] }
    const nonEmptyBlocks = (document.content ?? []).filter(
      ({ type, content }) => type !== 'paragraph' || content !== undefined,
    )
    const longer = write({ type: 'doc', content: [...nonEmptyBlocks, added] })
    expect(openText(longer).document).toEqual({ type: 'doc', content: [...nonEmptyBlocks, added] })
  })

  test('survives a thousand random texts byte for byte, and loses neither a letter nor its form when reformatted', () => {
    const failed: string[] = []
    for (let seed = 1; seed <= 1000; seed += 1) {
      const text = randomMarkdown(seed)
      const { document, write } = openText(text)
      const rewritten = rewriteDocument(document)
      const isWhole =
        write(document) === text &&
        formOf(openText(rewritten).document) === formOf(document) &&
        JSON.stringify(wordsOf(rewritten)) === JSON.stringify(wordsOf(text))
      if (!isWhole) failed.push(`${seed}: ${text}`)
    }
    expect({ failed: failed.length, first: failed[0] }).toEqual({ failed: 0, first: undefined })
  }, 240_000)

  test('full of marks is shown as source, quickly', () => {
    const text = '*a **b '.repeat(20_000)
    const began = performance.now()
    const { document, write } = openText(text)
    expect(document.content?.[0]?.type).toBe('rawBlock')
    expect(write(document)).toBe(text)
    expect(performance.now() - began).toBeLessThan(300)
  })
})

/** The document without blank lines between the items of its lists. */
const formOf = (document: DocumentNode): string =>
  JSON.stringify(document, (name, value: unknown) => (name === 'isSpread' ? undefined : value))
