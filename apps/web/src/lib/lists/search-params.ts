/**
 * URL search parameters as plain strings; a repeated name becomes an array. The router's default parses values as JSON, which
 * would turn the topic "2026" into a number and quote every string that looks like one.
 */
export type PlainSearch = Record<string, string | readonly string[] | undefined>

export const parsePlainSearch = (text: string): PlainSearch => {
  const search: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name]
    search[name] = before === undefined ? value : [before, value].flat()
  }
  return search
}

export const stringifyPlainSearch = (search: Record<string, unknown>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const item of [value].flat())
      if ((typeof item === 'string' && item !== '') || typeof item === 'number') params.append(name, String(item))
  // Keeps a list such as sig_a,sig_b readable: a comma needs no escaping in a query.
  const text = params.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}
