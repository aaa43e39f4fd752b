import { type Analyst, createReadTools } from '@auspex/analyst'
import { ask, type Answer, turnsOf } from './ask.ts'
import type { World } from './open-world.ts'

/** Asks the follow-up questions that answers offer, each in its thread, until this many more answers exist. */
export async function askFollowUps(
  world: World,
  analyst: Analyst,
  answers: readonly Answer[],
  count: number,
): Promise<Answer[]> {
  const tools = createReadTools(world.client)
  const more: Answer[] = []
  for (let round = 0; more.length < count && round < 4; round += 1) {
    for (const answer of answers) {
      if (more.length >= count) break
      const offered = answer.events.flatMap((event) => (event.type === 'follow-ups' ? event.followUps : []))[round]
      if (offered !== undefined)
        more.push(await ask(analyst, tools, { message: offered.message, history: turnsOf(answer) }))
    }
  }
  return more
}
