import { type Analyst, createReadTools } from '@auspex/analyst'
import { ask, type Asked, turnsOf } from './ask.ts'
import type { World } from './open-world.ts'

/** Goes on from answers by the questions that they offer, each in its thread, until so many more are there. */
export async function askFollowUps(
  world: World,
  analyst: Analyst,
  answers: readonly Asked[],
  count: number,
): Promise<Asked[]> {
  const tools = createReadTools(world.client)
  const more: Asked[] = []
  for (let round = 0; more.length < count && round < 4; round += 1) {
    for (const asked of answers) {
      if (more.length >= count) break
      const offered = asked.events.flatMap((event) => (event.type === 'follow-ups' ? event.followUps : []))[round]
      if (offered !== undefined)
        more.push(await ask(analyst, tools, { message: offered.message, history: turnsOf(asked) }))
    }
  }
  return more
}
