import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import { describe, expect, test } from 'vitest'
import { createReportExtensions } from '../editor/report-schema.ts'
import type { DocumentNode } from '../markdown/document-node.ts'
import { openText } from '../markdown/markdown-codec.ts'
import { normalDocument } from '../markdown/normal-document.ts'
import { randomMarkdown } from '../markdown/testing/random-markdown.ts'
import { listSuggestions, settleSuggestions, type Verdict, withoutSuggestions } from './settle-suggestions.ts'
import { suggestEdits } from './suggest-edits.ts'

const schema = getSchema(createReportExtensions())

/** A text in the editor with the edits that would make it another. */
const suggest = (text: string, revised: string) => {
  const opened = openText(text)
  const doc = suggestEdits(Node.fromJSON(schema, opened.document), openText(revised).document)
  doc.check()
  const write = (settled: Node) => opened.write(normalDocument(settled.toJSON() as DocumentNode))
  const settle = (verdict: Verdict, id: number | null, from = doc) =>
    settleSuggestions(new Transform(from), verdict, id).doc
  return { doc, write, settle, ids: listSuggestions(doc).map(({ id }) => id) }
}

const text = '# Foam\n\nOat milk rises in   Norway.\n\n* one\n* two\n\nThe end.'

describe('edits that Zeus suggests', () => {
  test('change nothing of the text while nobody has decided', () => {
    const { doc, write } = suggest(text, 'Something else altogether.\n\n| a |\n| - |\n| b |')
    expect(write(withoutSuggestions(doc))).toBe(text)
  })

  test('are as small as the words that change', () => {
    const { doc, ids } = suggest('Oat milk rises in Norway.', 'Oat milk falls in Norway, it seems.')
    expect(ids).toHaveLength(2)
    const marked = (name: string) => {
      const words: string[] = []
      doc.descendants((node) => {
        if (node.marks.some(({ type }) => type.name === name)) words.push(node.textContent)
      })
      return words
    }
    expect(marked('deletion')).toEqual(['rises '])
    expect(marked('insertion')).toEqual(['falls ', ', it seems'])
  })

  test('are decided one by one', () => {
    const { doc, ids, settle, write } = suggest('Oat milk rises in Norway.', 'Oat milk falls in Sweden.')
    const [first = 0, second = 0] = ids
    const accepted = settle('accept', first)
    expect(listSuggestions(accepted).map(({ id }) => id)).toEqual([second])
    expect(write(settle('reject', second, accepted))).toBe('Oat milk falls in Norway.')
    expect(write(settle('accept', second, settle('reject', first, doc)))).toBe('Oat milk rises in Sweden.')
  })

  test('offer a block that is another one as a whole', () => {
    const { ids, settle, write } = suggest(text, text.replace('* one\n* two', '| a | b |\n| - | - |\n| c | d |'))
    expect(ids).toHaveLength(1)
    expect(write(settle('accept', null))).toBe(
      '# Foam\n\nOat milk rises in   Norway.\n\n| a | b |\n| - | - |\n| c | d |\n\nThe end.',
    )
  })

  test('of five hundred random texts leave the same bytes when they are rejected, and become the other text when accepted', () => {
    const failed: string[] = []
    for (let seed = 1; seed <= 500; seed += 1) {
      const [before, after] = [randomMarkdown(seed), randomMarkdown(seed + 10_000)]
      // half are revisions of the text, half another text
      const revised = seed % 2 === 0 ? after : `${before.replaceAll('oat', 'pea')}\n\n${after}`
      const { write, settle, ids } = suggest(before, revised)
      const one = ids
        .toSorted((a, b) => ((a * seed) % 7) - ((b * seed) % 7))
        .reduce((doc, id) => settle('reject', id, doc), settle('reject', -1))
      const accepted = settle('accept', null)
      const target = normalDocument(Node.fromJSON(schema, openText(revised).document).toJSON() as DocumentNode)
      const isExact =
        write(settle('reject', null)) === before &&
        write(one) === before &&
        JSON.stringify(normalDocument(accepted.toJSON() as DocumentNode)) === JSON.stringify(target)
      if (!isExact) failed.push(`${seed}: ${before}`)
    }
    expect({ failed: failed.length, first: failed[0] }).toEqual({ failed: 0, first: undefined })
  }, 240_000)
})
