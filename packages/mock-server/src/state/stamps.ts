import type { Fields } from './fields.ts'

/** Properties with the time of an item's creation. */
const beginnings =
  /^(created|added|saved|sent|searched|started|requested|received|uploaded|joined|invited|shared|connected|deleted)At$|^(timestamp|createdOn)$/
const changes = /^(updated|modified|changed|edited|lastChanged|lastUpdated)At$/
const ends = /^(finished|ended|completed|cancelled)At$/

/** Generated values of a new item: its times, its owner, its first revision. Only properties that the item has; a time that is null is yet to come. */
export function stampsOfNew(
  item: Fields,
  { now, organizationId, userId }: { now: number; organizationId: string; userId: string },
): Fields {
  const instant = toInstant(now)
  const stamps: Fields = {}
  for (const [name, value] of Object.entries(item)) {
    if (beginnings.test(name) || changes.test(name)) stamps[name] = value === null ? null : instant
    else if (name === 'revision' || name === 'version') stamps[name] = 1
    else if (name === 'organizationId') stamps[name] = organizationId
    else if (/^(userId|ownerId|authorId|createdBy)$/.test(name)) stamps[name] = userId
  }
  return stamps
}

/** Properties with the time of an item's last change. */
export function stampsOfChange(item: Fields, now: number): Fields {
  return Object.fromEntries(
    Object.keys(item)
      .filter((name) => changes.test(name))
      .map((name) => [name, toInstant(now)]),
  )
}

/** Revision counters, which increase regardless of the request, which has their previous value. */
export function countsOfChange(item: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    ['revision', ...names].flatMap((name) => {
      const count = item[name]
      return typeof count === 'number' ? [[name, count + 1]] : []
    }),
  )
}

/** The values of an item when it completes. */
export function stampsOfEnd(item: Fields, now: number): Fields {
  return Object.fromEntries(
    Object.keys(item)
      .filter((name) => ends.test(name))
      .map((name) => [name, toInstant(now)]),
  )
}

/** RFC 3339 in UTC, in whole seconds as in the product API. */
export function toInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
