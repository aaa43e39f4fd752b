import type { MockReply } from '../http/messages.ts'

/** A reply as scenarios left it. */
export interface StagedReply extends MockReply {
  /** Names of the scenarios that had a part in it, in the order in which they were applied. */
  scenarios?: readonly string[]
}

/** Tells whether a body is sent piece by piece. */
export function isStream(body: MockReply['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array)
}
