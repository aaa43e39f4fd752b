const words = [
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen',
  'eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?',
  'trillions?|dozens?|scores? of|half|halves|halved|thirds?|quarters?|fifths?|tenths?|doubl(?:e|es|ed|ing)',
  'tripl(?:e|es|ed|ing)|quadrupl(?:e|es|ed|ing)|twice|thrice|once|both|pair|couple|several|majority|minority',
  String.raw`\w+fold|first|second|fourth|sixth|seventh|eighth|ninth`,
]
const pattern = new RegExp(String.raw`\b(?:${words.join('|')})\b`, 'giu')

/** Numbers written as words, and words that say how much: what a sentence could add without a digit. English only. */
export function numberWords(text: string): string[] {
  return [...text.matchAll(pattern)].map(([found]) => found)
}
