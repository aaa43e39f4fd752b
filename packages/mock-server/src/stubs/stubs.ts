import { type Contract, jsonType, problemType } from '@auspex/contract'
import type { Exchange } from '../http/exchange.ts'
import type { MockReply } from '../http/messages.ts'
import { matchesPattern, readStub, type SeenRequest, type Stub } from './stub.ts'

/** Custom replies, defined by a test while the mock runs. */
export interface Stubs {
  /** Throws a `StubError`. */
  add(input: unknown): Stub
  list(): readonly Stub[]
  /** Returns whether a stub with that id existed. */
  remove(id: string): boolean
  clear(): void
  /** The newest matching stub answers; without one, `answer` does. */
  answer(exchange: Exchange, answer: () => Promise<MockReply>): Promise<MockReply>
}

/** `contract` returns the currently served contract. */
export function createStubs(contract: () => Contract): Stubs {
  const stubs = new Map<string, Stub>()
  let serial = 0

  return {
    add(input) {
      serial += 1
      const stub: Stub = { ...readStub(input, contract()), id: `rp_${serial}`, answered: 0 }
      stubs.set(stub.id, stub)
      return stub
    },
    list: () => [...stubs.values()],
    remove: (id) => stubs.delete(id),
    clear: () => stubs.clear(),
    async answer(exchange, answer) {
      if (stubs.size === 0) return answer()
      const open = [...stubs.values()].filter(({ times, answered }) => times === undefined || answered < times)
      const request = await readRequest(
        exchange,
        open.some(({ match }) => match.body !== undefined),
      )
      const stub = open.toReversed().find(({ match }) => matchesPattern(match, request))
      if (stub === undefined) return answer()
      stub.answered += 1
      return reply(exchange, stub, answer)
    },
  }
}

async function readRequest({ request, operation, path }: Exchange, needsBody: boolean): Promise<SeenRequest> {
  const { method, target, headers } = request
  const mark = target.indexOf('?')
  return {
    operation,
    method,
    path,
    headers,
    query: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)),
    body: needsBody ? parse(await request.readBody()) : undefined,
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Without a body of its own, a stub returns the contract's example of that status. */
async function reply(
  exchange: Exchange,
  { status = 200, body, headers = {} }: Stub,
  answer: () => Promise<MockReply>,
): Promise<MockReply> {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (body !== undefined) {
    const type = status < 400 ? jsonType : problemType
    return { status, headers: { 'content-type': `${type}; charset=utf-8`, ...own }, body: JSON.stringify(body) }
  }
  const shown = status < 400 ? await answer() : exchange.problem({ status })
  return { ...shown, headers: { ...shown.headers, ...own } }
}
