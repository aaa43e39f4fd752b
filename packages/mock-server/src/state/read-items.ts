import { baseBody, compose, conform } from './compose.ts'
import { slice } from './paging.ts'
import { withValueAt } from './pointer.ts'
import { type Fields, isFields } from './request-fields.ts'
import { namedItems, type Task } from './task.ts'

/** Words that stand for everything in filters. */
const everything: ReadonlySet<unknown> = new Set(['all', '-', '', null, undefined])

/** Tells whether an item has the values that a query asks for. Parameters of which items have no property are no filters. */
function matchesFilters(item: Fields, query: Fields): boolean {
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

/** Answers a stored item. What advances by itself moves a step on. */
export function readItem(task: Task): unknown {
  const { operation, readOperation } = task
  const [found] = namedItems(task, true)
  return found === undefined ? baseBody(operation) : compose(operation, [conform(operation, readOperation, found.item)])
}

/** Answers the stored items that match the query, a slice of them where the operation has pages. */
export function listItems({ operation, readOperation, repository, input, collection }: Task): unknown {
  const query = input.query as Fields // an object of parameters, by checkRequest
  const filters = { ...(input.path as Fields), ...query, page: null, perPage: null, cursor: null } // of parameters, too
  const matching = repository.list().filter((item) => matchesFilters(item, filters))
  const base = baseBody(operation)
  const sliced = slice(matching, { ...pageOf(query), takesCursor: operation.takesCursor }, (item) =>
    String(item[collection.key]),
  )
  const isPaged = isFields(base) && isFields(base['page'])
  const items = (isPaged ? sliced.items : matching.slice(0, operation.maxItems)).map((item) =>
    conform(operation, readOperation, item),
  )
  const body = withValueAt(base, operation.pointer, items)
  return isPaged ? withValueAt(body, '/page', sliced.page) : body
}

function pageOf({ page, perPage, cursor }: Fields) {
  return {
    page: typeof page === 'number' ? page : 1,
    perPage: typeof perPage === 'number' ? perPage : 20,
    cursor: typeof cursor === 'string' ? cursor : null,
  }
}
