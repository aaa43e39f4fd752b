import type { SourceDocument } from '../source.types.ts'
import type { ReadEvent } from './stream-event.ts'

/** What was heard since the last batch. First everything that is gone leaves, then the posts come in. */
export interface StreamBatch {
  posts: SourceDocument[]
  /** Native ids of posts that were deleted or written anew. */
  deleted: string[]
  /** Ids (`did:…`) of accounts that are gone. */
  accounts: string[]
  /** Microseconds since 1970 of the last event: a reading that begins here misses nothing of this batch. */
  position: number
}

export interface Gathering {
  add: (read: ReadEvent) => void
  /** Posts, ids and accounts that are kept; all other events only move the position. */
  size: () => number
  /** Microseconds since 1970 of the last event; null before the first. */
  position: () => number | null
  /** Hands over what was gathered, and begins anew. Null when nothing was heard at all. */
  take: () => StreamBatch | null
}

/** Gathers events; a post that is deleted before anybody stored it never comes out. */
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
