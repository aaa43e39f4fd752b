const apostrophes = /[\u2019\u02BC\uFF07]/g
// Soft hyphens, joiners, variation selectors and enclosing marks (keycaps) change how a word looks, not which word it is.
const invisible = /\u00AD|\u200C|\u200D|[\uFE00-\uFE0F]|\p{Me}/gu
const markedLatinOrGreek = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036F]+/gu
const possessive = /(?:'s)+$/
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:'[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu

/**
 * Folds one run of word characters to the form in which words are compared.
 * Usually one word; several when NFKC writes a sign as several words ("½" is 1 and 2); none when nothing remains.
 *
 * Cyrillic and other scripts keep their marks: there "й" and "и" are different letters, not one letter with an accent.
 */
export function foldWord(run: string): string[] {
  const folded = foldDiacritics(run.replace(invisible, '').normalize('NFKC').toLowerCase().normalize('NFKC'))
    .replace(apostrophes, "'")
    .replace(invisible, '')
  const found: string[] = []
  for (const match of folded.matchAll(words)) {
    const word = match[0].replace(possessive, '')
    if (word !== '') found.push(word)
  }
  return found
}

function foldDiacritics(text: string): string {
  return text.normalize('NFD').replace(markedLatinOrGreek, '$1').normalize('NFC')
}
