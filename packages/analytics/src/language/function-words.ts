/** Words that English titles are full of and that the other Latin languages we meet hardly use. */
const english = new Set(
  ('the of and to for with from by at as is are was be been being has have had his her their its it this that these those ' +
    'will would could should can not but what why how who when where which after before over under about into than then they ' +
    'you your our we he she i my new says say said gets get more most all no out up off down back first year years day ' +
    'just if or an on us do does did make makes made vs world week news top best against during while there here ' +
    "be amid between through without because now need needs want wants get show shows set one two three i'm don't can't")
    .split(' '),
)
/** Frequent words of German, Dutch, French, Spanish, Italian, Portuguese, Scandinavian and Turkish that are not English. */
const foreign = new Set(
  ('der das und den dem des ein eine einen nicht mit ist im auf zu zum zur von bei nach sich auch wie aus ' +
    'het een van voor niet met zijn dat op te naar bij ook deze ' +
    'le la les du et un une pour dans sur au aux qui que est pas avec par ' +
    'el los las del y por con para una su como se al mas ' +
    'il di che gli nel della per non sono da dei alla ' +
    'o os uma em no na do das com mais ao ' +
    'och att det som en ett av til er og ikke pa i ve bir bu icin ile')
    .split(' '),
)

/** Counts the function words of a text: how many are English, how many of another Latin language. */
export function countFunctionWords(words: readonly string[]): { english: number; foreign: number } {
  const count = { english: 0, foreign: 0 }
  for (const word of words) {
    const isEnglish = english.has(word)
    const isForeign = foreign.has(word)
    // "no", "do", "i" say nothing either way.
    if (isEnglish && !isForeign) count.english++
    else if (isForeign && !isEnglish) count.foreign++
  }
  return count
}
