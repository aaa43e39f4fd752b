/**
 * A query string with its question mark; empty without parameters. Undefined and null values are omitted, except for names in `nullables`, which are
 * sent as null.
 */
export const toQuery = (values: object = {}, nullables: readonly string[] = []): string => {
  const form = encode(values)
  for (const name of nullables) if (!form.has(name)) form.set(name, 'null')
  const text = String(form)
  return text && `?${text}`
}

/** A value in a path; empty for one that is missing, which `prepareCall` refuses. */
export const toStep = (value: string | number | undefined): string => encodeURIComponent(value ?? '')

/** A form-encoded body, undefined for one that is missing, which `prepareCall` refuses: lists repeat their name, and undefined or null values are omitted. */
export const toForm = (values: object | undefined): URLSearchParams | undefined => values && encode(values)

/** A multipart body: files as they are, the named fields as JSON, everything else as text. */
export const toMultipart = (values: object | undefined, jsonFields: readonly string[] = []): FormData | undefined => {
  if (!values) return undefined
  const form = new FormData()
  for (const [name, value] of fieldsOf(values, jsonFields))
    form.append(name, value instanceof Blob ? value : String(value))
  return form
}

/** A body that may be multipart or JSON: multipart once it contains a file. */
export const toBody = (
  values: object | undefined,
  jsonFields?: readonly string[],
): { body: FormData | undefined } | { json: object | undefined } =>
  Object.values(values ?? {}).some((value) => value instanceof Blob)
    ? { body: toMultipart(values, jsonFields) }
    : { json: values }

/** The values with the named texts trimmed and in lower case, as the specification (§5) requires for titles. */
export const lowerCase = <T extends object>(values: T | undefined, names: readonly string[]): T | undefined =>
  values && {
    ...values,
    ...Object.fromEntries(
      Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
        names.includes(name) && typeof value === 'string' ? [[name, value.trim().toLowerCase()]] : [],
      ),
    ),
  }

const encode = (values: object): URLSearchParams =>
  new URLSearchParams(fieldsOf(values).map(([name, value]) => [name, String(value)]))

const fieldsOf = (values: object, jsonFields: readonly string[] = []): [string, unknown][] =>
  Object.entries(values)
    .flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
      if (jsonFields.includes(name)) return [[name, JSON.stringify(value)]]
      return Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]]
    })
    .filter(([, value]) => value !== undefined && value !== null)
