import { type Analyst, createReadTools } from '@auspex/analyst'
import { ask, type Asked, turnsOf } from './ask.ts'
import type { World } from './open-world.ts'
import type { PlantedTopic } from './planted-corpus.ts'
import { type Intent, intents, periods } from './questions.ts'
import { newShare, note } from './score.ts'

/** The wordings that the rules were written with; the others were kept apart. */
const builtOn = 5

/** Asks every wording of every intent, and judges what it was read as, what it looked at, and how much there is by a count of its own. */
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
  const answers: Asked[] = []
  let place = 0
  for (const intent of intents) {
    for (const [wording, words] of intent.wordings.entries()) {
      const [a, b] = [topicAt(topics, place), topicAt(topics, place + 7)]
      const period = periods[place % periods.length] ?? ['in 2024', '2024-01-01', '2024-12-31']
      place += 1
      const message = words.replace('{a}', a.name).replace('{b}', b.name).replace('{p}', period[0])
      const first = intent.isFollowUp ? await ask(analyst, tools, { message: `Tell me about ${a.name}` }) : null
      const asked = await ask(analyst, tools, { message, history: first === null ? [] : turnsOf(first) })
      answers.push(...(first === null ? [] : [first]), asked)
      const isHeldOut = wording >= builtOn
      if (intent.says === 'refusal') {
        note(scores.refused, isRefusal(asked), () => `not refused: ${message} → ${asked.text}`)
        continue
      }
      const wanted = wantedTopics(intent, a, b)
      const days: readonly [string | null, string | null] = words.includes('{p}')
        ? [period[1], period[2]]
        : [null, null]
      const isUnderstood = isRead(asked, wanted, days)
      const said = () =>
        `${message} → ${JSON.stringify(asked.understanding?.topics.map(({ query }) => query))} ${asked.understanding?.from} ${asked.understanding?.to}`
      note(
        isHeldOut ? scores.understoodHeldOut : scores.understood,
        isUnderstood,
        () => `misread (${intent.name}): ${said()}`,
      )
      const isEmpty = /I found no document/u.test(asked.text) && isUnderstood && countOf(wanted, days) === 0
      note(
        isHeldOut ? scores.usefulHeldOut : scores.useful,
        isEmpty || intent.says.test(asked.text),
        () => `not useful (${intent.name}): ${message} → ${asked.text}`,
      )
      if (wanted.length === 1 && isUnderstood && asked.understanding?.country === null) {
        const count = countOf(wanted, days)
        const isTold = count === 0 ? isEmpty : asked.text.includes(`${count.toLocaleString('en')} document`)
        note(scores.counted, isTold, () => `counted ${count}: ${message} → ${asked.text}`)
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
  { understanding }: Asked,
  wanted: readonly PlantedTopic[],
  [from, to]: readonly [string | null, string | null],
): boolean {
  const read = understanding?.topics.map(({ query }) => query.replaceAll('"', '').toLowerCase()).toSorted() ?? []
  const names = wanted.map(({ name }) => name.toLowerCase()).toSorted()
  return read.join('|') === names.join('|') && understanding?.from === from && understanding.to === to
}

/** Counted over what was planted, and not by the product: a document has the name word for word. */
function countOf(topics: readonly PlantedTopic[], [from, to]: readonly [string | null, string | null]): number {
  return topics
    .flatMap(({ documents }) => documents)
    .filter(
      ({ publishedAt }) =>
        (from === null || publishedAt.slice(0, 10) >= from) && (to === null || publishedAt.slice(0, 10) <= to),
    ).length
}

function isRefusal({ text, citations }: Asked): boolean {
  return (
    citations.length === 0 &&
    /I cannot answer that|I found no document|Which topic do you mean|could not look up/u.test(text)
  )
}
