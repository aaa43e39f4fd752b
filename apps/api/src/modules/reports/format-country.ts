const countries = new Intl.DisplayNames('en', { type: 'region' })

/** Countries that take an article in a sentence. */
const countriesWithArticle = new Set(['US', 'GB', 'NL', 'PH', 'AE', 'DO', 'BS', 'GM', 'MV'])

/** A country as a sentence writes it: "the United States". */
export function formatCountry(country: string): string {
  return `${countriesWithArticle.has(country) ? 'the ' : ''}${countries.of(country) ?? country}`
}
