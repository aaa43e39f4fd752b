import type { ClusterableDocument } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'

export interface EditedCopy {
  story: string
  document: ClusterableDocument
}

/**
 * Each title with up to three copies, altered as by syndication: an outlet's name at the end, a kicker before it, one word
 * dropped, one replaced by a word of another title, two neighbours swapped, the end cut off, or nothing changed.
 */
export function editedCopies({ titles, seed }: { titles: readonly string[][]; seed: number }): EditedCopy[] {
  const { below } = createRandom(seed)
  const vocabulary = titles.flat()
  const edits: ((title: readonly string[]) => string[])[] = [
    (title) => [...title, 'the', 'daily', 'herald'],
    (title) => ['breaking', ...title],
    (title) => title.toSpliced(below(title.length), 1),
    (title) => title.with(below(title.length), vocabulary[below(vocabulary.length)] ?? ''),
    (title) => swap(title, below(title.length - 1)),
    (title) => title.slice(0, Math.max(5, Math.ceil(title.length * 0.75))),
    (title) => [...title],
  ]
  return titles.flatMap((title, story) =>
    Array.from({ length: 1 + below(4) }, (_, copy) => {
      const edit = copy === 0 ? undefined : edits[below(edits.length)]
      const document = { id: `${story}-${copy}`, url: null, outlet: `o${copy}`, publishedDay: '2026-03-01' }
      return { story: `${story}`, document: { ...document, tokens: edit === undefined ? title : edit(title) } }
    }),
  )
}

function swap(title: readonly string[], at: number): string[] {
  return title.with(at, title[at + 1] ?? '').with(at + 1, title[at] ?? '')
}
