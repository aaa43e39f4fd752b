import type { EventData } from '@auspex/sdk'

/** What the page of one thing is called, by the first part of its address. */
const things: Readonly<Record<string, string>> = {
  signals: 'report',
  portfolios: 'portfolio',
  projects: 'project',
  stories: 'story',
  zeus: 'conversation',
  shared: 'item',
}

/** A page that was opened, by the pattern of its route: "signals", "report contexts". What a person looks for or at is not in it. */
export const toPageEvent = (routePath: string): EventData => {
  const [area = '', ...parts] = routePath.split('/').filter((part) => part !== '')
  const narrow = parts.map((part) => (part.startsWith('$') ? (things[area] ?? 'item') : part.replace(/_$/, '')))
  return { category_broad: area || 'home', category_narrow: narrow.join(' ') || 'page', event: 'opened' }
}
