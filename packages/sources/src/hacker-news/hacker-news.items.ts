import { z } from 'zod'

import type { Http } from '../http/http.types.ts'
import { parseJson } from '../text/parse-json.ts'

/** Items that are looked up at most: each is a request of its own. */
const most = 40

const item = z.object({ deleted: z.boolean().default(false), dead: z.boolean().default(false) })

/**
 * Which of these items were deleted by their authors or killed by others, as the official API says: the search goes on
 * showing them for a while. What cannot be read counts as still there.
 */
export async function findDeadItems(
  ids: readonly string[],
  { http, baseUrl, signal }: { http: Http; baseUrl: string; signal: AbortSignal },
): Promise<string[]> {
  const looked = await Promise.all(
    ids.slice(0, most).map(async (id) => {
      const answer = await http.get({ url: `${baseUrl}/item/${encodeURIComponent(id)}.json`, signal, expect: 'json' })
      const read = answer.ok ? item.safeParse(parseJson(answer.body)).data : undefined
      return read !== undefined && (read.deleted || read.dead) ? [id] : []
    }),
  )
  return looked.flat()
}
