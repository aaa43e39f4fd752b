import { isStream, type StagedReply } from './staged-reply.ts'
import { change, type Scenario } from './scenario.ts'

/** Scenarios of a broken network and of a server that says what it should not. */
export const damages: readonly Scenario[] = [
  {
    name: 'reset',
    summary: 'Destroys the connection before the first byte.',
    value: null,
    effect: () => change((reply) => ({ ...reply, connection: 'reset' })),
  },
  {
    name: 'truncated',
    summary: 'Sends the first half of a JSON body as if it were whole.',
    value: null,
    effect: () => change((reply) => (isWhole(reply.body) ? { ...reply, body: half(reply.body) } : reply)),
  },
  {
    name: 'cut-off',
    summary: 'Sends the first half of a body and destroys the connection, although Content-Length promised the rest.',
    value: null,
    effect: () =>
      change((reply) =>
        isWhole(reply.body)
          ? { ...withLength(reply, byteLength(reply.body)), body: half(reply.body), connection: 'cut' }
          : reply,
      ),
  },
  {
    name: 'wrong-content-type',
    summary: 'Sends an HTML page with status 200, as a misplaced proxy or sign-in page does.',
    value: null,
    effect: () =>
      change((reply) =>
        isStream(reply.body)
          ? reply
          : {
              ...reply,
              status: 200,
              headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' },
              body: '<!doctype html><title>Sign in</title><p>Please sign in to the guest network.</p>',
            },
      ),
  },
]

type Whole = string | Uint8Array<ArrayBuffer>

function isWhole(body: StagedReply['body']): body is Whole {
  return typeof body === 'string' || body instanceof Uint8Array
}

function half(body: Whole): Whole {
  return body.slice(0, Math.ceil(body.length / 2))
}

function byteLength(body: Whole): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).byteLength : body.byteLength
}

function withLength(reply: StagedReply, length: number): StagedReply {
  return {
    ...reply,
    headers: { ...reply.headers, 'content-length': String(length) },
  }
}
