import { z } from 'zod'

import type { DailySeries } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'

const search = z.object({ pages: z.array(z.object({ key: z.string().min(1), title: z.string() })) })
const views = z.object({ items: z.array(z.object({ timestamp: z.string(), views: z.number() })) })

/** The first article that a title search found, null when it found none, undefined for an unknown shape. */
export function parseTitleSearch(body: string): { key: string; title: string } | null | undefined {
  const answer = search.safeParse(parseJson(body))
  return answer.success ? (answer.data.pages[0] ?? null) : undefined
}

/** Daily page views; undefined for an unknown shape. Days without a point are unknown. */
export function parsePageviews(body: string): DailySeries['points'] | undefined {
  const answer = views.safeParse(parseJson(body))
  if (!answer.success) return undefined
  return answer.data.items.flatMap(({ timestamp, views: value }) => {
    const match = /^(\d{4})(\d{2})(\d{2})/.exec(timestamp)
    return match ? [{ day: `${match[1]}-${match[2]}-${match[3]}`, value }] : []
  })
}
