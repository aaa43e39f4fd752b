import type { FrontendAction } from '@auspex/sdk/types'
import { sayList } from '@auspex/analytics/claims'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { type Sentence, sentence } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
import { type Reading, toUnderstanding } from '../understand/understand.ts'
import { findArguments, type KnownSignals } from './action-arguments.ts'
import { type OrderedAction, sayAction } from './choose-action.ts'

/** Asks the person's screen for an action. False when it cannot be done and the message may as well be a question. */
export async function* actOnScreen(
  context: CallContext,
  writer: AnswerWriter,
  { ordered, ...about }: { ordered: OrderedAction; request: AnalystRequest; reading: Reading; known: KnownSignals },
): AsyncGenerator<AnalystEvent, boolean> {
  const found = yield* findArguments(context, ordered, about)
  if ('missing' in found && !ordered.isCertain) return false
  const topics = 'missing' in found ? [] : found.topics
  // it is about the screen, so days and cues of the message are not what it looks at
  const reading: Reading = { ...about.reading, cues: [], unread: [], from: null, to: null, country: null }
  yield { type: 'understanding', understanding: toUnderstanding(reading, topics, ['something to do on your screen']) }
  if ('missing' in found)
    yield* writer.say(sentence(`I could not ${sayAction(ordered.action)} on your screen. ${found.missing}`))
  else {
    yield { type: 'frontend-action', name: ordered.action.name, arguments: JSON.stringify(found.values) }
    yield* writer.say(sayAsked(ordered.action, found.names))
  }
  return true
}

/** What is known of an action: that the screen was asked for it. */
export function sayAsked(action: Pick<FrontendAction, 'name'>, names: readonly string[] = []): Sentence {
  const what = names.length === 0 ? '' : `: ${sayList(names.map((name) => `“${name}”`))}`
  return sentence(`I asked your screen to ${sayAction(action)}${what}.`)
}
