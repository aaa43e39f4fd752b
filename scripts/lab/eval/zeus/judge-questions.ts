import { type Analyst, createReadTools } from '@auspex/analyst'
import { ask, type Answer, turnsOf } from './ask.ts'
import type { World } from './open-world.ts'
import type { PlantedTopic } from './planted-corpus.ts'
import { otherIntents } from './other-intents.ts'
import { type Intent, periods } from './questions.ts'
import { topicIntents } from './topic-intents.ts'
import { newShare, note } from './score.ts'

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
  for (const intent of [...topicIntents, ...otherIntents]) {
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

function wantedTopics({ topics = 'first' }: Intent, a: PlantedTopic, b: PlantedTopic): PlantedTopic[] {
  return topics === 'both' ? [a, b] : topics === 'second' ? [b] : [a]
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
    /I cannot answer that|I found no document|Which topic do you mean|could not look up/u.test(text)
  )
}
