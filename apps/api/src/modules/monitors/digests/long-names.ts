/** Texts that are searched for what an abbreviation means. */
export const maxTextsRead = 150
const maxTextLength = 5000

/** What an abbreviation stands for, as its documents write it beside it: `Litecoin (LTC)`, `LTC (Litecoin)`. */
export function findLongName(name: string, texts: readonly { title: string; body: string | null }[]): string | null {
  const found = texts
    .flatMap(({ title, body }) => [title, body ?? ''])
    .flatMap((text) => wordsBeside(name, text.slice(0, maxTextLength)))
    .flatMap((words) => spelledBy(name, words)?.replace(/['’]s$/u, '') ?? [])
  const [most] = [...Map.groupBy(found, (words) => words.toLowerCase()).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  return most?.[0] ?? null
}

/** How far from an abbreviation its long name is looked for, how many words that has, and how often one text is searched. */
const [maxBeside, maxNameWords, maxPlaces] = [200, 8, 20]
const nameWord = /^[\p{L}’'-]+$/u

/** The words before `(LTC)`, and those in brackets after `LTC`. Without a pattern over the text, which one without spaces would keep busy for minutes. */
function wordsBeside(name: string, text: string): string[] {
  const found: string[] = []
  let at = text.indexOf(name)
  for (let places = 0; at !== -1 && places < maxPlaces; places += 1) {
    const [start, end] = [at, at + name.length]
    if (text.startsWith(')', end) && text.slice(Math.max(0, start - 2), start) === ' (') {
      const words = text.slice(Math.max(0, start - 2 - maxBeside), start - 2).split(' ')
      const last = words.findLastIndex((word) => !nameWord.test(word))
      found.push(
        words
          .slice(last + 1)
          .slice(-maxNameWords)
          .join(' '),
      )
    }
    const inside = text.slice(end, end + maxBeside)
    const words = inside.startsWith(' (') && inside.includes(')') ? inside.slice(2, inside.indexOf(')')).split(' ') : []
    const isName = words.length <= maxNameWords && words.every((word) => nameWord.test(word))
    if (isName && !/\p{L}$/u.test(text.slice(Math.max(0, start - 2), start))) found.push(words.join(' '))
    at = text.indexOf(name, end)
  }
  return found.filter((words) => words !== '')
}

/** The last words whose first letters are those of an abbreviation, or one word that has its letters in order. */
function spelledBy(name: string, words: string): string | null {
  const all = words.split(' ')
  const letters = name.toLowerCase().split('')
  for (let from = all.length - 1; from >= 0; from -= 1) {
    const some = all.slice(from)
    const initials = some
      .filter((word) => !/^(?:of|and|the|for|in|on|to)$/iu.test(word))
      .map((word) => word[0]?.toLowerCase())
    if (initials.join('') === letters.join('')) return some.join(' ')
  }
  const last = all.at(-1)?.toLowerCase() ?? ''
  let at = -1
  const isInOrder = letters.every((letter) => (at = last.indexOf(letter, at + 1)) >= 0)
  return isInOrder && last[0] === letters[0] && last.length > letters.length ? (all.at(-1) ?? null) : null
}
