import type { Http } from '../http/http.types.ts'
import { type RunFailure, schemaChanged } from '../source-run.ts'
import type { SourceDocument } from '../source.types.ts'
import { parseBluesky } from './bluesky.parse.ts'

/** Posts that one request may name. */
const atOnce = 25
const most = 100

export type BlueskyPosts = ReturnType<typeof createBlueskyPosts>

/** Looks posts up by their addresses: as they are now, with their authors' names, or not there any more. */
export function createBlueskyPosts({
  http,
  baseUrl = 'https://api.bsky.app',
}: {
  http: Http
  baseUrl?: string | undefined
}) {
  const ask = async (uris: readonly string[], signal: AbortSignal) => {
    const named = new URLSearchParams(uris.map((uri) => ['uris', uri]))
    const answer = await http.get({ url: `${baseUrl}/xrpc/app.bsky.feed.getPosts?${named}`, signal, expect: 'json' })
    if (!answer.ok) return answer
    return parseBluesky(answer.body) ?? schemaChanged
  }

  return {
    /** The posts that are there and shown to everybody, in no certain order; the failure when one request failed. */
    async read(uris: readonly string[], signal: AbortSignal): Promise<SourceDocument[] | RunFailure> {
      const documents: SourceDocument[] = []
      for (let at = 0; at < uris.length; at += atOnce) {
        const page = await ask(uris.slice(at, at + atOnce), signal)
        if ('status' in page) return page
        documents.push(...page.documents)
      }
      return documents
    },
    /** Which of these posts are not there any more. */
    async findGone(uris: readonly string[], { signal }: { signal: AbortSignal }): Promise<string[]> {
      const gone: string[] = []
      for (let at = 0; at < Math.min(uris.length, most); at += atOnce) {
        const asked = uris.slice(at, Math.min(at + atOnce, most))
        const page = await ask(asked, signal)
        if ('status' in page) return gone
        // What its author no longer shows to everybody is gone as well; what is there and cannot be read is not
        const hidden = new Set(page.hiddenIds)
        const shown = new Set(page.ids.filter((id) => !hidden.has(id)))
        gone.push(...asked.filter((uri) => !shown.has(uri)))
      }
      return gone
    },
  }
}
