const name = "[\\w!#$%&'*+.^`|~-]+"
const mediaType = new RegExp(`^\\s*(${name}/${name})\\s*(?:;|$)`)
const parameter = new RegExp(`;\\s*(${name})=("(?:[^"\\\\]|\\\\.)*"|${name})`, 'g')

export interface MediaType {
  /** Lower-case, without parameters. */
  type: string
  /** By lower-case name. */
  parameters: ReadonlyMap<string, string>
}

/** Reads a Content-Type header (RFC 9110, 8.3); null for what is none. */
export function parseMediaType(header: string): MediaType | null {
  const type = mediaType.exec(header)?.[1]
  if (type === undefined) return null
  return { type: type.toLowerCase(), parameters: parseParameters(header) }
}

/** Reads the `; name=value` parts of a header. */
export function parseParameters(header: string): Map<string, string> {
  return new Map(
    [...header.matchAll(parameter)].map(([, key = '', value = '']) => [
      key.toLowerCase(),
      value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : value,
    ]),
  )
}
