import type { StubInput } from '../stubs/stub.ts'
import { type ObservedExchange, requestContent, responseText } from './judge-exchange.ts'

/** What a real server answered, as replies that the mock can give later. */
export interface Recording {
  add(observed: ObservedExchange, operationId: string): void
  /** The newest first, as `POST /__mock/replies` takes them: of equal requests each is answered in turn, and the last answer stays. */
  list(): StubInput[]
  clear(): void
}

const most = 1000

export function createRecording(): Recording {
  let replies: StubInput[] = []
  return {
    add(observed, operationId) {
      const reply = toReply(observed, operationId)
      if (reply !== null) replies = [...replies.slice(-(most - 1)), reply]
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

/** Null for what is no JSON: streams and files are not recorded. What a real server answered is kept as it is, even where it breaks the contract. */
function toReply(observed: ObservedExchange, operation: string): StubInput | null {
  const { method, path, query, status } = observed
  const body = parse(responseText(observed))
  if (body === undefined) return null
  const asked = parse(requestContent(observed))
  const parameters = Object.fromEntries(new URLSearchParams(query))
  return {
    match: {
      operation,
      method,
      path,
      ...(query === '' ? {} : { query: parameters }),
      ...(asked === undefined ? {} : { body: asked }),
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
