import {
  batchRefusals,
  cutTo,
  linesOf,
  maxListedRejections,
  maxStoredDifferences,
  maxTitleLength,
  noteOfImport,
  rejectUndatable,
} from '@auspex/contract/import-lines'
import type { ImportBatch, ImportDifference } from '@auspex/sdk/types'
import { RefusalError } from '../http/problem.ts'
import { type Fields, fieldsAt, valueAtPlace } from './fields.ts'
import type { NamedItem, Task } from './task.ts'

/** Adds the documents of a batch to the library, and returns what the import counts then, with a note about its rejected lines. */
export function storeDocuments({ input, context, caller, collection }: Task, item: Fields) {
  const id = String(item[collection.key])
  const batch = rejectUndatable(input.body as ImportBatch, new Date(context.clock.now())) // as the contract checked it
  const { documents, rejected: refused } = batch
  const outcomes = context.signals.addDocuments(documents, { ...caller, importId: id })
  const stored = outcomes.filter(({ isNew }) => isNew).length
  const lines = linesOf(batch)
  const differences = documents.flatMap(({ nativeId, title }, at): ImportDifference[] => {
    const storedTitle = outcomes[at]?.differingTitle ?? null
    const titles = { title: cutTo(maxTitleLength, title), storedTitle: cutTo(maxTitleLength, storedTitle ?? '') }
    return storedTitle === null ? [] : [{ line: lines?.[at] ?? null, nativeId, ...titles }]
  })
  const row = context.store.find(collection.name, id)
  const rejections = [...(row?.rejections ?? []), ...refused].slice(0, maxListedRejections)
  Object.assign(row ?? {}, { rejections })
  const duplicates = documents.length - stored
  const counts = { stored, duplicates, differing: differences.length, rejected: refused.length }
  const sums = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(item[name]) + count]))
  return Object.entries({
    ...sums,
    differences: [...fieldsAt(item['differences']), ...differences].slice(0, maxStoredDifferences),
    note: noteOfImport({ rejected: Number(sums['rejected']), rejections }),
  })
}

/** Whether the request changes nothing: the item is final, or has its content already. Throws a `RefusalError` (409) for a batch that does not follow. */
export function isUnchanged({ operation: { resource }, collection, input }: Task, item: Fields): boolean {
  const { sequence, final = {} } = resource
  const isFinal = resource.final !== undefined && Object.entries(final).every(([name, value]) => item[name] === value)
  if (sequence === undefined) return isFinal
  const next = Number(item[sequence.at]) + 1
  if (Number(valueAtPlace(sequence.last, input)) < next) return true
  const id = String(item[collection.key])
  if (isFinal) throw new RefusalError({ status: 409, code: sequence.over, title: batchRefusals.finished(id) })
  const first = Number(valueAtPlace(sequence.first, input))
  if (first === next) return false
  throw new RefusalError({ status: 409, code: sequence.code, title: batchRefusals.outOfOrder(id, { next, first }) })
}

/** An import with the documents that go with it, and those that stay, where the operation shows what a deletion does; other items as they are. */
export function countDeletion({ operation, collection, context }: Task, { id, item }: NamedItem): Fields {
  const isOfImports = collection.operations.some(({ resource }) => resource.imports)
  const counts = isOfImports && operation.resource.shows !== undefined ? context.signals.countDocuments(id) : null
  return counts === null ? item : { ...item, stored: counts.going, kept: counts.staying }
}
