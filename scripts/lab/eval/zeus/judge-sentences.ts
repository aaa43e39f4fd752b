import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClaimsGuard } from '@auspex/analyst/testing'
import { type EvalRow, type EvalTask, shareOf } from '../../figures.ts'

/** What a tool returned: a checked statement, a document, or data. */
type Passage =
  | { id: string; statement: string }
  | { id: string; outlet: string; day: string | null; title: string; passage: string | null }
  | { id: string; tool: string; data: unknown }

interface LabelledSentence {
  set: string
  question: string
  /** With the ids of what it cites in brackets. */
  text: string
  true: boolean
  kind: string
}

const folder = join(import.meta.dirname, 'sentences')
const evidence = JSON.parse(readFileSync(join(folder, 'evidence.json'), 'utf8')) as Record<
  string,
  { topics: string[]; passages: Passage[] }
> // our own file

/**
 * How a model's sentences are checked: true ones that are shown without a mark, and at all, and false ones that are. Set AUSPEX_ZEUS_SENTENCES to print
 * the open sentences that were judged wrongly. The locked part is read only with AUSPEX_LOCKED=1.
 */
export const zeusSentences: EvalTask = {
  name: 'zeus-sentences',
  run: async () => [...measure('open'), ...(process.env['AUSPEX_LOCKED'] === '1' ? measure('locked') : [])],
}

function measure(part: 'open' | 'locked'): EvalRow[] {
  const sentences = readFileSync(join(folder, `${part}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledSentence) // our own file
    .map((sentence) => ({ ...sentence, verdict: judge(sentence) }))
  const [right, wrong] = [sentences.filter((one) => one.true), sentences.filter((one) => !one.true)]
  if (part === 'open' && process.env['AUSPEX_ZEUS_SENTENCES'] !== undefined)
    for (const { set, kind, text, verdict } of [
      ...wrong.filter((one) => one.verdict === 'unmarked'),
      ...right.filter((one) => one.verdict !== 'unmarked'),
    ])
      console.log(`${set} ${kind}, ${verdict}: ${text}`)
  const data = `${right.length} true and ${wrong.length} false sentences, ${part}`
  return [
    {
      data,
      measure: 'true sentences shown',
      value: shareOf(right, ({ verdict }) => verdict !== 'dropped'),
      bar: { atLeast: 0.95 },
    },
    {
      data,
      measure: 'true sentences shown without a mark',
      value: shareOf(right, ({ verdict }) => verdict === 'unmarked'),
    },
    {
      data,
      measure: 'false sentences shown without a mark',
      value: shareOf(wrong, ({ verdict }) => verdict === 'unmarked'),
      bar: { atMost: 0.01 },
    },
    { data, measure: 'false sentences left out', value: shareOf(wrong, ({ verdict }) => verdict === 'dropped') },
  ]
}

function judge({ set, question, text }: LabelledSentence): 'unmarked' | 'marked' | 'dropped' {
  const { topics = [], passages = [] } = evidence[set] ?? {}
  const guard = createClaimsGuard(question)
  topics.forEach(guard.addTopic)
  guard.learnFacts(
    passages.flatMap((passage) =>
      'statement' in passage ? [{ text: passage.statement, grounds: [], claims: [] }] : [],
    ),
  )
  for (const passage of passages)
    if ('tool' in passage) guard.learn({ title: passage.tool, output: passage.data, facts: [] })
  const documents = passages.flatMap((passage) =>
    'outlet' in passage ? [{ ...passage, id: `doc_${passage.id}`, snippet: passage.passage }] : [],
  )
  guard.learn({ title: 'Documents', output: documents, facts: [] })
  const check = guard.check(text)
  if (check.verdict === 'unsupported') return check.isRisky ? 'dropped' : 'marked'
  return check.verdict === 'supported' ? 'unmarked' : 'marked'
}
