declare module 'vader-sentiment/src/vader_lexicon.js' {
  /** Mean valence by ten raters, -4 to 4, by lower-case word or emoticon. */
  export const lexicon: Readonly<Record<string, number>>
}
