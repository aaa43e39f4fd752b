import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Analyst, createReadTools } from '@auspex/analyst'
import { ask, type Answer, newShare, note, turnsOf } from './ask.ts'
import type { PlantedTopic, World } from './world.ts'

/** A kind of question: ten wordings, the first five for development and the last five held out, and what a good answer contains. */
interface Intent {
  name: string
  wordings: readonly string[]
  /** Matches an answer that looked at the right data; `refusal` if it has to state that it cannot answer. */
  says: RegExp | 'refusal'
  /** Whether its wordings follow up on a first question about the topic. */
  isFollowUp: boolean
  /** Topics that the answer is about. */
  topics: 'first' | 'second' | 'both' | 'none'
}

/** Periods as people would phrase them on 20 November 2026, with the days that they mean. */
const periods: readonly (readonly [words: string, from: string | null, to: string | null])[] = [
  ['in Q3 2025', '2025-07-01', '2025-09-30'],
  ['in 2024', '2024-01-01', '2024-12-31'],
  ['since last summer', '2026-06-01', null],
  ['between 3 and 9 November', '2026-11-03', '2026-11-09'],
  ['from 2023 to 2024', '2023-01-01', '2024-12-31'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['in the first half of 2025', '2025-01-01', '2025-06-30'],
  ['over the past six months', '2026-05-21', '2026-11-20'],
  ['since March 2025', '2025-03-01', null],
  ['before June 2024', null, '2024-05-31'],
]

/** Our own file: a line with the name, the expected answer, the topics and the place in a thread, then a wording a line. */
function readIntents(): Intent[] {
  const blocks = readFileSync(join(import.meta.dirname, 'questions.txt'), 'utf8')
    .trim()
    .split('\n\n')
  return blocks.map((block) => {
    const [head = '', ...wordings] = block.split('\n')
    const [name = '', says = '', topics = '', place] = head.slice(2).split('\t')
    return {
      name,
      wordings,
      says: says === 'refusal' ? says : new RegExp(says.replace(/\/i$/, ''), says.endsWith('/i') ? 'iu' : 'u'),
      topics: topics as Intent['topics'],
      isFollowUp: place === 'follow-up',
    }
  })
}

/** The wordings that the rules were developed with; the others were held out. */
const builtOn = 5

/** Asks every wording of every intent, and judges how it was understood, what was read, and the stated count against an independent one. */
export async function judgeQuestions(world: World, analyst: Analyst, topics: readonly PlantedTopic[]) {
  const tools = createReadTools(world.client)
  const scores = {
    understood: newShare(),
    understoodHeldOut: newShare(),
    useful: newShare(),
    usefulHeldOut: newShare(),
    refused: newShare(),
    counted: newShare(),
  }
  const answers: Answer[] = []
  let place = 0
  for (const intent of readIntents()) {
    for (const [wording, words] of intent.wordings.entries()) {
      const [a, b] = [topicAt(topics, place), topicAt(topics, place + 7)]
      const period = periods[place % periods.length] ?? ['in 2024', '2024-01-01', '2024-12-31']
      place += 1
      const message = words.replace('{a}', a.name).replace('{b}', b.name).replace('{p}', period[0])
      const first = intent.isFollowUp ? await ask(analyst, tools, { message: `Tell me about ${a.name}` }) : null
      const reply = await ask(analyst, tools, { message, history: first === null ? [] : turnsOf(first) })
      answers.push(...(first === null ? [] : [first]), reply)
      const isHeldOut = wording >= builtOn
      if (intent.says === 'refusal') {
        note(scores.refused, isRefusal(reply), () => `not refused: ${message} → ${reply.text}`)
        continue
      }
      const wanted = wantedTopics(intent, a, b)
      const days: readonly [string | null, string | null] = words.includes('{p}')
        ? [period[1], period[2]]
        : [null, null]
      const isUnderstood = isRead(reply, wanted, days)
      const describeMiss = () =>
        `${message} → ${JSON.stringify(reply.understanding?.topics.map(({ query }) => query))} ${reply.understanding?.from} ${reply.understanding?.to}`
      note(
        isHeldOut ? scores.understoodHeldOut : scores.understood,
        isUnderstood,
        () => `misread (${intent.name}): ${describeMiss()}`,
      )
      const isEmpty = /I found no document/u.test(reply.text) && isUnderstood && countOf(wanted, days) === 0
      note(
        isHeldOut ? scores.usefulHeldOut : scores.useful,
        isEmpty || intent.says.test(reply.text),
        () => `not useful (${intent.name}): ${message} → ${reply.text}`,
      )
      if (wanted.length === 1 && isUnderstood && reply.understanding?.country === null) {
        const count = countOf(wanted, days)
        const isTold = count === 0 ? isEmpty : reply.text.includes(`${count.toLocaleString('en')} document`)
        note(scores.counted, isTold, () => `counted ${count}: ${message} → ${reply.text}`)
      }
    }
  }
  return { scores, answers }
}

function topicAt(topics: readonly PlantedTopic[], place: number): PlantedTopic {
  const topic = topics[place % topics.length]
  if (topic === undefined) throw new RangeError('there are topics')
  return topic
}

function wantedTopics({ topics }: Intent, a: PlantedTopic, b: PlantedTopic): PlantedTopic[] {
  if (topics === 'both') return [a, b]
  return topics === 'second' ? [b] : [a]
}

function isRead(
  { understanding }: Answer,
  wanted: readonly PlantedTopic[],
  [from, to]: readonly [string | null, string | null],
): boolean {
  const read = understanding?.topics.map(({ query }) => query.replaceAll('"', '').toLowerCase()).toSorted() ?? []
  const names = wanted.map(({ name }) => name.toLowerCase()).toSorted()
  return read.join('|') === names.join('|') && understanding?.from === from && understanding.to === to
}

/** Counts the planted documents without using the product: a document contains the name verbatim. */
function countOf(topics: readonly PlantedTopic[], [from, to]: readonly [string | null, string | null]): number {
  return topics
    .flatMap(({ documents }) => documents)
    .filter(
      ({ publishedAt }) =>
        (from === null || publishedAt.slice(0, 10) >= from) && (to === null || publishedAt.slice(0, 10) <= to),
    ).length
}

function isRefusal({ text, citations }: Answer): boolean {
  return (
    citations.length === 0 &&
    /I cannot (?:answer|do|give|say|look)|I found no document|Which topic do you mean|could not look up/u.test(text)
  )
}
