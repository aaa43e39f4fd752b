/** Values by name as they stand in a query string or a form: a list where the contract allows one, else text. */
export type Fields = Record<string, string | string[]>

/**
 * Reads a query string or an urlencoded form. A repeated name that is no list stays a list and then fails its check,
 * rather than silently losing a value.
 */
export function readFields(text: string, lists: ReadonlySet<string>): Fields {
  const values = new URLSearchParams(text)
  const fields: Fields = Object.create(null) as Fields // a parameter may be called __proto__
  for (const name of new Set(values.keys())) {
    const all = values.getAll(name)
    fields[name] = lists.has(name) || all.length > 1 ? all : (all[0] ?? '')
  }
  return fields
}
