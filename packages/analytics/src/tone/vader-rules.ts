/**
 * Constants of VADER, reference implementation 3.3.2.
 * Hutto & Gilbert (2014), VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text, ICWSM.
 */
export const boosterStep = 0.293
export const capitalsStep = 0.733
export const negationFactor = -0.74
/** Approximates the largest expected sum of valences; scores are sum / sqrt(sum² + alpha). */
export const normalizationAlpha = 15

const boosters =
  'absolutely amazingly awfully completely considerable considerably decidedly deeply effing enormous enormously entirely ' +
  'especially exceptional exceptionally extreme extremely fabulously flipping flippin frackin fracking fricking frickin ' +
  'frigging friggin fully fucking fuckin greatly hella highly hugely incredible incredibly intensely major majorly more ' +
  'most particularly purely quite really remarkably so substantially thoroughly total totally tremendous tremendously ' +
  'uber unbelievably unusually utter utterly very'
const dampeners =
  'almost barely hardly kinda kindof kind-of less little marginal marginally occasional occasionally partly scarce ' +
  'scarcely slight slightly somewhat sorta sortof sort-of'

/** How much a word before a scored word adds to its strength. */
export const degrees: ReadonlyMap<string, number> = new Map([
  ...boosters.split(' ').map((word) => [word, boosterStep] as const),
  ...dampeners.split(' ').map((word) => [word, -boosterStep] as const),
])

/** Two-word dampeners ("kind of good"). */
export const dampeningPairs: ReadonlySet<string> = new Set(['just enough', 'kind of', 'sort of'])

const negations =
  "aint arent cannot cant couldnt darent didnt doesnt ain't aren't can't couldn't daren't didn't doesn't dont hadnt hasnt " +
  "havent isnt mightnt mustnt neither don't hadn't hasn't haven't isn't mightn't mustn't neednt needn't never none nope " +
  "nor not nobody noone nothing nowhere oughtnt shant shouldnt uhuh wasnt werent oughtn't shan't shouldn't uh-uh wasn't weren't " +
  "without wont wouldnt won't wouldn't rarely seldom despite"
const negationWords: ReadonlySet<string> = new Set(negations.split(' '))

/** Whether a lower-case word negates the words after it. */
export function isNegation(word: string): boolean {
  return negationWords.has(word) || word.includes("n't")
}

/** Idioms whose valence is not that of their words. */
export const idioms: ReadonlyMap<string, number> = new Map([
  ['the shit', 3],
  ['the bomb', 3],
  ['bad ass', 1.5],
  ['badass', 1.5],
  ['bus stop', 0],
  ['yeah right', -2],
  ['kiss of death', -1.5],
  ['to die for', 3],
  ['beating heart', 3.1],
  ['broken heart', -2.9],
])

/** The longest word of each idiom and dampening pair: a text without any of them contains none, and few texts contain one. */
export const idiomWords: ReadonlySet<string> = new Set(
  [...idioms.keys(), ...dampeningPairs].map((phrase) =>
    phrase.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest)),
  ),
)

const verbLikeBefore =
  "you we they people who everyone everybody nobody noone anyone anybody somebody to would i'd you'd we'd they'd do don't dont didn't didnt doesn't doesnt will won't " +
  'might may also really always actually still never even not'

/** Words before which "like" is a verb. */
export const beforeVerbLike: ReadonlySet<string> = new Set(verbLikeBefore.split(' '))

const interjections = new Set(
  'lol lmao lmfao rofl ha haha hahaha hehe wow yay woo woohoo hurray hurrah ugh argh omg hmm xd thx thanks cheers damn oops'.split(
    ' ',
  ),
)

/**
 * Emoticons, emoji and interjections show the writer's mood, so a "not" before them does not negate it. The reference implementation does negate
 * them.
 */
export function isInterjection(word: string): boolean {
  const first = word.charCodeAt(0)
  // a lower-case word begins with a digit or a letter, an emoticon with an ASCII sign; symbols and emoji begin at U+2300
  const isSign = first < 0x30 || (first > 0x39 && first < 0x61) || first >= 0x2300
  return isSign || interjections.has(word)
}
