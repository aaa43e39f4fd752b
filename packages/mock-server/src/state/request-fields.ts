import type { CheckedInput, Resource, UploadedFile } from '@auspex/contract'
import { valueAt } from './pointer.ts'

export type Fields = Record<string, unknown>

/** The value at a path of a request: `path.NAME`, `query.NAME` or `body.POINTER`. */
export function valueAtPlace(place: string, input: CheckedInput): unknown {
  const dot = place.indexOf('.')
  const part = place.slice(0, dot)
  const name = place.slice(dot + 1)
  if (part === 'body') return valueAt(input.body, name)
  const values = (part === 'path' ? input.path : input.query) as Fields // objects of parameters, checked by checkRequest
  return values[name]
}

/** The values of a request for an item, by pointer into the item: fields of its body, then of its path. Those that identify the item or its parent are left out. */
export function fieldsFor(resource: Resource, input: CheckedInput): [pointer: string, value: unknown][] {
  const naming = new Set([resource.id, resource.within?.id])
  const body = isFields(input.body)
    ? Object.entries(input.body).map(([name, value]) => [`body./${name}`, name, value] as const)
    : []
  const path = Object.entries(input.path as Fields).map(([name, value]) => [`path.${name}`, name, value] as const) // an object of parameters
  const given = [...path, ...body].flatMap(([place, name, value]) =>
    naming.has(place) || value === undefined
      ? []
      : placesOf(resource, name).map((pointer) => ({ pointer, value, isOwn: pointer === `/${name}` })),
  )
  // a field with exactly that name takes precedence over one mapped to it
  return given
    .toSorted((left, right) => Number(left.isOwn) - Number(right.isOwn))
    .map(({ pointer, value }) => [pointer, value])
}

/** Where the item has a field of the request, by JSON pointer. */
export function placesOf({ fields }: Resource, name: string): string[] {
  return [fields?.[name] ?? name].flat().map((target) => (target.startsWith('/') ? target : `/${target}`))
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isFile(value: unknown): value is UploadedFile {
  return isFields(value) && value['bytes'] instanceof Uint8Array
}
