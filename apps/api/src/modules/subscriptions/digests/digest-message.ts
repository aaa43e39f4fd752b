import type { Category, TrendList } from '@auspex/sdk/types'

const trendLimit = 10
/** The contract's bound of a message. */
const longest = 4000

/** What a subscription to trends sends: a trend a line with why it is shown, or that nothing grew for certain. */
export function writeDigest(
  { items, windowDays, asOf }: Pick<TrendList, 'items' | 'windowDays' | 'asOf'>,
  { country, category }: { country: string | null; category: Pick<Category, 'name'> | null },
): { title: string; message: string } {
  const title = `${category === null ? 'Trends' : `Trends in ${category.name}`}${country === null ? '' : `, ${nameOf(country)}`}`
  if (asOf === null) return { title, message: 'The library holds no documents of this part yet, so nothing can grow.' }
  const certain = items.filter(({ change }) => change === 'grew').slice(0, trendLimit)
  if (certain.length === 0)
    return {
      title,
      message: `Nothing grew for certain in the ${windowDays} days to ${asOf}; ${items.length} terms were compared.`,
    }
  let message = ''
  for (const { term, why } of certain) {
    const line = `${term}: ${why}`
    if (message.length + line.length + 1 > longest) break
    message += message === '' ? line : `\n${line}`
  }
  return { title, message }
}

function nameOf(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country
}
