/**
 * A query string with its question mark; empty without parameters. Undefined and null values are omitted, except for names in `nullables`, which are
 * sent as null.
 */
export const toQuery = (values: object = {}, nullables: readonly string[] = []): string => {
  const form = toForm(values)
  for (const name of nullables) if (!form.has(name)) form.set(name, 'null')
  const text = String(form)
  return text && `?${text}`
}

/** A value in a path; empty for one that is missing, which `prepareCall` refuses. */
export const toStep = (value: string | number | undefined): string => encodeURIComponent(value ?? '')

/** A form-encoded body: lists repeat their name, and undefined or null values are omitted. */
export const toForm = (values: object): URLSearchParams =>
  new URLSearchParams(fieldsOf(values).map(([name, value]) => [name, String(value)]))

/** A multipart body: files as they are, the named fields as JSON, everything else as text. */
export const toMultipart = (values: object, jsonFields: readonly string[] = []): FormData => {
  const form = new FormData()
  for (const [name, value] of fieldsOf(values, jsonFields))
    form.append(name, value instanceof Blob ? value : String(value))
  return form
}

/** A body that may be multipart or JSON: multipart once it contains a file. */
export const toBody = (values: object, jsonFields?: readonly string[]): { body: FormData } | { json: object } =>
  Object.values(values).some((value) => value instanceof Blob)
    ? { body: toMultipart(values, jsonFields) }
    : { json: values }

/** The values with the named texts trimmed and in lower case, as the specification (§5) requires for titles. */
export const lowerCase = <T extends object>(values: T, names: readonly string[]): T => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
      names.includes(name) && typeof value === 'string' ? [[name, value.trim().toLowerCase()]] : [],
    ),
  ),
})

const fieldsOf = (values: object, jsonFields: readonly string[] = []): [string, unknown][] =>
  Object.entries(values)
    .flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
      if (jsonFields.includes(name)) return [[name, JSON.stringify(value)]]
      return Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]]
    })
    .filter(([, value]) => value !== undefined && value !== null)
