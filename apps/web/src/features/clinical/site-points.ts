import type { TrialSite } from '@auspex/sdk'

/** The sites of a study in one place. */
export interface SitePoint {
  readonly key: string
  readonly name: string
  readonly longitude: number
  readonly latitude: number
  readonly sites: number
  /** Of these, how many take part in the study or will: they recruit, will recruit, or go on without new participants. */
  readonly open: number
}

const openStatuses = new Set([
  'RECRUITING',
  'NOT_YET_RECRUITING',
  'ENROLLING_BY_INVITATION',
  'ACTIVE_NOT_RECRUITING',
  'AVAILABLE',
])

/** Places with their sites, the fewest last, so that large dots do not hide small ones; sites without degrees are left out. */
export const sitePoints = (sites: readonly TrialSite[]): readonly SitePoint[] => {
  const points = new Map<string, SitePoint>()
  for (const { city, country, status, latitude, longitude } of sites) {
    if (latitude === null || longitude === null) continue
    // the register gives the degrees of the city, not of the house
    const key = `${latitude.toFixed(2)} ${longitude.toFixed(2)}`
    const before = points.get(key)
    const isOpen = status !== null && openStatuses.has(status)
    points.set(key, {
      key,
      name: before?.name ?? ([city, country].filter((part) => part !== null).join(', ') || 'A place without a name'),
      longitude,
      latitude,
      sites: (before?.sites ?? 0) + 1,
      open: (before?.open ?? 0) + (isOpen ? 1 : 0),
    })
  }
  return [...points.values()].toSorted((one, other) => other.sites - one.sites || (one.key < other.key ? -1 : 1))
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Coastlines are drawn for the whole world: nearer than this they are corners. */
const closest = 1 / 5
/** Around the outermost dots, so that it is seen which country they are in. */
const margin = 1.35

/** The part of a drawing that shows all points, of the drawing's own shape. Pure. */
export const boxAround = (
  points: readonly (readonly [number, number])[],
  { width, height }: { readonly width: number; readonly height: number },
): Box => {
  if (points.length === 0) return { x: 0, y: 0, width, height }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const wanted = Math.max((right - left) / width, (bottom - top) / height) * margin
  const share = Math.min(1, Math.max(closest, wanted))
  const size = { width: width * share, height: height * share }
  const clamp = (value: number, most: number) => Math.min(Math.max(0, value), most)
  return {
    x: clamp((left + right - size.width) / 2, width - size.width),
    y: clamp((top + bottom - size.height) / 2, height - size.height),
    ...size,
  }
}
