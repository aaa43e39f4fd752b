/** Values that steps may refer to: the parameters, and the outputs of earlier steps. */
export interface Scope {
  parameters: ReadonlyMap<string, unknown>
  /** Tool and output by step. */
  results: ReadonlyMap<string, { tool: string; output: unknown }>
}

export interface Reference {
  root: 'parameters' | 'steps' | 'results'
  name: string
  path: readonly PathPart[]
}

type PathPart = { field: string } | { index: number } | { from: number; to: number | null }

/** A value that a step refers to is missing. */
export class MissingValueError extends Error {
  override readonly name = 'MissingValueError'
}

const placeholder = /\{\{\s*([^{}]{1,200}?)\s*\}\}/g
const onlyReference = /^\{\{\s*([^{}]{1,200}?)\s*\}\}$/
const pattern =
  /^(parameters|steps|results)\.([a-z][A-Za-z0-9_]{0,39})((?:\.[A-Za-z_][A-Za-z0-9_]{0,59}|\[(?:\*|\d{1,4}|\d{1,4}:\d{0,4})\])*)$/
const parts = /\.([A-Za-z_][A-Za-z0-9_]*)|\[(\*|\d+|\d+:\d*)\]/g

/** Parses the text between double braces; null when it is not a reference. */
export function parseReference(text: string): Reference | null {
  const [, root, name, path = ''] = pattern.exec(text) ?? []
  if (root === undefined || name === undefined) return null
  return {
    root: root as Reference['root'],
    name,
    path: [...path.matchAll(parts)].map(([, field, at]) => toPart(field, at)),
  }
}

function toPart(field: string | undefined, at = ''): PathPart {
  if (field !== undefined) return { field }
  if (at === '*') return { from: 0, to: null }
  const [from = '', to] = at.split(':')
  if (to === undefined) return { index: Number(from) }
  return { from: Number(from), to: to === '' ? null : Number(to) }
}

/** Every text between double braces in a value, in order. */
export function listPlaceholders(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(placeholder)].map(([, text = '']) => text)
  if (Array.isArray(value)) return value.flatMap(listPlaceholders)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listPlaceholders)
  return []
}

/**
 * Fills in every reference of a value. A reference that is a whole text keeps its type, and its field is omitted when a parameter has no value;
 * within a longer text it is inserted as text. Inserted values are never scanned for references. Throws `MissingValueError`.
 */
export function fillIn(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') {
    const [, only] = onlyReference.exec(value) ?? []
    if (only !== undefined) return valueOf(only, scope)
    return value.replaceAll(placeholder, (_all, text: string) => write(valueOf(text, scope)))
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, scope)).filter((item) => item !== undefined)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]): [string, unknown][] => {
      const filled = fillIn(field, scope)
      return filled === undefined ? [] : [[key, filled]]
    }),
  )
}

function valueOf(text: string, { parameters, results }: Scope): unknown {
  const reference = parseReference(text)
  if (reference === null) throw new MissingValueError(`{{${text}}} is no reference`)
  const { root, name, path } = reference
  if (root === 'parameters') return parameters.get(name) ?? undefined
  const result = results.get(name)
  if (result === undefined) throw new MissingValueError(`The step ${name} found nothing`)
  if (root === 'results') return result
  const resolved = follow(result.output, path)
  if (resolved === undefined || resolved === null)
    throw new MissingValueError(`The step ${name} found no value for {{${text}}}`)
  return resolved
}

function follow(value: unknown, [part, ...rest]: readonly PathPart[]): unknown {
  if (part === undefined) return value
  if ('field' in part) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return follow(Object.hasOwn(value, part.field) ? Reflect.get(value, part.field) : undefined, rest)
  }
  if (!Array.isArray(value)) return undefined
  if ('index' in part) return follow(value[part.index], rest)
  const slice: unknown[] = value.slice(part.from, part.to ?? undefined)
  return slice.map((item) => follow(item, rest)).filter((item) => item !== undefined && item !== null)
}

function write(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(write).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
