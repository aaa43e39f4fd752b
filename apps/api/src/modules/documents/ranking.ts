/** The rows with the highest values seen so far; equal values by id, the lowest first. */
export interface Ranking {
  offer(value: number, row: number): void
  /** Highest first. */
  entries(): RankedId[]
}

export interface RankedId {
  value: number
  id: bigint
}

/** Order of a ranking, for sorting. */
export function byRank(a: RankedId, b: RankedId): number {
  return b.value - a.value || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** Keeps the best `size` of the rows that are offered; most offers cost one comparison. `ids` are those of the rows. */
export function createRanking(size: number, ids: BigInt64Array): Ranking {
  const best: RankedId[] = []
  let least = -Infinity
  return {
    offer(value, row) {
      if (value < least) return
      const candidate = { value, id: ids[row] as bigint } // a row of theirs
      const last = best.at(-1)
      if (best.length === size && last !== undefined && byRank(candidate, last) >= 0) return
      let place = best.length
      for (let above = best[place - 1]; above !== undefined && byRank(candidate, above) < 0; above = best[place - 1])
        place -= 1
      best.splice(place, 0, candidate)
      if (best.length > size) best.pop()
      if (best.length === size) least = best.at(-1)?.value ?? least
    },
    entries: () => best,
  }
}
