// @ts-expect-error -- the package ships no types; this file gives the one function its type.
import vader from 'vader-sentiment'

interface Analyzer {
  SentimentIntensityAnalyzer: { polarity_scores: (text: string) => { compound: number } }
}

/** The compound score of the npm package, in [-1, 1]. */
export function vaderScore(text: string): number {
  return (vader as Analyzer).SentimentIntensityAnalyzer.polarity_scores(text).compound // the package's documented shape
}
