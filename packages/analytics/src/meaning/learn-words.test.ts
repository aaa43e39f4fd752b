import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { createWordVectorTrainer } from './train-word-vectors.ts'
import { finish } from './steps.ts'
import { candidateSearches, readMeaning, similarityTo } from './similar-texts.ts'
import { findMeanings } from './topic-meanings.ts'
import { truncatedSvd } from './truncated-svd.ts'
import { createWordReader, decodeWordVectors, encodeWordVectors, nearestTerms } from './word-vectors.ts'

/** Words that half of the documents have, as in a real library: the commonest 120 are left out. */
const common = Array.from(
  { length: 120 },
  (_, at) => `x${String.fromCodePoint(97 + (at % 20), 97 + Math.floor(at / 20))}`,
)
const subjects = [
  'harbour, trawler, fishermen, nets, cod, quota',
  'senate, ballot, governor, campaign, voters, gun control',
  'sourdough, oven, flour, yeast, crust, baker',
]

/** 240 documents of three subjects, most words of their subject each, in any order. */
function library(): { title: string; body: string | null }[] {
  const { pick, next, below } = createRandom(7)
  return Array.from({ length: 240 }, (_, at) => {
    const own: string[] = []
    for (const word of subjects[at % 3]?.split(', ') ?? []) if (next() < 0.8) own.splice(below(own.length + 1), 0, word)
    return { title: own.join(' '), body: Array.from({ length: 90 }, () => pick(common)).join(' ') }
  })
}

function learn(documents: readonly { title: string; body: string | null }[], seed = 1) {
  const trainer = createWordVectorTrainer({ dimensions: 8, seed })
  for (const document of documents) trainer.add(document)
  return trainer.train()
}

describe('words of a library', () => {
  test('are near the words of their subject', () => {
    const reader = createWordReader(learn(library()))
    const near = nearestTerms(reader, 'trawler', 4).map(({ term }) => term)
    expect(near).toHaveLength(4)
    for (const word of near.flatMap((term) => term.split(' '))) expect(subjects[0]).toContain(word)
  })

  test('two that belong together are a phrase', () => {
    const { terms } = learn(library())
    // phrases come by frequency; in so small a library some pairs of one subject are phrases too
    expect(terms.find((term) => term.includes(' '))).toBe('gun control')
  })

  test('get the same bytes from the same documents in any order, and others with another seed', () => {
    const documents = library()
    const bytes = encodeWordVectors(learn(documents))
    expect(encodeWordVectors(learn(documents.toReversed()))).toEqual(bytes)
    expect(encodeWordVectors(learn(documents, 2))).not.toEqual(bytes)
  })

  test('a copied document counts once', () => {
    const documents = library()
    expect(learn([...documents, ...documents])).toEqual(learn(documents))
  })

  test('come back from their bytes as they were', () => {
    const vectors = learn(library())
    expect(decodeWordVectors(encodeWordVectors(vectors))).toEqual(vectors)
  })

  test.each([
    ['nothing', new Uint8Array()],
    [
      'another version',
      new TextEncoder().encode('{"version":0,"documents":1,"dimensions":1,"words":0,"textBytes":1}\n\n'),
    ],
    ['a text', new TextEncoder().encode('not vectors\nat all')],
    ['half of the bytes', encodeWordVectors(learn(library())).slice(0, 400)],
  ])('bytes that are %s are refused', (_, bytes) => {
    expect(decodeWordVectors(bytes)).toBeNull()
  })

  test('an empty and a tiny library have no words, and are stored and read like others', () => {
    for (const documents of [[], [{ title: '', body: null }], [{ title: 'One headline alone', body: null }]]) {
      const vectors = decodeWordVectors(encodeWordVectors(learn(documents)))
      expect(vectors?.terms).toEqual([])
      expect(vectors === null ? null : createWordReader(vectors).readRows(['headline'])).toEqual([])
    }
  })

  test('are learned in scripts with and without spaces', () => {
    const titles = ['выборы губернатор сенат', 'урожай поле трактор', '寿司 漁師', '地震 被害']
    const documents = library().map(({ body }, at) => ({ title: titles[at % 4] ?? '', body }))
    const reader = createWordReader(learn(documents))
    expect(nearestTerms(reader, 'губернатор', 2).map(({ term }) => term)).toEqual(
      expect.arrayContaining([expect.stringMatching(/выборы|сенат/u)]),
    )
    expect(reader.isKnown('寿司')).toBe(true)
  })

  test('web addresses are no words', () => {
    const documents = library().map(({ title, body }) => ({
      title: `${title} https://example.com/utm_source/medium`,
      body,
    }))
    expect(learn(documents).terms).not.toContain('medium')
  })
})

describe('texts about the same', () => {
  const reader = createWordReader(learn(library()))
  const query = (words: string) => finish(readMeaning(words.split(' '), reader))

  test('are likest when they share words, then when they share a subject, and least otherwise', () => {
    const nets = query('trawler nets')
    if (nets === null) throw new Error('the library knows both words')
    const [same, near, far] = [
      ['trawler', 'nets'],
      ['fishermen', 'quota'],
      ['oven', 'yeast'],
    ].map((words) => similarityTo(nets, words))
    expect(same).toBeGreaterThan(near ?? 1)
    expect(near).toBeGreaterThan(far ?? 1)
    expect(similarityTo(nets, ['unheard'])).toBe(0)
  })

  test('are looked for by words near to those of the text too', () => {
    const nets = query('trawler nets')
    const looked = nets === null ? [] : candidateSearches(nets).flatMap(({ groups }) => groups.flat())
    expect(looked).toEqual(expect.arrayContaining(['trawler', 'nets', 'fishermen']))
    expect(looked).not.toContain('yeast')
  })

  test('are not looked for by words that the library does not know', () => {
    expect(query('unheard things')).toBeNull()
  })
})

describe('meanings of a name', () => {
  const reader = createWordReader(learn(library()))
  const group = (subject: number, share: number) => ({
    terms: (subjects[subject] ?? '').split(', ').slice(0, 3),
    share,
    typical: Array.from({ length: 6 }, () => ({ title: (subjects[subject] ?? '').replaceAll(',', ''), body: null })),
  })

  test('are the subjects of its documents, largest first, each by terms that tell it', () => {
    const found = findMeanings([group(0, 0.3), group(2, 0.5)], { reader, own: new Set() })
    expect(found.map(({ share }) => share)).toEqual([0.5, 0.3])
    expect(found[0]?.terms).toContain('flour')
    expect(found[1]?.terms).toContain('trawler')
  })

  test('are none where all groups are of one subject, or where another one is small', () => {
    expect(findMeanings([group(0, 0.4), group(0, 0.3)], { reader, own: new Set() })).toEqual([])
    expect(findMeanings([group(0, 0.8), group(2, 0.1)], { reader, own: new Set() })).toEqual([])
  })
})

describe('truncated decomposition', () => {
  function matrixOf(rows: readonly (readonly number[])[]) {
    const cells = rows.flatMap((row, r) => row.flatMap((value, c) => (value === 0 ? [] : [{ r, c, value }])))
    const starts = new Uint32Array(rows.length + 1)
    for (const { r } of cells) starts[r + 1] = (starts[r + 1] ?? 0) + 1
    for (let r = 0; r < rows.length; r++) starts[r + 1] = (starts[r + 1] ?? 0) + (starts[r] ?? 0)
    return {
      rows: rows.length,
      columns: rows[0]?.length ?? 0,
      starts,
      targets: Uint32Array.from(cells, ({ c }) => c),
      values: Float32Array.from(cells, ({ value }) => value),
    }
  }
  const decompose = (rows: readonly (readonly number[])[], dimensions: number) =>
    truncatedSvd(matrixOf(rows), { dimensions, powerIterations: 2, random: createRandom(1) })

  test('finds the singular values of a matrix whose values are known', () => {
    const { values, vectors, dimensions } = decompose(
      [
        [3, 0, 0],
        [0, 0, 2],
        [0, 5, 0],
      ],
      2,
    )
    expect(values[0]).toBeCloseTo(5)
    expect(values[1]).toBeCloseTo(3)
    expect(dimensions).toBe(2)
    expect(Math.abs(vectors[2 * 2] ?? 0)).toBeCloseTo(1)
  })

  test('has no more dimensions than the matrix has ranks', () => {
    const { dimensions, vectors } = decompose(
      [
        [1, 2],
        [2, 4],
        [3, 6],
      ],
      2,
    )
    expect(dimensions).toBe(1)
    expect([...vectors].every(Number.isFinite)).toBe(true)
  })

  test('of nothing is nothing', () => {
    expect(decompose([], 4).dimensions).toBe(0)
    expect(
      decompose(
        [
          [0, 0],
          [0, 0],
        ],
        2,
      ).dimensions,
    ).toBe(0)
  })
})
