import type { TrialSite } from '@auspex/sdk'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'

/** The sites of a study in one place. */
export interface SitePoint {
  readonly key: string
  readonly name: string
  readonly longitude: number
  readonly latitude: number
  readonly sites: number
  /** How many of these take new participants now, or will. */
  readonly open: number
}

const openStatuses = new Set(['RECRUITING', 'NOT_YET_RECRUITING', 'ENROLLING_BY_INVITATION', 'AVAILABLE'])

/** Places with their sites, those with the fewest last, so that large dots do not hide small ones; sites without coordinates are omitted. */
export const sitePoints = (sites: readonly TrialSite[]): readonly SitePoint[] => {
  const points = new Map<string, SitePoint>()
  for (const { city, country, status, latitude, longitude } of sites) {
    if (latitude === null || longitude === null) continue
    // the register gives the coordinates of the city, not of the building
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
  return [...points.values()].toSorted((a, b) => b.sites - a.sites || (a.key < b.key ? -1 : 1))
}

/** How many countries are named; the others are counted. */
const namedCountries = 6

/** The countries of the sites, most sites first, which a zoomed map does not show. */
export const describeCountries = (sites: readonly TrialSite[]): string => {
  const counts = [...Map.groupBy(sites, ({ country }) => country)]
    .flatMap(([country, { length }]) => (country === null ? [] : [{ country, sites: length }]))
    .toSorted((a, b) => b.sites - a.sites || (a.country < b.country ? -1 : 1))
  const [first] = counts
  const unknown = sites.filter(({ country }) => country === null).length
  const rest = unknown === 0 ? '' : ` The register has no country for ${formatPlural(unknown, 'site')}.`
  if (first === undefined) return rest.trim()
  if (counts.length === 1) return `${describeOneCountry(sites, first)}${rest}`
  const named = counts.slice(0, counts.length === namedCountries + 1 ? counts.length : namedCountries)
  const others = counts.slice(named.length)
  const names = named.map((point) => `${point.country} ${formatCount(point.sites)}`)
  const ofOthers = others.reduce((sum, point) => sum + point.sites, 0)
  const more = others.length === 0 ? '' : `, and ${formatCount(ofOthers)} more in ${formatCount(others.length)} others`
  return `Sites in ${formatCount(counts.length)} countries: ${names.join(', ')}${more}.${rest}`
}

const describeOneCountry = (
  sites: readonly TrialSite[],
  { country, sites: ofIt }: { country: string; sites: number },
) => {
  const cities = new Set(sites.map(({ city }) => city))
  const [city] = cities
  if (cities.size === 1 && city != null)
    return `${ofIt === 1 ? 'The site is' : 'All sites are'} in ${city}, ${country}.`
  return ofIt === 1 ? `The site is in this country: ${country}.` : `All sites are in one country: ${country}.`
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The maximum zoom: coastlines are drawn for the whole world and become angular when closer. */
const minScale = 1 / 5
/** Space around the outermost dots, so that their countries are recognizable. */
const margin = 1.35

/** The part of a drawing that contains all points, in the drawing's aspect ratio. */
export const boxAround = (
  points: readonly (readonly [number, number])[],
  { width, height }: { readonly width: number; readonly height: number },
): Box => {
  if (points.length === 0) return { x: 0, y: 0, width, height }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.max((right - left) / width, (bottom - top) / height) * margin
  const share = Math.min(1, Math.max(minScale, scale))
  const size = { width: width * share, height: height * share }
  const clamp = (value: number, upperBound: number) => Math.min(Math.max(0, value), upperBound)
  return {
    x: clamp((left + right - size.width) / 2, width - size.width),
    y: clamp((top + bottom - size.height) / 2, height - size.height),
    ...size,
  }
}

/** A part of the map at least this large needs no locator. */
const farEnough = 0.55

/** The corner, horizontally and vertically, in which a small map of the world hides the fewest dots; null if none is needed. */
export const locatorCorner = (
  points: readonly (readonly [number, number])[],
  box: Box,
  { width }: { readonly width: number },
): { readonly x: 'left' | 'right'; readonly y: 'top' | 'bottom' } | null => {
  if (points.length === 0 || box.width > width * farEnough) return null
  const corners = (['bottom', 'top'] as const).flatMap((y) => (['left', 'right'] as const).map((x) => ({ x, y })))
  const hidden = ({ x, y }: (typeof corners)[number]) =>
    points.filter(([left, top]) => {
      const [across, down] = [(left - box.x) / box.width, (top - box.y) / box.height]
      return (x === 'left' ? across : 1 - across) < locatorShare && (y === 'top' ? down : 1 - down) < locatorShare
    }).length
  return corners.reduce((best, corner) => (hidden(corner) < hidden(best) ? corner : best))
}

/** The maximum share of the map's width and height that the locator takes, reached on a phone. */
const locatorShare = 0.34
