import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEventDescriber, type EventDocument, finishSteps, tokens, type WordReader } from '@auspex/analytics'
import { type EvalRow, shareOf } from '../../figures.ts'

export interface ArchiveDocument extends EventDocument {
  id: string
}

/** A peak of a topic: what a good headline of its days holds, and titles that do not say what happened. */
interface LabelledEvent {
  query: string
  from: string
  to: string
  /** Lower-case beginnings of words, one of which a good headline has. */
  stems: string[]
  notIds: ReadonlySet<string>
}

const labels = join(import.meta.dirname, '../meaning/labels')
/** Topics of questions and applications: the right answer is to quote nothing. */
const withoutHeadline: ReadonlySet<string> = new Set(['beer', 'apply hn'])

function readTable(name: string): string[][] {
  const [, ...lines] = readFileSync(join(labels, name), 'utf8').trim().split('\n')
  return lines.map((line) => line.split('\t'))
}

export function readLabels(): LabelledEvent[] {
  const verdicts = readTable('event-headlines.tsv')
  return readTable('events.tsv').map(([query = '', from = '', to = '', , stems = '']) => ({
    query,
    from,
    to,
    stems: stems.split(' | '),
    notIds: new Set(verdicts.flatMap(([of, verdict, id]) => (of === query && verdict === 'not' ? [id ?? ''] : []))),
  }))
}

/** As many documents as a report reads. */
const [maxWithin, maxOther] = [100, 200]

/** What a report says of some days of a topic. */
export function tellDays(
  { from, to }: { from: string; to: string },
  { documents, query, reader }: { documents: readonly ArchiveDocument[]; query: string; reader: WordReader | null },
): { headline: ArchiveDocument | null; terms: string[] } {
  const isWithin = ({ publishedAt }: EventDocument) =>
    publishedAt.slice(0, 10) >= from && publishedAt.slice(0, 10) <= to
  const within = sample(documents.filter(isWithin), maxWithin)
  const other = sample(
    documents.filter((document) => !isWithin(document)),
    maxOther,
  )
  const story = finishSteps(createEventDescriber({ other, queryWords: tokens(query), reader })(within))
  return { headline: within[story?.headline ?? -1] ?? null, terms: story?.terms ?? [] }
}

/** A part at even distances. */
function sample<T>(items: readonly T[], size: number): T[] {
  const part = (at: number) => Math.floor((at * size) / items.length)
  return items.length <= size ? [...items] : items.filter((_, at) => part(at) !== part(at - 1))
}

/** Whether the days of labelled peaks are named by what happened. AUSPEX_EVENT_HEADLINES=1 prints what they are named by. */
export function judgeLabels(
  archive: ReadonlyMap<string, { documents: readonly ArchiveDocument[] }> | null,
  reader: WordReader | null,
): EvalRow[] {
  const events = readLabels()
  const data = `${events.length} labelled peaks of ${events.length} topics`
  const judgements = events.map((event) => {
    const { query, stems, notIds, ...days } = event
    const documents = archive?.get(query)?.documents ?? []
    const { headline, terms } = tellDays(days, { documents, query, reader })
    const isNamed = (text: string) => stems.some((stem) => text.toLowerCase().includes(stem))
    const isSilent = withoutHeadline.has(query)
    const isRight = headline === null ? isSilent : !isSilent && !notIds.has(headline.id) && isNamed(headline.title)
    if (process.env['AUSPEX_EVENT_HEADLINES'] === '1')
      console.log(`${isRight ? 'right' : 'wrong'} ${query}: ${headline?.title ?? '-'} | ${terms.join(', ')}`)
    return { isRight, isQuoted: headline !== null, isNamed: isRight || (headline === null && isNamed(terms.join(' '))) }
  })
  const row = (measure: string, value: () => number, bar?: EvalRow['bar']): EvalRow => ({
    data,
    measure,
    value: archive === null ? null : value(),
    bar,
  })
  return [
    row('headline says what happened, or none where none can', () => shareOf(judgements, ({ isRight }) => isRight), {
      atLeast: 0.9,
    }),
    row('the same of those with a headline', () =>
      shareOf(
        judgements.filter(({ isQuoted }) => isQuoted),
        ({ isRight }) => isRight,
      ),
    ),
    row('named by the headline, or else by the terms', () => shareOf(judgements, ({ isNamed }) => isNamed)),
  ]
}
