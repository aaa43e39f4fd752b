/**
 * The parts of a group, the largest first, whose members are like each other on average: two parts are one while the mean strength between
 * their members is at least `leastMean` (average linkage, Sokal & Michener 1958). Found by chains of nearest neighbours (Murtagh 1983), which
 * gives the same parts as always joining the strongest two, in time of the square of the members.
 */
export function linkParts(
  members: readonly number[],
  /** Of two members by their places in the list; 0 for those that have nothing in common. */
  strengthOf: (a: number, b: number) => number,
  leastMean: number,
): number[][] {
  const count = members.length
  const means = new Float64Array(count * count)
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++) means[a * count + b] = means[b * count + a] = strengthOf(a, b)
  const parts = members.map((member): number[] | null => [member])
  const isOver = new Uint8Array(count)
  const chain: number[] = []

  const findNearest = (of: number, before: number | undefined): number => {
    // of equals the one before, so that a chain ends
    let nearest = before ?? -1
    let most = before === undefined ? -Infinity : (means[of * count + before] ?? 0)
    for (let other = 0; other < count; other++) {
      const mean = means[of * count + other] ?? 0
      if (other === of || parts[other] === null || mean <= most) continue
      nearest = other
      most = mean
    }
    return most >= leastMean ? nearest : -1
  }

  const join = (into: number, gone: number): void => {
    const [one, other] = [parts[into] ?? [], parts[gone] ?? []]
    for (let third = 0; third < count; third++) {
      if (third === into || third === gone || parts[third] === null) continue
      const sum = (means[into * count + third] ?? 0) * one.length + (means[gone * count + third] ?? 0) * other.length
      means[into * count + third] = means[third * count + into] = sum / (one.length + other.length)
    }
    parts[into] = [...one, ...other]
    parts[gone] = null
  }

  for (let start = 0; start < count; start++) {
    if (parts[start] === null || isOver[start] === 1) continue
    chain.push(start)
    while (chain.length > 0) {
      const last = chain.at(-1) ?? 0
      const before = chain.at(-2)
      const nearest = findNearest(last, before)
      if (nearest === -1) {
        // nothing is near enough, and joining others brings nothing nearer
        isOver[last] = 1
        chain.pop()
      } else if (nearest === before) {
        chain.length -= 2
        join(Math.min(last, before), Math.max(last, before))
        if (chain.length === 0) chain.push(Math.min(last, before))
      } else chain.push(nearest)
    }
  }
  return parts.filter((part) => part !== null).toSorted((a, b) => b.length - a.length)
}
