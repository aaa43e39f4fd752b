import type { SourceDocument } from '../source.types.ts'
import type { ReadEvent } from './stream-event.ts'

/** The events since the last batch. Deletions are applied first, then the posts are added. */
export interface StreamBatch {
  posts: SourceDocument[]
  /** Native ids of posts that were deleted or rewritten. */
  deleted: string[]
  /** Ids (`did:…`) of accounts that are gone. */
  accounts: string[]
  /** Microseconds since 1970 of the last event: reading from here misses nothing of this batch. */
  position: number
}

export interface Gathering {
  add: (read: ReadEvent) => void
  /** Number of buffered posts, ids and accounts; all other events only move the position. */
  size: () => number
  /** Microseconds since 1970 of the last event; null before the first. */
  position: () => number | null
  /** Returns the buffered events and clears the buffer. Null when there were no events at all. */
  take: () => StreamBatch | null
}

/** Buffers events; a post that is deleted before it is stored is never returned. */
export function gatherEvents(wants: (post: SourceDocument) => boolean): Gathering {
  let posts = new Map<string, SourceDocument>()
  let deleted = new Set<string>()
  let accounts = new Set<string>()
  let position: number | null = null
  return {
    add({ event, position: at }) {
      position = Math.max(position ?? 0, at)
      if (event.kind === 'deleted') {
        posts.delete(event.id)
        deleted.add(event.id)
      } else if (event.kind === 'account_gone') {
        for (const id of posts.keys()) if (id.startsWith(`at://${event.account}/`)) posts.delete(id)
        accounts.add(event.account)
      } else if (event.kind === 'post') {
        const id = event.document.nativeId ?? ''
        if (!event.isNew) deleted.add(id)
        if (wants(event.document)) posts.set(id, event.document)
        else posts.delete(id)
      }
    },
    size: () => posts.size + deleted.size + accounts.size,
    position: () => position,
    take() {
      if (position === null) return null
      const batch = { posts: [...posts.values()], deleted: [...deleted], accounts: [...accounts], position }
      posts = new Map()
      deleted = new Set()
      accounts = new Set()
      return batch
    },
  }
}
