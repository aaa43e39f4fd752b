import { z } from 'zod'

import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { toPost } from './bluesky.parse.ts'

/** The effect of one event of the stream on a library. */
export type StreamEvent =
  /** A post was created or rewritten: the older text is removed. */
  | { kind: 'post'; document: SourceDocument; isNew: boolean }
  | { kind: 'deleted'; id: string }
  /** An account was deleted, deactivated or taken down, with all of its posts. */
  | { kind: 'account_gone'; account: string }
  /** Nothing that concerns documents. */
  | { kind: 'other' }

export interface ReadEvent {
  event: StreamEvent
  /** Microseconds since 1970 at which the stream saw it: the position to resume from. */
  position: number
}

const collection = 'app.bsky.feed.post'
const message = z.object({
  did: z.string().startsWith('did:'),
  time_us: z.int().positive(),
  commit: z
    .object({
      operation: z.enum(['create', 'update', 'delete']),
      collection: z.string(),
      rkey: z.string(),
      record: z.unknown().optional(),
    })
    .optional(),
  account: z.object({ active: z.boolean() }).optional(),
})

/** Parses one message of Jetstream (version 1); null when it is not one. */
export function readStreamEvent(text: string): ReadEvent | null {
  const read = message.safeParse(parseJson(text))
  if (!read.success) return null
  const { did, time_us: position, commit, account } = read.data
  if (account !== undefined) {
    return { position, event: account.active ? { kind: 'other' } : { kind: 'account_gone', account: did } }
  }
  if (commit === undefined || commit.collection !== collection) return { position, event: { kind: 'other' } }
  const uri = `at://${did}/${collection}/${commit.rkey}`
  if (commit.operation === 'delete') return { position, event: { kind: 'deleted', id: uri } }
  const seenAt = new Date(position / 1000).toISOString()
  const document = toPost({ uri, record: commit.record, seenAt })
  if (document !== null) return { position, event: { kind: 'post', document, isNew: commit.operation === 'create' } }
  // A post that lost its text is no longer a document.
  return { position, event: commit.operation === 'update' ? { kind: 'deleted', id: uri } : { kind: 'other' } }
}
