import { ch, type Fragment, integer, join, longs, text, texts } from '../../../../adapters/clickhouse/statement.ts'
import { type DocumentId, fromDocumentId } from '../../document-id.ts'
import type { ArticleMute, MutedFilter } from '../../lists/article-list.ts'
import { conditionOfQuery } from '../conditions.ts'
import { isPlaced, type ListParts } from './list-condition.ts'

/** The articles of a filter, as PostgreSQL's `toArticleCondition` finds them. */
export async function toArticleCondition({ toCondition }: ListParts, filter: MutedFilter): Promise<Fragment> {
  const { world, questions, country = null, outlets, fromDay, toDay, publishedTo = null, ids } = filter
  const parts = [await toCondition({ world, tsquery: null, kinds: ['article'], country, fromDay, toDay, publishedTo })]
  for (const group of questions)
    parts.push(group.length === 0 ? ch`0` : ch`(${join(await Promise.all(group.map(toCondition)), ' or ')})`)
  if (outlets != null) parts.push(ch`has(${texts(outlets)}, outlet_name)`)
  if (ids != null) parts.push(isPlaced(ids))
  return join(parts, ' and ')
}

/** That a document is one of these, asked of documents that are read anyway: looked up by hash, however many there are. */
export function isAmong(ids: readonly DocumentId[]): Fragment {
  const stored = ids.flatMap((id) => fromDocumentId(id) ?? [])
  return stored.length === 0 ? ch`0` : ch`(id in (select arrayJoin(${longs(stored)})))`
}

/** The place of the first mute that hides an article, from 1; 0 when none does. */
export async function toMute({ engine }: Pick<ListParts, 'engine'>, mutes: readonly ArticleMute[]): Promise<Fragment> {
  if (mutes.length === 0) return ch`0`
  const cases = await Promise.all(
    mutes.map(async (mute, at) => ch`${await isMuted({ engine }, mute)}, ${integer(at + 1)}`),
  )
  return ch`multiIf(${join(cases, ', ')}, 0)`
}

export async function isMuted({ engine }: Pick<ListParts, 'engine'>, mute: ArticleMute): Promise<Fragment> {
  if (mute.kind === 'word') return conditionOfQuery(engine, mute.query)
  if (mute.kind === 'story') return isAmong(mute.ids)
  return ch`lower(outlet_name) = ${text(mute.outlet.toLowerCase())}`
}
