/** An article as it arrives. */
export interface NewsArticle {
  id: string
  publishedAt: string
  /** The publisher; null when unknown. */
  outlet: string | null
  title: string
  /** The beginning of its text; null when it has none. */
  lead: string | null
}
