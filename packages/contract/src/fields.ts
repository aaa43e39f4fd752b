/** Values by name in a query string or a form: a list where the contract allows one, null where it allows that, otherwise text. */
export type Fields = Record<string, string | string[] | null>

/** Names that are not plain text. */
export interface FieldKinds {
  lists: ReadonlySet<string>
  /** Their null is written as the text `null`. */
  nullables?: ReadonlySet<string>
}

/** Maximum number of fields: more than any operation has parameters or fields, counting repetitions; checks of the contract keep it below this. */
export const mostFields = 1000

/**
 * Parses a query string or an urlencoded form. A repeated name that is not a list stays a list and then fails validation, rather than silently losing
 * a value. Null for more fields than any operation has, which are not parsed.
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

/** Drops optional empty fields, which a form sends when they are not filled in (docs/decisions/contract.md). */
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
