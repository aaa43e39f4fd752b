import { isFields } from './request-fields.ts'
import { type Task } from './task.ts'

/** Takes a deleted item out of the lists that other items of its organization have of such things, and counts them anew. */
export function forgetId({ context, caller }: Task, id: string): void {
  for (const { operations } of context.collections.values()) {
    const { within, key = 'id' } = operations.find(({ resource }) => resource.within !== undefined)?.resource ?? {}
    if (within === undefined) continue
    for (const row of context.store.rows(within.collection)) {
      const list = row.item[within.property]
      if (row.organizationId !== caller.organizationId || !Array.isArray(list)) continue
      const left: unknown[] = list.filter((entry) => !isFields(entry) || entry[key] !== id)
      if (left.length === list.length) continue
      const { count } = within
      row.item = { ...row.item, [within.property]: left, ...(count !== undefined && { [count]: left.length }) }
    }
  }
}
