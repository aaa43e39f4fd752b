/** A query string with its question mark; empty when nothing is asked. */
export const toQuery = (values: object = {}): string => {
  const text = String(toForm(values))
  return text && `?${text}`
}

/** A body in the form of a web form: lists repeat their name, and what is unknown is left out. */
export const toForm = (values: object): URLSearchParams =>
  new URLSearchParams(fieldsOf(values).map(([name, value]) => [name, String(value)]))

/** A body of parts: files as they are, objects and lists of objects as JSON, all else as text. */
export const toMultipart = (values: object): FormData => {
  const form = new FormData()
  for (const [name, value] of fieldsOf(values, isPlain))
    form.append(name, value instanceof Blob ? value : textOf(value))
  return form
}

/** A body that may come in parts or as JSON: in parts once it holds a file. */
export const toBody = (values: object): { body: FormData } | { json: object } =>
  Object.values(values).some((value) => value instanceof Blob) ? { body: toMultipart(values) } : { json: values }

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value instanceof Blob

const textOf = (value: unknown): string => (isPlain(value) ? String(value) : JSON.stringify(value))

const fieldsOf = (values: object, mayRepeat = (_value: unknown): boolean => true): [string, unknown][] =>
  Object.entries(values)
    .flatMap(([name, value]: [string, unknown]): [string, unknown][] =>
      Array.isArray(value) && value.every(mayRepeat) ? value.map((each) => [name, each]) : [[name, value]],
    )
    .filter(([, value]) => value !== undefined && value !== null)
