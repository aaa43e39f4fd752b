import type { Fields } from './request-fields.ts'

/** Properties that say when an item came to be. */
const beginnings =
  /^(created|added|saved|sent|searched|started|requested|received|uploaded|joined|invited|shared|connected)At$|^(timestamp|createdOn)$/
const changes = /^(updated|modified|changed|edited|lastChanged|lastUpdated)At$/
const ends = /^(finished|ended|completed|cancelled)At$/

/** What a new item has besides what the request says: its times, its owner, its first revision. Only properties of the item are given. */
export function stampsOfNew(
  names: readonly string[],
  { now, organizationId, userId }: { now: number; organizationId: string; userId: string },
): Fields {
  const instant = toInstant(now)
  const stamps: Fields = {}
  for (const name of names) {
    if (beginnings.test(name) || changes.test(name)) stamps[name] = instant
    else if (name === 'revision' || name === 'version') stamps[name] = 1
    else if (name === 'organizationId') stamps[name] = organizationId
    else if (/^(userId|ownerId|authorId|createdBy)$/.test(name)) stamps[name] = userId
  }
  return stamps
}

/** When an item was changed. */
export function stampsOfChange(item: Fields, now: number): Fields {
  return Object.fromEntries(
    Object.keys(item)
      .filter((name) => changes.test(name))
      .map((name) => [name, toInstant(now)]),
  )
}

/** Counts of its changes, which go up whatever the request says: it says what they were before. */
export function countsOfChange(item: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    ['revision', ...names].flatMap((name) => {
      const count = item[name]
      return typeof count === 'number' ? [[name, count + 1]] : []
    }),
  )
}

/** What the end of its progress gives an item. */
export function stampsOfEnd(item: Fields, now: number): Fields {
  return Object.fromEntries(
    Object.keys(item)
      .filter((name) => ends.test(name))
      .map((name) => [name, toInstant(now)]),
  )
}

/** RFC 3339 in UTC, in whole seconds as the product API writes them. */
export function toInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
