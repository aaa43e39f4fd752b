/** The longest body in bytes that the log keeps. */
const longest = 65_536

/** What the log keeps of a body: files by their length, and nothing of what would fill the memory. */
export function loggedBody(body: unknown, headers: Readonly<Record<string, string | undefined>>): unknown {
  if (body === undefined || (!Array.isArray(body) && Number(headers['content-length']) > longest)) return null
  return Array.isArray(body) ? body.map(withoutFile) : body
}

function withoutFile(part: unknown): unknown {
  if (!Array.isArray(part)) return part
  const [name, value] = part as [string, unknown] // a part of a form
  if (typeof value !== 'object' || value === null || !('bytes' in value) || !(value.bytes instanceof Uint8Array))
    return part
  return [name, { ...value, bytes: value.bytes.byteLength }]
}
