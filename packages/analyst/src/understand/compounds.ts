/** Names of things that hold a word which questions are made with; such a word belongs to its name. */
const compounds =
  `climate change|interest rates?|stock market|stock exchange|social media|public health|public transport|press freedom|fake news|news corp|big data|big tech|big bang|deep learning|machine learning|large language models?|trade deals?|green new deal|new york(?: times)?|new zealand|new delhi|new jersey|new orleans|new mexico|housing market|labou?r market|bear market|market crash|price caps?|oil prices?|gas prices?|food prices?|house prices?|energy prices?|carbon price|user interface|open source|source code|time warner|day trading|data (?:breach|breaches|privacy|protection|center|centers|centre|centres|science)|personal data|health data|first amendment|second amendment|world (?:war|cup|bank|trade)|women['’]s world cup|cold war|white house|middle east|ice age|new deal|home office|working from home|remote work|sleep apnea|gene drives?|hard drives?|google drive|working class|middle class|supreme court|state of the union|end of life|life expectancy|life insurance|mental health|news feed|hacker news|reading glasses|share economy|sharing economy|gig economy|black lives matter|user experience|two[- ]factor authentication|one direction|one piece|five eyes|third party cookies|second life|half[- ]life|apple watch|smart ?watch(?:es)?|people magazine|general electric|general motors|universal basic income|basic income|like a dragon|stop and frisk|keep calm|give and take|read it later|the who|the the`.split(
    '|',
  )

const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${compounds.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
const glue = '\uE001'

/** Joins the words of known names, so that they are read as one. */
export function glueCompounds(text: string): string {
  return text.replace(pattern, (name) => name.replaceAll(' ', glue))
}

export function unglue(text: string): string {
  return text.replaceAll(glue, ' ')
}

/** The text without the names that were joined: a name asks for nothing. */
export function withoutGlued(text: string): string {
  return text.replaceAll(new RegExp(`\\S*${glue}\\S*`, 'gu'), ' ')
}
