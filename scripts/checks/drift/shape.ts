/**
 * Describes the first place where two JSON values differ in shape, or returns null. Objects must have the same properties and values the same
 * type; null matches any value, and a list of any length is compared by its first item.
 */
export function shapeDifference(ours: unknown, theirs: unknown, place = ''): string | null {
  if (ours === null || theirs === null) return null
  const [left, right] = [kindOf(ours), kindOf(theirs)]
  if (left !== right) return `${place || '/'} is ${left} on the real server and ${right} on the mock`
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (ours.length === 0 || theirs.length === 0) return null
    return shapeDifference(ours[0], theirs[0], `${place}/0`)
  }
  if (left !== 'object') return null
  const [mine, other] = [ours as Record<string, unknown>, theirs as Record<string, unknown>] // both are objects
  const names = [...new Set([...Object.keys(mine), ...Object.keys(other)])]
  for (const name of names) {
    // a problem's explanation is optional
    if (!(name in mine) || !(name in other)) {
      if (place === '' && (name === 'detail' || name === 'errors')) continue
      return `${place}/${name} is only on the ${name in mine ? 'real server' : 'mock'}`
    }
    const difference = shapeDifference(mine[name], other[name], `${place}/${name}`)
    if (difference !== null) return difference
  }
  return null
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}
