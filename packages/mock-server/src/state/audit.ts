import type { AuditChangeRule, AuditRules, CheckedInput } from '@auspex/contract'
import type { Caller } from '../identity/caller.ts'
import type { ServedOperation } from '../replies/served-contract.ts'
import { valueAt, type Fields, isFields, valueAtPlace } from './fields.ts'
import { toInstant } from './stamps.ts'
import type { ResourceContext } from './task.ts'

/** A request that may change an audited item. */
export interface AuditedRequest {
  context: ResourceContext
  served: ServedOperation
  input: CheckedInput
  caller: Caller
  requestId: string
}

/** Reads an item before it is changed, and returns a function that records the change; it records nothing when nothing changed. */
export function beginEntry(request: AuditedRequest, rules: AuditRules): () => void {
  const { context } = request
  const before = itemOf(request, rules, idIn(request, rules))
  return () => {
    const id = idIn(request, rules) ?? context.store.rows(rules.target)[0]?.id ?? '-'
    const after = itemOf(request, rules, id)
    const changes = rules.changes
      .map((rule) => toChange(request, rule, { before, after }))
      .filter((change) => change.before !== change.after)
    if (changes.length > 0) addEntry(request, { rules, id, item: after ?? before ?? {}, changes })
  }
}

interface Entry {
  rules: AuditRules
  id: string
  item: Fields
  changes: object[]
}

function addEntry({ context, served, caller, requestId }: AuditedRequest, { rules, id, item, changes }: Entry): void {
  const { store, clock, directory } = context
  const number = store.rows(rules.collection).length + 1
  const names = rules.names.map((name) => item[name]).filter((name) => typeof name === 'string' && name !== '')
  const { organizationId } = item
  const entry = {
    id: `${rules.prefix}${number.toString(36).padStart(8, '0')}`,
    at: toInstant(clock.now()),
    userId: caller.userId,
    userName: directory.factsOf(caller, []).name,
    operation: served.operation.id,
    target: { kind: rules.kind, id, name: names[0] ?? null },
    organizationId: rules.kind === 'organization' ? id : (organizationId ?? null),
    changes,
    requestId,
  }
  store.add(rules.collection, {
    id: entry.id,
    item: entry,
    organizationId: caller.organizationId,
    userId: caller.userId,
    progress: null,
  })
}

/** The id of the changed item; null for a new one. */
function idIn({ input }: AuditedRequest, { id }: AuditRules): string | null {
  const value = id === undefined ? null : valueAtPlace(id, input)
  return typeof value === 'string' ? value : null
}

function itemOf({ context }: AuditedRequest, { target }: AuditRules, id: string | null): Fields | null {
  const item = id === null ? undefined : context.store.find(target, id)?.item
  return item === undefined ? null : structuredClone(item)
}

function toChange(
  { input }: AuditedRequest,
  { field, at, isThere = false, entry, given, taken }: AuditChangeRule,
  { before, after }: { before: Fields | null; after: Fields | null },
): { field: string; before: string | null; after: string | null } {
  const name = field.includes('.') ? String(valueAtPlace(field, input)) : field
  if (given !== undefined) return { field: name, before: null, after: toText(valueAtPlace(given, input)) }
  if (taken !== undefined) return { field: name, before: toText(valueAtPlace(taken, input)), after: null }
  const read = (item: Fields | null): string | null => {
    if (item === null) return isThere ? 'no' : null
    const value = valueAt(item, at ?? '')
    if (isThere) return value === null || value === undefined ? 'no' : 'yes'
    if (entry === undefined) return toText(value)
    const found = Array.isArray(value) ? value.filter(isFields).find((each) => each[entry.key] === name) : undefined
    return (found === undefined ? entry.usual : found[entry.value] === true) ? 'on' : 'off'
  }
  return { field: name, before: read(before), after: read(after) }
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
