import { change, type Effect, isStream, pause, type Scenario, type StagedReply } from './scenario.ts'

/** Scenarios of server-sent events; other replies stay unchanged. */
export const streams: readonly Scenario[] = [
  {
    name: 'sse-drop',
    summary: 'Drops the connection after this many events; Last-Event-ID resumes.',
    needs: 'stream',
    value: { unit: 'events', min: 0, max: 10_000, fallback: 3 },
    effect: (count) => onStream((events) => take(events, count), { connection: 'cut' }),
  },
  {
    name: 'sse-slow',
    summary: 'Waits this long before each event.',
    needs: 'stream',
    value: { unit: 'milliseconds', min: 0, max: 900_000, fallback: 1000 },
    effect: (ms) => onStream((events, signal) => slowly(events, ms, signal)),
  },
  {
    name: 'sse-garbage',
    summary:
      'Puts comments, unknown fields, empty events and CRLF line ends between the events; readers must skip them.',
    needs: 'stream',
    value: null,
    effect: () => onStream((events) => littered(events)),
  },
]

type Events = AsyncIterable<string>

function onStream(
  transform: (events: Events, signal: AbortSignal) => Events,
  also: { connection?: StagedReply['connection'] } = {},
): Effect {
  return change((reply, { signal }) =>
    isStream(reply.body) ? { ...reply, ...also, body: transform(splitEvents(reply.body), signal) } : reply,
  )
}

async function* take(events: Events, count: number): Events {
  if (count === 0) return
  let sent = 0
  for await (const event of events) {
    yield event
    sent += 1
    if (sent === count) return
  }
}

async function* slowly(events: Events, ms: number, signal: AbortSignal): Events {
  for await (const event of events) {
    await pause(ms, signal)
    if (signal.aborted) return
    yield event
  }
}

const litter = [': keep-alive\n\n', ':\n\n', 'colour: purple\n\n', '\n\n', ': a comment\r\n\r\n']

async function* littered(events: Events): Events {
  let place = 0
  for await (const event of events) {
    yield litter[place % litter.length] ?? ''
    yield place % 2 === 0 ? event : event.replaceAll(/\r?\n/g, '\r\n')
    place += 1
  }
}

/** Splits a stream of server-sent events so that each chunk is one event with its blank line. */
async function* splitEvents(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const piece of pieces) {
    rest += piece
    for (;;) {
      const end = /\r?\n\r?\n/.exec(rest)
      if (end === null) break
      const length = end.index + end[0].length
      yield rest.slice(0, length)
      rest = rest.slice(length)
    }
  }
  if (rest !== '') yield rest
}
