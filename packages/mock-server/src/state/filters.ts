import { type Fields, isFields } from './request-fields.ts'

/** Words that stand for everything in filters. */
const everything: ReadonlySet<unknown> = new Set(['all', '-', '', null, undefined])

/** Tells whether an item has the values that a query asks for. Parameters of which items have no property are no filters. */
export function matchesFilters(item: Fields, query: Fields): boolean {
  return Object.entries(query).every(([name, filter]) => {
    if (everything.has(filter) || !Object.hasOwn(item, name)) return true
    const has = item[name]
    const options = Array.isArray(filter) ? filter : [filter]
    if (options.length === 0) return true
    return Array.isArray(has)
      ? options.some((option) => has.some((each) => isSame(each, option)))
      : options.some((option) => isSame(has, option))
  })
}

function isSame(has: unknown, wanted: unknown): boolean {
  return has === wanted || (isFields(has) && has['id'] === wanted)
}
