/**
 * Wordings of one thing, one group a line, folded, singular. Edit freely: a wording stands in one group only. Short forms
 * that mean several things ("ml", "pr") are left out on purpose.
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

/** Other wordings of the same thing; `wording` is folded words joined by spaces. Empty when none are known. */
export function synonymsOf(wording: string): string[] {
  return (groupOf.get(wording) ?? []).filter((other) => other !== wording)
}
