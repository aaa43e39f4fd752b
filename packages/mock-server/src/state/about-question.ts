import type { StreamEvent } from '../streams/make-events.ts'
import { textOf } from '../streams/runs.ts'
import { type Fields, isFields } from './request-fields.ts'
import { type Edit, topicEdits, moveOffset, withTopic } from './topic.ts'

type Check = (data: unknown) => readonly unknown[]

/** The events of an answer about other words than those of the example, with adjusted offsets into its text. Unchanged when the words exceed a limit of the contract. */
export function eventsAbout(
  events: readonly StreamEvent[],
  { shown, topic, checkOf }: { shown: string; topic: string; checkOf: (event: string) => Check | undefined },
): StreamEvent[] {
  const edits: Edit[] = []
  let length = 0
  for (const { data } of events) {
    const { delta } = data
    if (typeof delta !== 'string') continue
    const from = length
    edits.push(
      ...topicEdits(delta, shown, topic).map((edit) => ({ ...edit, start: edit.start + from, end: edit.end + from })),
    )
    length += delta.length
  }
  const adapted = events.map(({ data, ...event }) => ({
    ...event,
    data: movedOffsets(withTopic(data, shown, topic), edits) as Fields, // the same object with other texts and numbers
  }))
  const whole = textOf(adapted).length
  for (const { data } of adapted) if (typeof data['textLength'] === 'number') data['textLength'] = whole
  const isFitting = adapted.every(({ event, data }) => (checkOf(event)?.(data) ?? []).length === 0)
  return isFitting ? adapted : [...events]
}

/** A message about other words than those of the example. */
export function messageAbout(message: Fields, { shown, topic }: { shown: string; topic: string }): Fields {
  const { content } = message
  const edits = typeof content === 'string' ? topicEdits(content, shown, topic) : []
  return movedOffsets(withTopic(message, shown, topic), edits) as Fields // as above
}

const starts = new Set(['claimStart'])
const ends = new Set(['claimEnd', 'position'])

function movedOffsets(value: unknown, edits: readonly Edit[]): unknown {
  if (Array.isArray(value)) return value.map((each) => movedOffsets(each, edits))
  if (!isFields(value)) return value
  const moved = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'number' && (starts.has(name) || ends.has(name))
        ? moveOffset(each, edits, starts.has(name) ? 'start' : 'end')
        : movedOffsets(each, edits),
    ]),
  )
  const { quote, quoteStart } = moved
  return typeof quote === 'string' && typeof quoteStart === 'number'
    ? { ...moved, quoteEnd: quoteStart + quote.length }
    : moved
}
