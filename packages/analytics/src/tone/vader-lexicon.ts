// @ts-expect-error -- the package ships no types; this file gives the table its type.
import { lexicon } from 'vader-sentiment/src/vader_lexicon.js'

/** VADER's lexicon (MIT, Hutto & Gilbert 2014): mean valence by ten raters, -4 to 4, by lower-case word or emoticon. */
export const vaderLexicon: Readonly<Record<string, number>> = lexicon
