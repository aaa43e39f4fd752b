/**
 * FNV-1a over UTF-16 units, 32 bits, with a seed, finished by MurmurHash3's mixer: the hashes of short similar words
 * must differ in all bits, because MinHash takes minima. http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function hashText(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mixBits(hash)
}

/** MurmurHash3's 32-bit finaliser: a bijection that spreads each bit over all others. */
export function mixBits(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
