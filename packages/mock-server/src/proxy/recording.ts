import type { StubInput } from '../stubs/stub.ts'
import { type ObservedExchange, requestContent, responseText } from './judge-exchange.ts'

/** Responses of a real server that the mock can replay later. */
export interface Recording {
  add(observed: ObservedExchange, operationId: string): void
  /** The newest first, in the form that `POST /__mock/replies` accepts: equal requests get their replies in order, and the last one repeats. */
  list(): StubInput[]
  clear(): void
}

const maxReplies = 1000

export function createRecording(): Recording {
  let replies: StubInput[] = []
  return {
    add(observed, operationId) {
      const reply = toReply(observed, operationId)
      if (reply !== null) replies = [...replies.slice(-(maxReplies - 1)), reply]
    },
    list() {
      const later = new Set<string>()
      return replies.toReversed().map((reply) => {
        const key = JSON.stringify(reply.match)
        const isLast = !later.has(key)
        later.add(key)
        return isLast ? reply : { ...reply, times: 1 }
      })
    },
    clear() {
      replies = []
    },
  }
}

/** Null for anything but JSON: streams and files are not recorded. Responses are kept unchanged, even when they break the contract. */
function toReply(observed: ObservedExchange, operation: string): StubInput | null {
  const { method, path, query, status } = observed
  const body = parse(responseText(observed))
  if (body === undefined) return null
  const requestBody = parse(requestContent(observed))
  const parameters = Object.fromEntries(new URLSearchParams(query))
  return {
    match: {
      operation,
      method,
      path,
      ...(query === '' ? {} : { query: parameters }),
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    status,
    body,
    isBroken: true,
  }
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
