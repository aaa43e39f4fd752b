/** A query string with its question mark; empty when nothing is asked. */
export const toQuery = (values: object = {}): string => {
  const text = String(toForm(values))
  return text && `?${text}`
}

/** A body in the form of a web form: lists repeat their name, and what is unknown is left out. */
export const toForm = (values: object): URLSearchParams =>
  new URLSearchParams(fieldsOf(values).map(([name, value]) => [name, String(value)]))

/** A body of parts: files as they are, the named fields as JSON, all else as text. */
export const toMultipart = (values: object, jsonFields: readonly string[] = []): FormData => {
  const form = new FormData()
  for (const [name, value] of fieldsOf(values, jsonFields))
    form.append(name, value instanceof Blob ? value : String(value))
  return form
}

/** A body that may come in parts or as JSON: in parts once it holds a file. */
export const toBody = (values: object, jsonFields?: readonly string[]): { body: FormData } | { json: object } =>
  Object.values(values).some((value) => value instanceof Blob)
    ? { body: toMultipart(values, jsonFields) }
    : { json: values }

const fieldsOf = (values: object, jsonFields: readonly string[] = []): [string, unknown][] =>
  Object.entries(values)
    .flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
      if (jsonFields.includes(name)) return [[name, JSON.stringify(value)]]
      return Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]]
    })
    .filter(([, value]) => value !== undefined && value !== null)
