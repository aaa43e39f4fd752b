import type { TrialSite } from '@auspex/sdk'
import { Flex, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useMemo, useState } from 'react'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { mapSize, type WorldShapes, worldShapesOptions } from '../../lib/places/world-shapes.ts'
import { type Box, boxAround, locatorCorner, type SitePoint, sitePoints } from './site-points.ts'
import classes from './clinical.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { MapCaption } from '../../ui/charts/legend.tsx'

/** Width in pixels of a dot for one site, at any zoom of the map; its area grows with the number of sites. */
const dotWidth = 9
/** More sites do not enlarge a dot: it would hide the cities around it. */
const maxScaledSites = 12

/** The locations of a study: one dot per city, filled if a site takes participants. The table below has the same data, one row per site. */
export const SiteMap = ({ sites }: { sites: readonly TrialSite[] }) => {
  const { data: world, error } = useQuery(worldShapesOptions())
  const [active, setActive] = useState<SitePoint | null>(null)
  const drawing = useMemo(() => {
    if (!world) return null
    const dots = sitePoints(sites).flatMap((point) => {
      const at = world.toPoint(point)
      return at ? [{ point, at }] : []
    })
    const places = dots.map(({ at }) => at)
    const box = boxAround(places, mapSize)
    return { shapes: world.shapes, dots, box, corner: locatorCorner(places, box, mapSize) }
  }, [world, sites])
  if (error)
    return (
      <p className={`${textStyles.note} ${classes.siteGap}`}>
        The map could not be loaded; the table has the same sites.
      </p>
    )
  if (drawing === null)
    return (
      <Skeleton
        className={classes.siteMapWait}
        radius={12}
        role="group"
        aria-busy="true"
        aria-label="Loading the map"
      />
    )
  const { shapes, dots, box, corner } = drawing
  if (dots.length === 0)
    return (
      <p className={`${textStyles.note} ${classes.siteGap}`}>
        No map, because the register has no coordinates for these sites.
      </p>
    )
  const sitesOnMap = dots.reduce((sum, { point }) => sum + point.sites, 0)
  return (
    <figure className={classes.siteMap}>
      <div className={classes.siteFrame}>
        <svg
          className={classes.sitePlan}
          viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
          role="img"
          aria-label={`Map of ${formatPlural(sitesOnMap, 'site')} in ${formatPlural(dots.length, 'place')}`}
          onPointerLeave={() => setActive(null)}
        >
          <Land shapes={shapes} />
          {dots.map(({ point, at: [x, y] }) => {
            const width = dotWidth * Math.sqrt(Math.min(point.sites, maxScaledSites))
            // a zero-length line with round caps is a dot whose size is in screen pixels
            const d = `M${x} ${y}h.001`
            return (
              <g
                key={point.key}
                style={{ '--dot': `${width}px` } as CSSProperties}
                onPointerEnter={() => setActive(point)}
              >
                <path d={d} className={classes.siteRim} />
                <path d={d} className={classes.siteDot} />
                {point.open === 0 && <path d={d} className={classes.siteHole} />}
              </g>
            )
          })}
        </svg>
        {corner !== null && <Locator shapes={shapes} box={box} corner={corner} />}
      </div>
      <MapCaption>
        <Legend
          points={dots.map(({ point }) => point)}
          missing={sites.length - sitesOnMap}
          hasStatus={sites.some(({ status }) => status !== null)}
        />
        <output>{active === null ? '' : describePoint(active)}</output>
      </MapCaption>
    </figure>
  )
}

const Land = ({ shapes }: { readonly shapes: WorldShapes['shapes'] }) =>
  shapes.map(({ key, path }) => <path key={key} d={path} className={classes.siteLand} />)

/** A world map with the visible part marked, because few people recognize a place by its coastlines alone. */
const Locator = ({
  shapes,
  box,
  corner,
}: { readonly shapes: WorldShapes['shapes'] } & {
  box: Box
  corner: NonNullable<ReturnType<typeof locatorCorner>>
}) => (
  <svg
    className={classes.siteLocator}
    data-x={corner.x}
    data-y={corner.y}
    viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
    aria-hidden="true"
  >
    <Land shapes={shapes} />
    <rect className={classes.siteShown} x={box.x} y={box.y} width={box.width} height={box.height} />
  </svg>
)

/** Explains only the marks that are on the map. */
const Legend = ({
  points,
  missing,
  hasStatus,
}: {
  points: readonly SitePoint[]
  missing: number
  hasStatus: boolean
}) => {
  const hasOpen = points.some(({ open }) => open > 0)
  return (
    <Flex component="span" wrap="wrap" gap="4px 18px" align="center">
      {hasOpen && (
        <Flex component="span" gap={6} align="center">
          <span className={classes.siteMark} data-open="true" /> recruiting now or soon
        </Flex>
      )}
      {points.some(({ open }) => open === 0) && (
        <Flex component="span" gap={6} align="center">
          <span className={classes.siteMark} data-open="false" />{' '}
          {hasStatus ? 'not recruiting, or status not given' : 'the register gives no status for these sites'}
        </Flex>
      )}
      {points.some(({ sites }) => sites > 1) && <span>Larger dots mean more sites in one place.</span>}
      {missing > 0 && <span>{formatPlural(missing, 'site')} without coordinates</span>}
    </Flex>
  )
}

const describePoint = ({ name, sites, open }: SitePoint): string =>
  `${name}: ${formatPlural(sites, 'site')}${open === 0 ? '' : sites === 1 ? ', recruiting' : `, ${formatCount(open)} of them take participants`}`
