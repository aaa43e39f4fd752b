/** One event of a `text/event-stream`, as it was sent. */
export interface ServerSentEvent {
  /** Name of the event; `message` when the server sent none */
  readonly event: string
  /** Lines of data, joined by line feeds; may be empty */
  readonly data: string
  /** The id that this very event carried; null when it had none */
  readonly id: string | null
}

export interface EventStreamParser {
  /** Takes the next bytes, split anywhere, and returns the events that they complete. */
  push(bytes: Uint8Array): ServerSentEvent[]
  /** Milliseconds that the server asks to wait before a reconnect; null until it has. */
  readonly retryMs: number | null
}

/**
 * Parses one connection's bytes. An event that the end of the stream cuts off is dropped, together with its id.
 * Reference: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export const createEventStreamParser = (): EventStreamParser => {
  // Drops one leading byte order mark, and buffers the bytes of an incomplete character.
  const decoder = new TextDecoder()
  let line = ''
  let endedWithCarriageReturn = false
  let event = ''
  let data: string[] = []
  let ownId: string | null = null
  let retryMs: number | null = null

  const dispatch = (): ServerSentEvent | null => {
    const complete = data.length === 0 ? null : { event: event || 'message', data: data.join('\n'), id: ownId }
    event = ''
    data = []
    ownId = null
    return complete
  }

  const readField = (text: string): void => {
    const colon = text.indexOf(':')
    // A line that begins with a colon is a comment.
    if (colon === 0) return
    const name = colon === -1 ? text : text.slice(0, colon)
    const value = colon === -1 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'data') data.push(value)
    else if (name === 'event') event = value
    else if (name === 'id' && !value.includes('\0')) ownId = value
    else if (name === 'retry' && /^[0-9]+$/.test(value)) retryMs = Number(value)
  }

  return {
    push: (bytes) => {
      const events: ServerSentEvent[] = []
      let text = decoder.decode(bytes, { stream: true })
      if (text === '') return events
      if (endedWithCarriageReturn && text.startsWith('\n')) text = text.slice(1)
      endedWithCarriageReturn = text === '' ? false : text.endsWith('\r')
      const lines = text.split(/\r\n|\n|\r/)
      const unfinished = lines.pop() ?? ''
      for (const part of lines) {
        const whole = line + part
        line = ''
        if (whole !== '') {
          readField(whole)
          continue
        }
        const complete = dispatch()
        if (complete) events.push(complete)
      }
      line += unfinished
      return events
    },
    get retryMs() {
      return retryMs
    },
  }
}
