/** The things that a command names, as in "oat milk and pea milk": all of them, or the one. */
export function splitTopics(text: string, many: boolean): string[] {
  const parts = many ? text.split(/\b(?:versus|vs\.?|against|and|or|with)\b|[,;/&]/iu) : [text]
  return parts
    .map((part) =>
      part
        .replaceAll(/["“”?!.]/gu, '')
        .replace(/^\s*(?:the|an?|my|our|this|that|it)\b(?:\s+one\b)?/iu, '')
        .trim(),
    )
    .filter((part) => part !== '')
}

/**
 * Narrower wordings of a query without matches: each of its parts alone, then a name without the plain words at its ends. A capitalised word inside a
 * sentence is part of a name and is never dropped (`beginsSentence` means that the first word is capitalised anyway), and a phrase of plain words
 * keeps at least two.
 */
export function narrowerQueries(query: string, beginsSentence: boolean): string[] {
  const parts = query.split(' AND ').map((part) => part.replaceAll('"', ''))
  if (parts.length > 1) return parts.toSorted((a, b) => b.split(' ').length - a.split(' ').length)
  const words = query.replaceAll('"', '').split(' ')
  const narrower: string[] = []
  for (let droppedCount = 1; droppedCount < Math.min(3, words.length); droppedCount += 1)
    for (let start = droppedCount; start >= 0; start -= 1) {
      const remainingWords = words.slice(start, words.length - droppedCount + start)
      const droppedWords = [
        ...words.slice(beginsSentence ? 1 : 0, start),
        ...words.slice(words.length - droppedCount + start),
      ]
      const isName = remainingWords.some((word) => /^\p{Lu}/u.test(word))
      if (droppedWords.every((word) => !/^\p{Lu}/u.test(word)) && (isName || remainingWords.length > 1))
        narrower.push(remainingWords.join(' '))
    }
  return narrower
}
