import { packedNames, packedPairs } from './packed-phrases.gen.ts'

/** The bits of an item in a Bloom filter of so many bits. */
export function filterPositions(item: string, bits: number): number[] {
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  for (let at = 0; at < item.length; at += 1) {
    first = Math.imul(first ^ item.charCodeAt(at), 0x01000193)
    second = Math.imul(second ^ item.charCodeAt(at), 0x85ebca6b)
  }
  const step = ((second ^ (second >>> 13)) >>> 0) | 1
  return Array.from({ length: 6 }, (_, at) => (((first ^ (first >>> 15)) >>> 0) + at * step) % bits)
}

/** Whether a filter has an item; it errs in one of fifty. */
function createFilter(packed: string): (item: string) => boolean {
  let bytes: Buffer | null = null
  return (item) => {
    bytes ??= Buffer.from(packed, 'base64')
    const own = bytes
    return filterPositions(item, own.length * 8).every((bit) => ((own[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
  }
}

/** Whether a word is mostly written with a capital letter in running text: "samsung", "monday". */
export const isNameWord = createFilter(packedNames)

/** Whether two words stand together much more often than by chance; `~` stands for a small word between them: "net neutrality", "peer ~ peer". */
export const isWordPair = createFilter(packedPairs)
