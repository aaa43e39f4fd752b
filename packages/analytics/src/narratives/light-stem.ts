/** Nouns that end in "ie": their plurals end like those of nouns in "y". */
const nounsInIe: ReadonlySet<string> = new Set(
  (
    'aussie auntie birdie bookie brownie budgie calorie collie cookie cutie dearie doggie foodie freebie genie goalie goodie groupie hippie ' +
    'hoodie indie junkie lassie magpie menagerie movie newbie nightie oldie pixie prairie quickie reverie roadie rookie rotisserie selfie ' +
    'smoothie sortie sweetie techie veggie yuppie zombie'
  ).split(' '),
)

/**
 * Joins an English plural with its singular and leaves everything else alone: Harman (1991), How effective is suffixing? (the "S" stemmer), with an
 * exception for nouns in "ie", which it would treat like nouns in "y". Stronger stemmers join words of different stories ("universe", "university").
 */
export function lightStem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) {
    const singular = word.slice(0, -1)
    return nounsInIe.has(singular) ? singular : `${word.slice(0, -3)}y`
  }
  if (word.length > 4 && /(?:sse|she|che|xe|ze)s$/.test(word)) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !/[siu]s$/.test(word)) return word.slice(0, -1)
  return word
}
