/** Index of the first place at or behind `from` where `wanted` stands in `bytes`; -1 when it stands nowhere. */
export function findBytes(bytes: Uint8Array, pattern: Uint8Array, from: number): number {
  const [first] = pattern
  if (first === undefined) return from
  const last = bytes.length - pattern.length
  for (let at = bytes.indexOf(first, from); at !== -1 && at <= last; at = bytes.indexOf(first, at + 1)) {
    let matched = 1
    while (matched < pattern.length && bytes[at + matched] === pattern[matched]) matched += 1
    if (matched === pattern.length) return at
  }
  return -1
}
