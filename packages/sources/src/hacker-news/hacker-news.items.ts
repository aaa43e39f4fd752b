import { z } from 'zod'

import type { Http } from '../http/http.types.ts'
import { parseJson } from '../text/parse-json.ts'

/** Maximum number of items to look up: each needs a request. */
const maxItems = 40

const item = z.object({ deleted: z.boolean().default(false), dead: z.boolean().default(false) })

/**
 * The items among these that were deleted by their authors or killed by others, according to the official API: the
 * search still returns them for a while. An item that cannot be read counts as existing.
 */
export async function findDeadItems(
  ids: readonly string[],
  { http, baseUrl, signal }: { http: Http; baseUrl: string; signal: AbortSignal },
): Promise<string[]> {
  const looked = await Promise.all(
    ids.slice(0, maxItems).map(async (id) => {
      const answer = await http.get({ url: `${baseUrl}/item/${encodeURIComponent(id)}.json`, signal, expect: 'json' })
      const read = answer.ok ? item.safeParse(parseJson(answer.body)).data : undefined
      return read !== undefined && (read.deleted || read.dead) ? [id] : []
    }),
  )
  return looked.flat()
}
