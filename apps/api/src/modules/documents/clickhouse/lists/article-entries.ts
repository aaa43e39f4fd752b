import type { ArticleFilter, ArticleSlice, ListedArticles } from '../../lists/article-list.ts'
import { type ArticleEntry, cutArticles } from '../../lists/cut-articles.ts'
import { fromDocumentId } from '../../document-id.ts'
import { firstRows } from './first-rows.ts'
import { countTellings, placesOfStories } from './story-places.ts'

/** The articles that match, a place each. */
export interface ArticleRows {
  readonly length: number
  readonly id: BigInt64Array
  readonly cluster: BigInt64Array
  readonly outlet: Int32Array
  readonly ms: Float64Array
  /** 1 for those that the person has read. */
  readonly read: Uint16Array
  /** The place of the mute that hides it, from 1. */
  readonly mute: Uint16Array
}

interface Entries {
  /** The row of its first telling; -1 where every copy is hidden. */
  first: Int32Array
  documents: Int32Array
  outlets: Int32Array
  read: Uint8Array
  mute: Uint16Array
}

/**
 * One entry for all copies of a text, at the time of its first telling, and a slice of them: what PostgreSQL's `listArticles` answers.
 * Pure.
 */
export function listEntries(
  rows: ArticleRows,
  { mutes, isUnreadOnly, withMuted }: Pick<ArticleFilter, 'mutes' | 'isUnreadOnly' | 'withMuted'>,
  slice: ArticleSlice,
): ListedArticles {
  const entries = groupCopies(rows, withMuted)
  const all = Array.from(entries.first.keys()).filter((place) => (entries.first[place] ?? -1) >= 0)
  const unread = all.filter((place) => entries.read[place] === 0)
  const shown = isUnreadOnly ? unread : all
  return {
    ...cutArticles(
      sliceEntries(rows, entries, shown, slice).map((place) => toEntry(rows, entries, place)),
      slice,
    ),
    total: shown.length,
    unread: unread.length,
    hidden: countHidden(rows, mutes.length),
  }
}

function groupCopies(rows: ArticleRows, withMuted: boolean): Entries {
  const told = placesOfStories(rows)
  const { places, stories } = told
  const isLeftOut = (row: number) => !withMuted && (rows.mute[row] ?? 0) > 0
  const entries: Entries = {
    first: new Int32Array(stories).fill(-1),
    ...countTellings(told, rows.outlet, isLeftOut),
    read: new Uint8Array(stories),
    mute: new Uint16Array(stories).fill(65_535),
  }
  for (let row = 0; row < rows.length; row += 1) {
    if (isLeftOut(row)) continue
    const place = places[row] ?? 0
    const before = entries.first[place] ?? -1
    if (before < 0 || isEarlier(rows, row, before)) entries.first[place] = row
    entries.read[place] = (entries.read[place] ?? 0) | (rows.read[row] ?? 0)
    entries.mute[place] = Math.min(entries.mute[place] ?? 0, rows.mute[row] ?? 0)
  }
  return entries
}

/** Entries of equal time by the name of their story. */
function sliceEntries(
  { ms, cluster }: ArticleRows,
  { first }: Entries,
  shown: readonly number[],
  { perPage, offset, after, order }: ArticleSlice,
): number[] {
  const direction = order === 'newest' ? -1 : 1
  const timeOf = (place: number) => ms[first[place] ?? 0] ?? 0
  const storyOf = (place: number) => cluster[first[place] ?? 0] ?? 0n
  const compare = (one: number, other: number) =>
    direction * (timeOf(one) - timeOf(other) || (storyOf(one) < storyOf(other) ? -1 : 1))
  if (after === null) return firstRows(shown, offset + perPage + 1, compare).slice(offset)
  const time = Number(after.key) / 1_000
  const stored = fromDocumentId(after.id)
  const story = stored === null ? null : BigInt(stored)
  const isBeyond = (place: number) => {
    const later = direction * (timeOf(place) - time)
    if (later !== 0 || story === null) return later > 0
    return order === 'newest' ? storyOf(place) < story : storyOf(place) > story
  }
  return firstRows(shown.filter(isBeyond), perPage + 1, compare)
}

function toEntry(rows: ArticleRows, entries: Entries, place: number): ArticleEntry {
  const first = entries.first[place] ?? 0
  return {
    id: String(rows.cluster[first]),
    key: String(BigInt(rows.ms[first] ?? 0) * 1_000n),
    document: String(rows.id[first]),
    documents: entries.documents[place] ?? 0,
    outlets: entries.outlets[place] ?? 0,
    read: entries.read[place] === 1,
    mute: entries.mute[place] ?? 0,
  }
}

function countHidden({ mute }: ArticleRows, mutes: number): number[] {
  const hidden = Array.from({ length: mutes }, () => 0)
  for (const place of mute) if (place > 0) hidden[place - 1] = (hidden[place - 1] ?? 0) + 1
  return hidden
}

function isEarlier({ ms, id }: ArticleRows, row: number, other: number): boolean {
  const [time, otherTime] = [ms[row] ?? 0, ms[other] ?? 0]
  return time === otherTime ? (id[row] ?? 0n) < (id[other] ?? 0n) : time < otherTime
}
