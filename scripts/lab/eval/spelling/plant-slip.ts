const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A word with one slip, and in every fifth long word two: a letter left out, put in, replaced, or swapped with the next. */
export function plantSlip(word: string, seed: number): string {
  const once = slip(word, seed)
  return seed % 5 === 0 && word.length >= 8 ? slip(once, seed * 7 + 3) : once
}

function slip(word: string, seed: number): string {
  // Multipliers are primes, so that place, kind and letter go their own ways; the first letter is seldom mistaken
  const at = 1 + ((seed * 31) % (word.length - 1))
  const letter = letters.charAt((seed * 17) % letters.length)
  const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const kinds = [
    before + after,
    before + letter + here + after,
    before + letter + after,
    before.slice(0, -1) + here + before.slice(-1) + after,
  ]
  return kinds[seed % kinds.length] ?? word
}
