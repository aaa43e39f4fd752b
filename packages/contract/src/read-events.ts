export interface SentEvent {
  id: string | null
  event: string
  data: string
}

/** Parses a whole text of server-sent events (WHATWG HTML, 9.2); an event that was cut off at the end is omitted. */
export function readEvents(text: string): SentEvent[] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n\n')
  return blocks.slice(0, -1).flatMap((block) => {
    const fields = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
    const valuesOf = (name: string): string[] =>
      fields
        .filter((line) => line === name || line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
    const data = valuesOf('data')
    if (data.length === 0) return []
    return [{ id: valuesOf('id').at(-1) ?? null, event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }]
  })
}
