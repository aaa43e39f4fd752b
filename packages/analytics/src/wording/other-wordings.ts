/**
 * Wordings of one thing, one group a line, folded, singular. Edit freely, but put a wording in one group only. Abbreviations with several meanings
 * ("ml", "pr") are left out on purpose.
 */
const groups: readonly (readonly string[])[] = [
  ['ai', 'artificial intelligence'],
  ['llm', 'large language model', 'language model'],
  ['ev', 'electric vehicle', 'electric car'],
  ['vr', 'virtual reality'],
  ['ar glasses', 'augmented reality glasses', 'smart glasses'],
  ['cryptocurrency', 'crypto', 'crypto currency'],
  ['btc', 'bitcoin'],
  ['nft', 'non fungible token'],
  ['cbdc', 'central bank digital currency'],
  ['defi', 'decentralized finance', 'decentralised finance'],
  ['ipo', 'initial public offering'],
  ['cellphone', 'cell phone', 'mobile phone'],
  ['smartphone', 'smart phone'],
  ['wfh', 'work from home', 'remote work', 'telework'],
  ['self driving car', 'driverless car', 'autonomous vehicle', 'autonomous car'],
  ['drone', 'uav', 'unmanned aerial vehicle'],
  ['iot', 'internet of things'],
  ['photovoltaics', 'solar power', 'solar energy'],
  ['wind power', 'wind energy'],
  ['nuclear power', 'nuclear energy', 'atomic energy'],
  ['global warming', 'climate change'],
  ['heat wave', 'heatwave'],
  ['wildfire', 'forest fire', 'bushfire'],
  ['covid', 'covid 19', 'coronavirus'],
  ['flu', 'influenza'],
  ['adhd', 'attention deficit hyperactivity disorder'],
  ['glp 1', 'glucagon like peptide 1'],
  ['oat milk', 'oatmilk'],
  ['soda', 'soft drink'],
  ['vegan', 'plant based'],
  ['skincare', 'skin care'],
  ['sunscreen', 'sun cream', 'sunblock'],
  ['makeup', 'make up', 'cosmetics'],
  ['esports', 'e sports', 'competitive gaming'],
  ['video game', 'videogame'],
  ['soccer', 'association football'],
  ['movie theater', 'cinema'],
  ['ecommerce', 'e commerce', 'online shopping'],
  ['ebike', 'e bike', 'electric bike', 'electric bicycle'],
  ['airplane', 'aeroplane'],
  ['usa', 'united states'],
  ['uk', 'united kingdom'],
  ['eu', 'european union'],
]

const groupOf = new Map(groups.flatMap((group) => group.map((wording) => [wording, group] as const)))

const irregular: readonly (readonly [singular: string, plural: string])[] = [
  ['battery', 'batteries'],
  ['child', 'children'],
  ['foot', 'feet'],
  ['life', 'lives'],
  ['man', 'men'],
  ['mouse', 'mice'],
  ['person', 'people'],
  ['tooth', 'teeth'],
  ['woman', 'women'],
]
const toPlural = new Map(irregular)
const toSingular = new Map(irregular.map(([singular, plural]) => [plural, singular]))

export interface OtherWording {
  text: string
  kind: 'synonym' | 'inflection'
}

/** Longer phrases are sentences, and their words have a fixed order. */
const maxWords = 4

/**
 * Alternative wordings: synonyms (also in the other number), each word in its other number, two words in reverse order, and two words written as one.
 * `words` are folded. Each is a guess that has to be counted, because some are not words.
 */
export function otherWordings(words: readonly string[]): OtherWording[] {
  const found = new Map<string, OtherWording>()
  const phrase = words.join(' ')
  const add = (text: string, kind: OtherWording['kind']) => {
    if (text !== phrase && !found.has(text)) found.set(text, { text, kind })
  }
  if (words.length === 0 || words.length > maxWords) return []
  const inflected = inflections(words)
  for (const wording of [phrase, ...inflected]) {
    for (const synonym of findSynonyms(wording)) {
      add(synonym, 'synonym')
      for (const other of inflections(synonym.split(' '))) add(other, 'synonym')
    }
  }
  for (const text of inflected) add(text, 'inflection')
  const [first, second] = words
  if (words.length === 2 && first !== undefined && second !== undefined) {
    add(`${second} ${first}`, 'inflection')
    add(`${first}${second}`, 'inflection')
  }
  return [...found.values()]
}

/** The phrase with its last word, and with its first word, in the other number. */
function inflections(words: readonly string[]): string[] {
  const last = words.length - 1
  return [...new Set([last, 0])].flatMap((index) => {
    const other = toOtherNumber(words[index] ?? '')
    return other === null ? [] : [words.with(index, other).join(' ')]
  })
}

/**
 * The other number of an English word: its plural when it looks singular, its singular when it looks plural. By rule,
 * so the result may not exist: count documents before using it. Null where no rule fits (short words, other scripts).
 */
export function toOtherNumber(word: string): string | null {
  const known = toPlural.get(word) ?? toSingular.get(word)
  if (known !== undefined) return known
  if (!/^[a-z]{3,}$/.test(word)) return null
  if (/(?:ss|us|is|news)$/.test(word)) return word.endsWith('ss') ? `${word}es` : null
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ches|shes|sses|xes|zes)$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s')) return word.slice(0, -1)
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:ch|sh|x|z)$/.test(word) ? `${word}es` : `${word}s`
}

/** Other wordings of the same thing; `wording` is folded words joined by spaces. Empty when none are known. */
export function findSynonyms(wording: string): string[] {
  return (groupOf.get(wording) ?? []).filter((other) => other !== wording)
}
