import { readFileSync } from 'node:fs'
import {
  candidateSearches,
  clusterNearDuplicates,
  createSpellingIndex,
  findMeanings,
  findOtherNames,
  findSpelling,
  groupTopic,
  readMeaning,
  similarityTo,
  tokens,
  type WordReader,
} from '@auspex/analytics'
import { type EvalRow, mean, shareOf } from '../../figures.ts'
import { type CorpusDocument, type CorpusIndex, readCorpusIndex } from './corpus-index.ts'

const folder = new URL('labels/', import.meta.url)
const files = ['search-help.open.tsv', 'search-help.locked.tsv']

type Lines = (kind: string) => string[][]

/** What helps a search, on labels written before (labels/README.md): spelling, other names, meanings, sentences. With AUSPEX_SEARCH_HELP the task measures nothing else; with `open` as its value it leaves the locked labels out and prints each answer. */
export async function searchHelp(corpora: readonly string[], reader: WordReader): Promise<EvalRow[]> {
  const index = await readCorpusIndex(corpora)
  const vocabulary = createVocabulary(index)
  const rows: EvalRow[] = []
  for (const file of process.env['AUSPEX_SEARCH_HELP'] === 'open' ? files.slice(0, 1) : files) {
    const all = readFileSync(new URL(file, folder), 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
    const linesOf: Lines = (kind) => all.filter(([one]) => one === kind).map(([, ...fields]) => fields)
    const measured = [
      await spellings(linesOf, { index, vocabulary, reader }),
      await otherNames(linesOf, { index, reader }),
      meanings(linesOf, { index, reader }),
      sentences(linesOf, { index, reader }),
    ].flat()
    rows.push(
      ...measured.map((row) => ({ ...row, data: `${row.data}, ${file.includes('locked') ? 'locked' : 'open'}` })),
    )
  }
  return rows
}

function print(...parts: unknown[]): void {
  if (process.env['AUSPEX_SEARCH_HELP'] === 'open') console.log(...parts)
}

/** As the product: words of three documents of the 1/8 sample. */
const minWordDocuments = 8

function createVocabulary(index: CorpusIndex) {
  const frequentWords = [...index.words()]
    .map((text) => ({ text, frequency: index.holders(text).length }))
    .filter(({ frequency }) => frequency >= minWordDocuments)
  const spelling = createSpellingIndex(frequentWords)
  return {
    corrections: spelling.corrections,
    frequencyOf: (word: string) => {
      const documents = index.holders(word).length
      return documents < minWordDocuments ? 0 : documents
    },
  }
}

function beginning({ title, body }: CorpusDocument, length = 400): string {
  return `${title}\n${(body ?? '').slice(0, length)}`
}

interface Library {
  index: CorpusIndex
  reader: WordReader
}

async function spellings(
  linesOf: Lines,
  { index, vocabulary, reader }: Library & { vocabulary: ReturnType<typeof createVocabulary> },
): Promise<EvalRow[]> {
  const answers = []
  for (const [typed = '', meant = ''] of linesOf('typo')) {
    const words = tokens(typed)
    const spelling = await findSpelling({
      words,
      vocabulary,
      reader,
      ownSearches: [],
      count: async (texts) => texts.map((text) => index.phraseHolders(text.split(' ')).length),
      readTexts: async (limit) =>
        documentsAt(index, index.phraseHolders(words).slice(0, limit)).map((one) => beginning(one)),
    })
    const isControl = meant === '-'
    const isRight = spelling !== null && tokens(meant).join('') === spelling.text.replaceAll(' ', '')
    if (isControl === (spelling !== null) || (!isControl && !isRight))
      print('spelling', typed, '→', spelling?.text, '| meant', meant)
    answers.push({ isControl, isRight, found: spelling })
  }
  const typos = answers.filter(({ isControl }) => !isControl)
  const controls = answers.filter(({ isControl }) => isControl)
  return [
    {
      data: `${typos.length} typos`,
      measure: 'suggestion is what was meant',
      value: shareOf(typos, ({ isRight }) => isRight),
      bar: { atLeast: 0.85 },
    },
    {
      data: `${typos.length} typos`,
      measure: 'another suggestion',
      value: shareOf(typos, ({ found, isRight }) => found !== null && !isRight),
    },
    {
      data: `${controls.length} right words`,
      measure: 'a suggestion',
      value: shareOf(controls, ({ found }) => found !== null),
      bar: { atMost: 0.05 },
    },
  ]
}

function documentsAt(index: CorpusIndex, numbers: readonly number[]): CorpusDocument[] {
  return numbers.flatMap((number) => index.documents[number] ?? [])
}

/** At even distances. */
function sample<Item>(items: readonly Item[], size: number): Item[] {
  if (items.length <= size) return [...items]
  return Array.from({ length: size }, (_, at) => items[Math.floor((at * items.length) / size)]).filter(
    (one) => one !== undefined,
  )
}

const topicSample = 600
const [maxTopic, typicalDocuments] = [3_000, 20]

async function otherNames(linesOf: Lines, { index, reader }: Library): Promise<EvalRow[]> {
  const fold = (names = '') =>
    names
      .split(' | ')
      .map((name) => tokens(name).join(' '))
      .filter((name) => name !== '')
  let [right, wrong, unjudged, labelled] = [0, 0, 0, 0]
  const lines = linesOf('alias')
  for (const [topic = '', others, near] of lines) {
    const words = tokens(topic)
    const holders = index.phraseHolders(words)
    const own = new Set(holders)
    const withoutTopic = (text: string) => index.phraseHolders(text.split(' ')).filter((one) => !own.has(one))
    const offeredNames = await findOtherNames({
      words,
      documents: documentsAt(index, sample(holders, topicSample)),
      topicDocuments: holders.length,
      reader,
      count: async (texts) =>
        texts.map((text) => ({
          documents: index.phraseHolders(text.split(' ')).length,
          others: withoutTopic(text).length,
        })),
      readOthers: async (text) => documentsAt(index, sample(withoutTopic(text), 40)).map((one) => beginning(one)),
      pause: async () => {},
    })
    const [names, notNames] = [new Set(fold(others)), new Set(fold(near))]
    const folded = offeredNames.map(({ name }) => tokens(name).join(' '))
    const spare = folded.filter((name) => !names.has(name) && !notNames.has(name))
    right += folded.filter((name) => names.has(name)).length
    wrong += folded.filter((name) => notNames.has(name)).length
    unjudged += spare.length
    labelled += names.size
    print(
      'names',
      topic,
      '→',
      offeredNames.map(({ name, adds }) => `${name} +${adds}`).join(', '),
      '| missed',
      [...names].filter((name) => !folded.includes(name)).join(', '),
      '| unjudged',
      spare.join(', '),
      '| wrong',
      folded.filter((name) => notNames.has(name)).join(', '),
    )
  }
  const data = `${lines.length} topics, ${labelled} other names`
  return [
    { data, measure: 'offered names that are judged and right', value: right / (right + wrong), bar: { atLeast: 0.9 } },
    { data, measure: 'other names that are offered', value: right / labelled, bar: { atLeast: 0.5 } },
    { data, measure: 'offered names that nobody judged, number', value: unjudged },
  ]
}

/** A labelled meaning is shown where at least half of its documents are in one of the shown ones. */
const minPart = 0.5

function meanings(linesOf: Lines, { index, reader }: Library): EvalRow[] {
  const answers = linesOf('sense').map(([name = '', ...labels]) => {
    const own = new Set(tokens(name))
    const documents = documentsAt(index, sample(index.phraseHolders([...own]), maxTopic))
    const stories = clusterNearDuplicates(
      documents.map(({ id, url, outlet, day, title }) => ({
        id,
        url,
        outlet,
        publishedDay: day,
        tokens: tokens(title),
      })),
    )
    const { groups } = groupTopic({
      documents: documents.map((one) => ({ ...one, storyId: stories.get(one.id) ?? one.id })),
      own,
      reader,
    })
    const byId = new Map(documents.map((one) => [one.id, one]))
    const offeredMeanings = findMeanings(
      groups.map(({ terms, share, documentIds }) => ({
        terms,
        share,
        typical: documentIds.slice(0, typicalDocuments).flatMap((id) => byId.get(id) ?? []),
      })),
      { reader, own },
    )
    const senses = labels.filter((label) => label !== '').map((label) => label.split(' '))
    const texts = documents.map((one) => new Set(tokens(beginning(one, Infinity))))
    // a shown meaning narrows to the documents that hold one of its terms
    const termsOfMeanings = offeredMeanings.map(({ terms }) => terms.map((term) => tokens(term)))
    const holding = (text: ReadonlySet<string>, terms: readonly string[][]) =>
      terms.some((term) => term.every((word) => text.has(word)))
    const met = senses.map((sense) => {
      const ofSense = texts.filter((text) => sense.filter((word) => text.has(word)).length >= 2)
      const counts = termsOfMeanings.map((terms) => ofSense.filter((text) => holding(text, terms)).length)
      const most = Math.max(0, ...counts)
      return ofSense.length > 0 && most >= minPart * ofSense.length ? counts.indexOf(most) : -1
    })
    const matched = new Set(met.filter((at) => at >= 0)).size
    print(
      'meanings',
      name,
      '|',
      senses.length,
      'labelled,',
      matched,
      'matched |',
      offeredMeanings.map(({ terms, share }) => `${(100 * share).toFixed(0)} % ${terms.join(', ')}`).join(' ; '),
    )
    return { isControl: senses.length < 2, shown: offeredMeanings.length, matched }
  })
  const several = answers.filter(({ isControl }) => !isControl)
  const controls = answers.filter(({ isControl }) => isControl)
  return [
    {
      data: `${several.length} names of several meanings`,
      measure: 'shown with two or more',
      value: shareOf(several, ({ shown }) => shown > 1),
    },
    {
      data: `${several.length} names of several meanings`,
      measure: 'two labelled meanings matched',
      value: shareOf(several, ({ matched }) => matched > 1),
      bar: { atLeast: 0.6 },
    },
    {
      data: `${controls.length} names of one meaning`,
      measure: 'split',
      value: shareOf(controls, ({ shown }) => shown > 1),
      bar: { atMost: 0.1 },
    },
  ]
}

const [shown, printed] = [50, 10]

function sentences(linesOf: Lines, { index, reader }: Library): EvalRow[] {
  const numbers = new Map(index.documents.map(({ id }, number) => [id, number]))
  const cached = new Map<string, readonly number[]>()
  const holdersOf = (term: string) => {
    const holders = cached.get(term) ?? index.phraseHolders(term.split(' '))
    cached.set(term, holders)
    return holders
  }
  const shares = linesOf('sentence').map(([sentence = '', ids = '', criterion]) => {
    const query = readAll(readMeaning(tokens(sentence), reader))
    if (query === null) return 0
    const candidates = new Set<number>()
    for (const { groups, limit } of candidateSearches(query)) {
      const holderSets = groups.map((words) => new Set(words.flatMap(holdersOf)))
      const [smallest = new Set<number>(), ...rest] = holderSets.toSorted((a, b) => a.size - b.size)
      const all = [...smallest].filter((one) => rest.every((other) => other.has(one))).toSorted((a, b) => a - b)
      for (const one of sample(all, limit)) candidates.add(one)
    }
    const ranked = [...candidates]
      .map((number) => ({
        number,
        similarity: similarityTo(query, tokens(beginning(index.documents[number] ?? nothing))),
      }))
      .toSorted((a, b) => b.similarity - a.similarity || a.number - b.number)
    const first = new Set(ranked.slice(0, shown).map(({ number }) => number))
    const wantedNumbers = ids.split(' ').flatMap((id) => numbers.get(id) ?? [])
    print(
      `\nsentence ${sentence} (${criterion}): ${wantedNumbers.filter((one) => first.has(one)).length} of ${wantedNumbers.length}, ${wantedNumbers.filter((one) => candidates.has(one)).length} among ${candidates.size} candidates`,
    )
    for (const { number, similarity } of ranked.slice(0, printed))
      print(' ', similarity.toFixed(2), index.documents[number]?.title.slice(0, 110))
    return shareOf(wantedNumbers, (one) => first.has(one))
  })
  const data = `${shares.length} sentences`
  return [{ data, measure: `labelled documents among the first ${shown}`, value: mean(shares) }]
}

const nothing: CorpusDocument = { id: '', title: '', body: null, outlet: '', day: '', url: null }

function readAll<Result>(steps: Generator<undefined, Result, undefined>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
