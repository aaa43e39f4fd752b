/** Turns texts and a seed into a seed, so that each request draws from a sequence of its own (FNV-1a). */
export function seedOf(seed: number, ...texts: readonly string[]): number {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    hash = Math.imul(hash ^ 0xff, 0x01000193) // parts the texts, so that ab+c is not a+bc
  }
  return hash >>> 0
}
