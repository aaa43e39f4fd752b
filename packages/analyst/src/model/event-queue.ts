/** A queue of events between a producer and a consumer, in order. */
export interface EventQueue<Event> {
  push(event: Event): void
  end(): void
  fail(error: unknown): void
  events(): AsyncGenerator<Event, void>
}

export function createEventQueue<Event>(): EventQueue<Event> {
  const buffer: Event[] = []
  let [isOver, failure]: [boolean, { error: unknown } | null] = [false, null]
  let wake = Promise.withResolvers<void>()
  const ring = () => {
    wake.resolve()
    wake = Promise.withResolvers<void>()
  }
  return {
    push(event) {
      buffer.push(event)
      ring()
    },
    end() {
      isOver = true
      ring()
    },
    fail(error) {
      failure = { error }
      ring()
    },
    async *events() {
      for (;;) {
        const next = buffer.shift()
        if (next !== undefined) yield next
        else if (failure !== null) throw failure.error
        else if (isOver) return
        else await wake.promise
      }
    },
  }
}
