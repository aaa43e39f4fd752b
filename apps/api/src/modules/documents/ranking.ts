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
export const byRank = (a: RankedId, b: RankedId): number =>
  b.value - a.value || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Keeps the best `size` of the rows that are offered; most offers cost one comparison. `ids` are those of the rows. */
export function createRanking(size: number, ids: BigInt64Array): Ranking {
  const kept: RankedId[] = []
  let least = -Infinity
  return {
    offer(value, row) {
      if (value < least) return
      const offered = { value, id: ids[row] as bigint } // a row of theirs
      const last = kept.at(-1)
      if (kept.length === size && last !== undefined && byRank(offered, last) >= 0) return
      let place = kept.length
      for (let above = kept[place - 1]; above !== undefined && byRank(offered, above) < 0; above = kept[place - 1])
        place -= 1
      kept.splice(place, 0, offered)
      if (kept.length > size) kept.pop()
      if (kept.length === size) least = kept.at(-1)?.value ?? least
    },
    entries: () => kept,
  }
}
