/** Words that a question begins with. A statement may begin with an article ("The who"), so articles are not among them. */
const openingWords = toWordSet(
  `what what's whats why who who's whos whom whose how how's when where which is are was were am do does did can could should would will has have had
  isn't aren't wasn't weren't don't doesn't didn't can't won't tell show explain`,
)

/** Words that questions contain, whatever their subject. */
const fillerWords = toWordSet(
  `a an the and or but so if then than that this these those there here it its it's i me my we us our you your they them their he him his she her
  to of in on at by for from with about into over after before during since until between against among through around as up down out off
  be been being is are was were am do does did doing done can could should would will may might must shall has have had having
  what what's whats why who who's whos whom whose how how's when where which while not no nor
  isn't aren't wasn't weren't don't doesn't didn't can't won't
  people anyone anybody someone somebody everyone everybody nobody folks others all any some many much more most less least lot lots very really still
  now currently lately recently ever actually just also too
  tell show explain say says said saying talk talks talking talked think thinks thinking thought know knows known mean means
  happen happens happened happening go goes going gone went come comes came get gets got getting become becomes became changed changing
  cause causes caused start starts started begin begins began
  popular trending growing rising falling declining increasing decreasing big news opinion opinions`,
)

function toWordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u))
}

/** Whether a question may begin with a word. */
export function opensQuestion(word: string): boolean {
  return openingWords.has(plainForm(word))
}

/** Whether a word says nothing of what a question is about. */
export function isFiller(word: string): boolean {
  return fillerWords.has(plainForm(word))
}

function plainForm(word: string): string {
  return word.toLowerCase().replaceAll('’', "'")
}

/** The words as typed, without surrounding punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .split(/\s+/u)
    .map((word) => word.replace(/^(?!\.\p{L})[^\p{L}\p{N}]+|[?!.,;:'’…]+$/gu, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}
