import { formatDay } from '@auspex/analytics'
import type { Category, TrendList } from '@auspex/sdk/types'

const maxTrends = 10
/** The contract's maximum message length. */
const maxLength = 4000

/** The message of a trends subscription: one line per trend with the reason it is shown, or that nothing clearly grew. */
export function writeTrends(
  { items, windowDays, asOf }: TrendList,
  { country, category }: { country: string | null; category: Category | null },
): { title: string; message: string } {
  const title = `${category === null ? 'Trends' : `Trends in ${category.name}`}${country === null ? '' : `, ${nameOf(country)}`}`
  if (asOf === null) return { title, message: 'The library has no documents here yet.' }
  const certain = items
    .filter(({ change, isUpNow }) => (change === 'grew' || change === 'burst') && isUpNow !== false)
    .slice(0, maxTrends)
  if (certain.length === 0)
    return {
      title,
      message: `Nothing clearly grew in the ${windowDays} days to ${formatDay(asOf)}. ${items.length} topics were compared.`,
    }
  // the newest covered days may be those of an archive that ended long ago
  let message = `In the ${windowDays} days to ${formatDay(asOf)}:`
  for (const { term, why } of certain) {
    const line = `${term}: ${why}`
    if (message.length + line.length + 1 > maxLength) break
    message += `\n${line}`
  }
  return { title, message }
}

function nameOf(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country
}
