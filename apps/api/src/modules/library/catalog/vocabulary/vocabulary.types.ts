/** The vocabulary of a category's headlines. Terms are separated by commas; each includes its plural in -s. */
export interface HeadlineVocabulary {
  /** Words and names of which one is enough. */
  terms: string
  /** Ambiguous words, which count only when one of `beside` is in the headline too. */
  weak?: string
  beside?: string
  /** With one of these the headline is about something else ("political climate", "food bank"). */
  unless?: string
}
