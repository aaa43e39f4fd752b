/** Two judges of the guard: labelled sentences of models, and a model that rewrites its facts on purpose. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAnalyst, createReadTools, readModelSettings } from '@auspex/analyst'
import { createClaimsGuard, type FakeModelServer } from '@auspex/analyst/testing'
import { createRandom } from '@auspex/contract/random'
import { getSignalReport, topicQuery } from '@auspex/sdk'
import type { Claim, SummarySection } from '@auspex/sdk/types'
import { type EvalRow, type EvalTask, shareOf } from '../../figures.ts'
import { ask, newShare, note } from './ask.ts'
import type { PlantedTopic, World } from './world.ts'

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

const minLies = 500
const perAnswer = 10

interface Rewritten {
  kind: string
  /** The fact that it rewords, by the model's name for it. */
  fact: string
  text: string
}

/** Has a model rewrite its facts, wrongly and correctly, and counts which rewordings are shown. */
export async function judgeRewriting(
  world: World,
  model: FakeModelServer,
  topics: readonly PlantedTopic[],
  createId: () => string,
) {
  const scores = { lies: newShare(), rewordings: newShare() }
  const settings = readModelSettings({ AUSPEX_MODEL_URL: model.url, AUSPEX_MODEL_NAME: 'fake' })
  if (settings === null) throw new Error('there are settings')
  const analyst = createAnalyst({ createId, model: settings })
  const tools = createReadTools(world.client)
  const { pick } = createRandom(7)
  for (let round = 0; scores.lies.of < minLies; round += 1) {
    const topic = topics[round % topics.length]
    if (topic === undefined) break
    const { signal_id: signalId } = await topicQuery({ query_term: topic.name }, { client: world.client })
    const { summary } = await getSignalReport(signalId, {}, { client: world.client })
    const lieTexts = rewrite(summary, lies, pick).slice((round * perAnswer) % 40)
    const faithfulTexts = rewrite(summary, rewordings, pick)
    for (const [sentences, share, isLie] of [
      [lieTexts.slice(0, Math.min(perAnswer, minLies - scores.lies.of)), scores.lies, true],
      [faithfulTexts.slice(0, perAnswer), scores.rewordings, false],
    ] as const) {
      if (sentences.length === 0) continue
      model.requests.length = 0
      model.turns = [
        { calls: [{ name: 'get_report', input: { signalId } }] },
        { text: sentences.map(({ text, fact }) => `${text} [${fact}]\n`) },
      ]
      const { text: shown } = await ask(analyst, tools, { message: `Tell me about ${topic.name}` })
      // text that the built-in analyst shows instead is its own
      const shownText = shown.startsWith('*') ? '' : flat(shown)
      for (const { kind, text } of sentences) {
        const isShown = shownText.includes(flat(text))
        note(share, isLie ? !isShown : isShown, () => `${isLie ? 'shown' : 'not shown'} (${kind}): ${text}`)
      }
    }
  }
  return scores
}

function rewrite(
  { statements, claims }: SummarySection,
  kinds: Readonly<Record<string, Rewording>>,
  pick: <Item>(items: readonly Item[]) => Item,
): Rewritten[] {
  return statements.flatMap(({ text, claimIds }, place) => {
    const sentence = { text, claims: claims.filter(({ id }) => claimIds.includes(id)) }
    return Object.entries(kinds).flatMap(([kind, reword]) => {
      const reworded = reword(sentence, pick)
      return reworded === null || reworded === text ? [] : [{ kind, fact: `f${place + 1}`, text: reworded }]
    })
  })
}

/** Words without their Markdown, so that a sentence is found no matter how it is escaped. */
function flat(text: string): string {
  return text
    .replaceAll(/\s*\[\d+\]/gu, '')
    .replaceAll(/\\|[*_]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/\.$/u, '')
}

/** A sentence and the facts that it may state. */
interface Sentence {
  text: string
  claims: readonly Claim[]
}

type Pick = <Item>(items: readonly Item[]) => Item

/** Changes a sentence; null if it contains nothing to change in this way. */
type Rewording = (sentence: Sentence, pick: Pick) => string | null

const foreign = ['Reuters', 'Elon Musk', 'Berlin', 'OpenAI', 'the Guardian', 'Brazil']
const words = ['a dozen', 'twice', 'thousands of', 'half', 'a majority of', 'twelve']
const causes = ['because of fear', 'after the scandal', 'thanks to new laws', 'amid panic']
const day = /\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}/g

/** Rewordings that change the meaning: each must be refused. */
const lies: Readonly<Record<string, Rewording>> = {
  'changes a digit': (sentence, pick) =>
    replaceOne(plainNumbers(sentence), sentence.text, pick, (part) =>
      part.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1 + Math.floor(Number(digit) / 3)) % 10)),
    ),
  'changes a number tenfold': (sentence, pick) =>
    replaceOne(plainNumbers(sentence), sentence.text, pick, (found) => `${found}0`),
  'adds a number': ({ text }, pick) => `${withoutEnd(text)} in ${pick([3, 7, 12, 40, 365])} countries.`,
  'adds a number in words': ({ text }, pick) => `${withoutEnd(text)}, ${pick(words)} of them new.`,
  'adds digits of another script': ({ text }) => `${withoutEnd(text)} (٤٢).`,
  'leaves a number out': (sentence, pick) => replaceOne(plainNumbers(sentence), sentence.text, pick, () => 'some'),
  'swaps two numbers': ({ text, claims }, pick) =>
    swap(
      text,
      pick,
      claims.flatMap(({ numbers }) => numbers.map((one) => one.text)),
    ),
  'changes a name': ({ text, claims }, pick) => replaceOne(namesOf(claims), text, pick, () => pick(foreign)),
  'swaps two names': ({ text, claims }, pick) => swap(text, pick, namesOf(claims)),
  'adds a name': ({ text }, pick) => `${withoutEnd(text)}, according to ${pick(foreign)}.`,
  'changes a day': ({ text }, pick) =>
    replaceOne(
      [...text.matchAll(day)].map(([found]) => found),
      text,
      pick,
      (found) => found.replace(/\d{4}$/, (year) => String(Number(year) + 1)),
    ),
  'changes a quotation': ({ text, claims }, pick) =>
    replaceOne(quotesOf(claims), text, pick, (found) => `${found.slice(0, -1)}${found.endsWith('x') ? 'y' : 'x'}`),
  'shortens a quotation': ({ text, claims }, pick) =>
    replaceOne(quotesOf(claims), text, pick, (found) => found.slice(0, Math.ceil(found.length / 2))),
  'adds a quotation': ({ text }) => `${withoutEnd(text)} and “everybody agrees”.`,
  'adds a cause': ({ text }, pick) => `${withoutEnd(text)} ${pick(causes)}.`,
  'denies it': ({ text }) => `It is not true that ${text}`,
  'turns the direction': ({ text }) =>
    [
      [' grew', ' fell'],
      [' fell', ' grew'],
      ['up from', 'down from'],
      ['down from', 'up from'],
      ['positive on', 'negative on'],
      ['negative on', 'positive on'],
      ['no clear', 'a clear'],
    ].flatMap(([from = '', to = '']) => (text.includes(from) ? [text.replace(from, to)] : []))[0] ?? null,
}

/** Rewordings that keep the meaning: refusing all of them would make the check worthless. */
const rewordings: Readonly<Record<string, Rewording>> = {
  'leads in': ({ text }) => `According to the documents, ${text}`,
  'says covered for mention': ({ text }) =>
    text.includes(' mentioned ') ? text.replace(' mentioned ', ' covered ') : null,
  'joins by while': ({ text }) =>
    text.startsWith('There were ') ? text.replace(' and ', ', while there were ') : null,
  'says reported for wrote': ({ text }) =>
    text.includes(' wrote on ') ? text.replace(' wrote on ', ' reported on ') : null,
  'says among for of': ({ text }) => (text.startsWith('Of ') ? text.replace('Of ', 'Among ') : null),
}

function plainNumbers({ text, claims }: Sentence): string[] {
  return claims
    .flatMap(({ numbers }) => numbers.map((one) => one.text))
    .filter((one) => /\d/.test(one) && text.includes(one))
}

function namesOf(claims: readonly Claim[]): string[] {
  return claims.flatMap(({ names }) => names).filter((name) => name !== '')
}

function quotesOf(claims: readonly Claim[]): string[] {
  return claims.flatMap(({ quote }) => quote?.text ?? [])
}

function withoutEnd(text: string): string {
  return text.replace(/\.$/, '')
}

function replaceOne(parts: readonly string[], text: string, pick: Pick, to: (found: string) => string): string | null {
  const present = parts.filter((part) => text.includes(part))
  if (present.length === 0) return null
  const found = pick(present)
  return text.replace(found, () => to(found))
}

/** Swaps two different parts; null if the text has no two that are separate. */
function swap(text: string, pick: Pick, parts: readonly string[]): string | null {
  const present = [...new Set(parts)].filter((part) => text.includes(part))
  const one = present.length < 2 ? undefined : pick(present)
  const others = present.filter((part) => one !== undefined && !part.includes(one) && !one.includes(part))
  if (one === undefined || others.length === 0) return null
  const other = pick(others)
  return text
    .replace(one, '\uF000')
    .replace(other, () => one)
    .replace('\uF000', () => other)
}
