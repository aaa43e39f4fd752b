import type { CheckedInput, Resource, UploadedFile, Validate } from '@auspex/contract'

export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isFile(value: unknown): value is UploadedFile {
  return isFields(value) && value['bytes'] instanceof Uint8Array
}

/** The objects of a list; none for anything else. */
export function fieldsAt(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : []
}

/** All objects in a value, with itself, each before those inside it. */
export function* objectsIn(value: unknown): Generator<Fields, undefined> {
  if (typeof value !== 'object' || value === null) return
  if (isFields(value)) yield value
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

/** Counts of lists in the same item: `trendCount` is the length of `trends`. */
export function lengthsOf(item: Fields): Fields {
  return Object.fromEntries(
    Object.keys(item).flatMap((name) => {
      const list = name.endsWith('Count') ? item[`${name.slice(0, -'Count'.length)}s`] : undefined
      return Array.isArray(list) ? [[name, list.length]] : []
    }),
  )
}

/** The steps of a JSON pointer (RFC 6901). */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at a pointer; undefined when there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let current = value
  for (const step of stepsOf(pointer)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined
    current = (current as Fields)[step]
  }
  return current
}

/** A copy with another value at the pointer; the same value when the pointer leads nowhere. Only objects on the path are copied. */
export function withValueAt(value: unknown, pointer: string, inner: unknown): unknown {
  return put(value, stepsOf(pointer), inner)
}

function put(value: unknown, [step, ...rest]: readonly string[], inner: unknown): unknown {
  if (step === undefined) return inner
  if (typeof value !== 'object' || value === null) return value
  const current = (value as Fields)[step]
  if (current === undefined && (rest.length > 0 || Array.isArray(value))) return value
  const changed = put(current, rest, inner)
  return Array.isArray(value) ? value.with(Number(step), changed) : { ...value, [step]: changed }
}

/** The values at a pointer in which `*` stands for each entry of a list; a list at its end counts as its entries. */
export function valuesAt(value: unknown, pointer: string): unknown[] {
  return follow(value, stepsOf(pointer))
}

function follow(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return value === undefined ? [] : [value].flat()
  if (step === '*') return Array.isArray(value) ? value.flatMap((each) => follow(each, rest)) : []
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return []
  return follow((value as Fields)[step], rest)
}

/** Values by JSON pointer. */
export type Overlay = readonly (readonly [pointer: string, value: unknown])[]

/**
 * Inserts values into a base. Values that the contract does not allow there are skipped one by one: a field of the request may have another meaning
 * in the item. `check` validates the result.
 */
export function applyOverlay<T>(base: T, overlay: Overlay, check: Validate | null): T {
  const insert = (value: unknown, [pointer, inner]: Overlay[number]) => withValueAt(value, pointer, inner)
  const all = overlay.reduce<unknown>(insert, base)
  if (check === null || check(all).length === 0) return all as T // as the check found
  const before = new Set(check(base).map(({ instancePath }) => instancePath))
  const one = overlay.reduce<unknown>((value, entry) => {
    const next = insert(value, entry)
    return check(next).every(({ instancePath }) => before.has(instancePath)) ? next : value
  }, base)
  return one as T // only valid values were inserted
}

/** Pointers and values of an object's own properties. */
export function toOverlay(values: Readonly<Fields>): Overlay {
  return Object.entries(values).map(([name, value]) => [`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, value])
}

/** The first property of a pointer. */
export function propertyOf(pointer: string): string {
  return stepsOf(pointer)[0] ?? ''
}

/** The value at a path of a request: `path.NAME`, `query.NAME` or `body.POINTER`. */
export function valueAtPlace(place: string, { path, query, body }: CheckedInput): unknown {
  const [part, name] = splitPlace(place)
  if (part === 'body') return valueAt(body, name)
  return ((part === 'path' ? path : query) as Fields)[name] // objects of parameters, checked by checkRequest
}

/** The part of a request and the name or pointer in it. */
export function splitPlace(place: string): [part: string, name: string] {
  const dot = place.indexOf('.')
  return [place.slice(0, dot), place.slice(dot + 1)]
}

/** The values of a request by name, wherever it has them. */
export function fieldsOfInput({ path, query, body }: CheckedInput): Fields {
  return { ...(path as Fields), ...(query as Fields), ...(isFields(body) ? body : {}) } // objects of parameters
}

/** The values of a request for an item, by pointer into the item: fields of its body, then of its path. Those that identify the item or its parent are left out. */
export function fieldsFor(resource: Resource, { path, body }: CheckedInput): [pointer: string, value: unknown][] {
  const naming = [resource.id, resource.within?.id]
  const given = [
    ...Object.entries(path as Fields).map(([name, value]) => ({ place: `path.${name}`, name, value })), // an object of parameters
    ...Object.entries(isFields(body) ? body : {}).map(([name, value]) => ({ place: `body./${name}`, name, value })),
  ].filter(({ place, value }) => !naming.includes(place) && value !== undefined)
  // a field with exactly that name takes precedence over one mapped to it
  return given
    .flatMap(({ name, value }) => placesOf(resource, name).map((pointer) => ({ name, pointer, value })))
    .toSorted((left, right) => Number(left.pointer === `/${left.name}`) - Number(right.pointer === `/${right.name}`))
    .map(({ pointer, value }) => [pointer, value])
}

/** The addresses of an item, written with its own values: of several forms, the first that lacks none. */
export function addressesOf({ addresses = {} }: Resource, values: Fields): Fields {
  const isWhole = (form: string) => [...form.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => values[name] != null)
  const forms = Object.entries(addresses).map(([name, byKind]) => [name, byKind[String(values['kind'])]?.find(isWhole)])
  const found = forms.filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(
    found.map(([name, form]) => [name, form.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key]))]),
  )
}

/** Where the item has a field of the request, by JSON pointer. */
export function placesOf({ fields }: Resource, name: string): string[] {
  return [fields?.[name] ?? name].flat().map((target) => (target.startsWith('/') ? target : `/${target}`))
}

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
