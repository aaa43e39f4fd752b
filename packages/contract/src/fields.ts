/** Values by name as they stand in a query string or a form: a list where the contract allows one, null where it allows that, else text. */
export type Fields = Record<string, string | string[] | null>

/** Names that are not plain text. */
export interface FieldKinds {
  lists: ReadonlySet<string>
  /** Their null is written as the text `null`. */
  nullables?: ReadonlySet<string>
}

/** More than any operation has parameters or fields, repeated ones counted each; its bars hold the contract below it. */
export const mostFields = 1000

/**
 * Reads a query string or an urlencoded form. A repeated name that is no list stays a list and then fails its check,
 * rather than silently losing a value. Null for more fields than any operation has, which are not read.
 */
export function readFields(text: string, { lists, nullables }: FieldKinds): Fields | null {
  if (hasMoreFields(text)) return null
  const all = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const before = all.get(name)
    if (before === undefined) all.set(name, [value])
    else before.push(value)
  }
  const fields: Fields = Object.create(null) as Fields // a parameter may be called __proto__
  for (const [name, values] of all) {
    const [first = ''] = values
    const isNull = nullables?.has(name) === true && first === 'null'
    fields[name] = lists.has(name) || values.length > 1 ? values : isNull ? null : first
  }
  return fields
}

/** Leaves out what may be left out and is empty, as a form sends a field that nobody filled in (decision 0105). */
export function withoutEmpty(fields: Fields, optional: ReadonlySet<string>): Fields {
  for (const [name, value] of Object.entries(fields))
    if (optional.has(name) && [value].flat().every((each) => each === '')) delete fields[name]
  return fields
}

function hasMoreFields(text: string): boolean {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1
    if (fields > mostFields) return true
  }
  return false
}
