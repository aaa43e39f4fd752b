/** Bits an id at least, and places that each sets: at most one unknown id in a hundred is taken for one that may be held. */
const [bitsPerId, placesPerId] = [10, 5]

/** Which ids are certainly not held (Bloom 1970). Ids are hashes, so their halves are; all places are made from these two (Kirsch and Mitzenmacher 2006). */
export interface IdFilter {
  /** Ids in a row, as halves: low, high, low, high. */
  add(halves: Int32Array): void
  mayHold(id: bigint): boolean
}

/** Room for so many ids, of 10 to 20 bits each; with more of them, more unknown ones are taken for ones that may be held. */
export function createIdFilter(room: number): IdFilter {
  const places = 2 ** Math.ceil(Math.log2(Math.max(32, room * bitsPerId)))
  const bits = new Int32Array(places / 32)
  const mask = places - 1
  const placeOf = (low: number, high: number, nth: number) => (low + Math.imul(nth, high | 1)) & mask
  return {
    add(halves) {
      for (let at = 0; at < halves.length; at += 2) {
        const [low, high] = [halves[at] ?? 0, halves[at + 1] ?? 0]
        for (let nth = 0; nth < placesPerId; nth += 1) {
          const place = placeOf(low, high, nth)
          bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31))
        }
      }
    },
    mayHold(id) {
      const [low, high] = [Number(BigInt.asIntN(32, id)), Number(BigInt.asIntN(32, id >> 32n))]
      for (let nth = 0; nth < placesPerId; nth += 1) {
        const place = placeOf(low, high, nth)
        if (((bits[place >>> 5] ?? 0) & (1 << (place & 31))) === 0) return false
      }
      return true
    },
  }
}
