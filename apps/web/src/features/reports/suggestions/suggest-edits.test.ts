import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import { describe, expect, test } from 'vitest'
import { createReportExtensions } from '../editor/report-schema.ts'
import { type DocumentNode, normalDocument } from '../markdown/to-document.ts'
import { openText, rewriteDocument } from '../markdown/markdown-codec.ts'
import { randomMarkdown } from '../markdown/testing/random-markdown.ts'
import { listSuggestions, settleSuggestions, type Verdict, withoutSuggestions } from './suggestion-bar.tsx'
import { suggestEdits } from './suggest-edits.ts'
import { takeMessage } from './take-message.ts'

const schema = getSchema(createReportExtensions())

/** A text in the editor with the edits that would turn it into another one. */
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
  test('do not change the text until they are decided', () => {
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

  test('mark one item of a list and one row of a table, and leave the others unchanged', () => {
    const before = '* Oat\n* Soy\n* Pea\n\n| Country | Growth |\n| - | - |\n| Norway | 4 % |\n| Sweden | 7 % |'
    const after =
      '* Oat\n* Soy\n* Pea\n* Rice\n\n| Country | Growth |\n| - | - |\n| Norway | 9 % |\n| Sweden | 7 % |\n| Finland | 2 % |'
    const { doc, ids, settle, write } = suggest(before, after)
    expect(ids).toHaveLength(3)
    const marked: string[] = []
    doc.descendants((node) => {
      const isMarked = node.marks.some(({ type }) => type.name === 'insertion' || type.name === 'deletion')
      if (isMarked || node.attrs['suggestion']) marked.push(node.textContent)
    })
    expect(marked).toEqual(['Rice', '4 ', '9 ', 'Finland2 %'])
    expect(write(settle('reject', null))).toBe(before)
    expect(write(settle('accept', null))).toContain('- Rice')
  })

  test('mark an addition before a sentence and a change in it separately', () => {
    const { ids, doc } = suggest('Oat milk rises in Norway.', 'Something new altogether.\n\nOat milk falls in Norway.')
    expect(ids).toHaveLength(2)
    expect(withoutSuggestions(doc).textContent).toBe('Oat milk rises in Norway.')
  })

  test('offer an unrelated block as a whole', () => {
    const { ids, settle, write } = suggest(text, text.replace('* one\n* two', '| a | b |\n| - | - |\n| c | d |'))
    expect(ids).toHaveLength(1)
    expect(write(settle('accept', null))).toBe(
      '# Foam\n\nOat milk rises in   Norway.\n\n| a | b |\n| - | - |\n| c | d |\n\nThe end.',
    )
  })

  test('for five hundred random texts restore the same bytes if rejected, and give the other text if accepted', () => {
    const failed: string[] = []
    for (let seed = 1; seed <= 500; seed += 1) {
      const [before, after] = [randomMarkdown(seed), randomMarkdown(seed + 10_000)]
      // half of them are revisions of the text, half unrelated texts
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

/** A report with the changes that an answer of Zeus suggests. */
const take = (report: string, message: string) => {
  const doc = Node.fromJSON(schema, openText(report).document)
  return suggest(report, rewriteDocument(takeMessage(doc, openText(message).document)))
}

describe('an answer of Zeus suggested in a report', () => {
  const editedText = '# Foam\n\nWe met the makers in Oslo.\n\nThey expect a good year.'

  test('deletes nothing that the author wrote', () => {
    const { doc, ids, settle, write } = take(editedText, 'Oat milk rose by 12 %.[^1]\n\n[^1]: 240 documents')
    const struck: string[] = []
    doc.descendants((node) => {
      if (node.marks.some(({ type }) => type.name === 'deletion')) struck.push(node.textContent)
    })
    expect(struck).toEqual([])
    // the passage and its footnote are one decision
    expect(ids).toHaveLength(1)
    expect(write(settle('accept', null))).toBe(`${editedText}\n\nOat milk rose by 12 %.[^1]\n\n[^1]: 240 documents`)
    expect(write(settle('reject', null))).toBe(editedText)
  })

  test('marks only the changed words of a sentence', () => {
    const { settle, write, ids } = take(editedText, 'They expect a bad year.')
    expect(ids).toHaveLength(1)
    expect(write(settle('accept', null))).toBe(editedText.replace('good', 'bad'))
  })

  test('keeps the footnotes of both separate', () => {
    const noted = `${editedText} So they said.[^1]\n\n[^1]: Our notes`
    const { settle, write } = take(
      noted,
      'Oat milk rose by 12 %.[^1] It is loved.[^2]\n\n[^1]: 240 documents\n[^2]: Our notes',
    )
    expect(write(settle('accept', null))).toBe(
      `${editedText} So they said.[^1]\n\nOat milk rose by 12 %.[^2] It is loved.[^1]\n\n[^1]: Our notes\n\n[^2]: 240 documents`,
    )
  })

  test('decides a footnote separately if two suggestions reference it', () => {
    const { ids } = take(editedText, 'Oat milk rose by 12 %.[^1]\n\nIt is loved.[^1]\n\n[^1]: 240 documents')
    expect(ids).toHaveLength(3)
  })

  test('that contains most of the report is a revision, which deletes what it omits', () => {
    const { settle, write } = take(editedText, '# Foam\n\nWe met the makers in Bergen.')
    expect(write(settle('accept', null))).toBe('# Foam\n\nWe met the makers in Bergen.')
  })

  test('becomes the text of an empty report', () => {
    const { settle, write } = take('', 'Oat milk rose by 12 %.')
    expect(write(settle('accept', null))).toBe('Oat milk rose by 12 %.')
  })
})
