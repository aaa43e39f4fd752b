import { createAnalyst, createReadTools, readModelSettings } from '@auspex/analyst'
import type { FakeModelServer } from '@auspex/analyst/testing'
import { createRandom } from '@auspex/contract/random'
import { getSignalReport, topicQuery } from '@auspex/sdk'
import type { SummarySection } from '@auspex/sdk/types'
import { lies, rewordings, type Rewording } from './mutations.ts'
import { ask, newShare, note } from './ask.ts'
import type { PlantedTopic, World } from './world.ts'

const liesWanted = 500
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
  for (let round = 0; scores.lies.of < liesWanted; round += 1) {
    const topic = topics[round % topics.length]
    if (topic === undefined) break
    const { signal_id: signalId } = await topicQuery({ query_term: topic.name }, { client: world.client })
    const { summary } = await getSignalReport(signalId, {}, { client: world.client })
    const lieTexts = rewrite(summary, lies, pick).slice((round * perAnswer) % 40)
    const faithfulTexts = rewrite(summary, rewordings, pick)
    for (const [sentences, share, isLie] of [
      [lieTexts.slice(0, Math.min(perAnswer, liesWanted - scores.lies.of)), scores.lies, true],
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
