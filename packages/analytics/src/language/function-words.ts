/** Words that only English titles use. */
const english = new Set(
  (
    'the of and to for with from by are been being has have had his their its it this that these those ' +
    'would could should can what why how who when where which after before under about into than then they ' +
    'you your our we he she my new says said gets more all out down first year years make makes made world ' +
    "best against during while there here be amid between through without because now need needs show shows i'm don't"
  ).split(' '),
)
/** Words that English shares with a related language: they support English but do not prove it. */
const sharedEnglish = new Set(
  'is was were will her not as at but over up off news week top day just if or an on us one two'.split(' '),
)
/** Frequent words of German, Dutch, French, Spanish, Italian, Portuguese, Scandinavian, Hungarian and Turkish that are not English. */
const foreign = new Set(
  (
    'der das und den dem des ein eine einen nicht mit ist im auf zu zum zur von bei nach sich auch wie aus ' +
    'het een van voor niet met zijn dat op te naar bij ook deze spreekt ' +
    'le la les du et une pour dans sur au aux qui que est pas avec par ' +
    'el los las del y por con para una su como se al mas ' +
    'il di che gli nel della per non sono da dei alla ' +
    'os uma em na das com mais ao ' +
    'och att det som en ett av til er og ikke ve bir bu ile ' +
    'az egy nem hogy meg csak volt minden'
  ).split(' '),
)
const word = /[\p{L}\p{M}'\u2019]+/gu
const beyondAscii = /[^\p{ASCII}\u2019]/u

/** Evidence for and against English among the words of a text; words are compared with their diacritics. */
export interface FunctionWordCount {
  english: number
  shared: number
  foreign: number
  letters: number
}

/** Counts the function words of a text. A word with a letter outside ASCII counts against English. */
export function countFunctionWords(text: string): FunctionWordCount {
  const count = { english: 0, shared: 0, foreign: 0, letters: 0 }
  for (const token of text.toLowerCase().match(word) ?? []) {
    count.letters += token.length
    if (english.has(token)) count.english++
    else if (sharedEnglish.has(token)) count.shared++
    else if (foreign.has(token) || beyondAscii.test(token)) count.foreign++
  }
  return count
}
