import type { EventData } from '@auspex/sdk'

/** A page that was opened, by the pattern of its route: what a person looks for or at is not in it. */
export const toPageEvent = (routeId: string): EventData => ({
  category_broad: routeId.split('/')[1]?.replace(/[_$].*$/, '') || 'home',
  category_narrow: routeId === '/' ? '/' : routeId.replace(/\/$/, ''),
  event: 'opened',
})
