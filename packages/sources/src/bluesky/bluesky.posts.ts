import type { Http } from '../http/http.types.ts'
import { type RunFailure, schemaChanged } from '../source-run.ts'
import type { SourceDocument } from '../source.types.ts'
import { parseBluesky } from './bluesky.parse.ts'

/** Maximum number of posts per request. */
const atOnce = 25
const maxLookUps = 100

export type BlueskyPosts = ReturnType<typeof createBlueskyPosts>

/** Looks up posts by their addresses: their current state with author names, or whether they no longer exist. */
export function createBlueskyPosts({
  http,
  baseUrl = 'https://api.bsky.app',
}: {
  http: Http
  baseUrl?: string | undefined
}) {
  const fetchPosts = async (uris: readonly string[], signal: AbortSignal) => {
    const named = new URLSearchParams(uris.map((uri) => ['uris', uri]))
    const answer = await http.get({ url: `${baseUrl}/xrpc/app.bsky.feed.getPosts?${named}`, signal, expect: 'json' })
    if (!answer.ok) return answer
    return parseBluesky(answer.body) ?? schemaChanged
  }

  return {
    /** The posts that exist and are public, in no particular order; the failure when one request failed. */
    async read(uris: readonly string[], signal: AbortSignal): Promise<SourceDocument[] | RunFailure> {
      const documents: SourceDocument[] = []
      for (let at = 0; at < uris.length; at += atOnce) {
        const page = await fetchPosts(uris.slice(at, at + atOnce), signal)
        if ('status' in page) return page
        documents.push(...page.documents)
      }
      return documents
    },
    /** The posts among these that no longer exist. */
    async findGone(uris: readonly string[], { signal }: { signal: AbortSignal }): Promise<string[]> {
      const goneUris: string[] = []
      for (let at = 0; at < Math.min(uris.length, maxLookUps); at += atOnce) {
        const requestedUris = uris.slice(at, Math.min(at + atOnce, maxLookUps))
        const page = await fetchPosts(requestedUris, signal)
        if ('status' in page) return goneUris
        // A post that its author has hidden from the public counts as gone; one that exists but cannot be parsed does
        // not
        const hidden = new Set(page.hiddenIds)
        const visibleIds = new Set(page.ids.filter((id) => !hidden.has(id)))
        goneUris.push(...requestedUris.filter((uri) => !visibleIds.has(uri)))
      }
      return goneUris
    },
  }
}
