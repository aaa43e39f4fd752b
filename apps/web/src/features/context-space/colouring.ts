import type { ContextPoint, ToneLabel } from '@auspex/sdk'

/** What the colour of a context encodes. */
export type Colouring = 'group' | 'tone'

const palette = 12
/** A mean tone within this distance of 0 is called neutral, like a document's. */
const neutralBand = 0.05

export const toneOf = ({ toneMean }: Pick<ContextPoint, 'toneMean'>): ToneLabel => {
  if (toneMean === null) return 'unknown'
  return toneMean >= neutralBand ? 'positive' : toneMean <= -neutralBand ? 'negative' : 'neutral'
}

export const colourOf = (point: Pick<ContextPoint, 'cluster' | 'toneMean'>, colouring: Colouring): string =>
  colouring === 'tone' ? `var(--tone-${toneOf(point)})` : groupColour(point.cluster)

/** Twelve colours are distinguishable; further groups are small and share the neutral colour. */
export const groupColour = (cluster: number): string =>
  cluster < palette ? `var(--chart-${cluster + 1})` : 'var(--tone-neutral)'

/** A group is named after its two strongest contexts. */
export const groupNames = (contexts: readonly ContextPoint[]): ReadonlyMap<number, string> => {
  const names = new Map<number, string[]>()
  for (const { cluster, label } of contexts) {
    const known = names.get(cluster)
    if (known === undefined) names.set(cluster, [label])
    else if (known.length < 2) known.push(label)
  }
  return new Map([...names].map(([cluster, labels]) => [cluster, labels.join(', ')]))
}
