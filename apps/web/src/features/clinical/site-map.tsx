import type { TrialSite } from '@auspex/sdk'
import { Flex, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatCount, formatPlural } from '../../lib/format.ts'
import { mapSize, worldShapesOptions } from '../../lib/world-shapes.ts'
import { boxAround, type SitePoint, sitePoints } from './site-points.ts'
import classes from './clinical.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Pixels of the radius of a dot that stands for one site, in a drawing as wide as `mapSize`; its area grows with the sites. */
const dotRadius = 4.5

/** Where a study runs: a dot a city, filled where a site is open. The table beneath has the same, a row a site. */
export const SiteMap = ({ sites }: { sites: readonly TrialSite[] }) => {
  const { data: world, error } = useQuery(worldShapesOptions())
  const [active, setActive] = useState<SitePoint | null>(null)
  const drawing = useMemo(() => {
    if (!world) return null
    const dots = sitePoints(sites).flatMap((point) => {
      const at = world.toPoint(point)
      return at ? [{ point, at }] : []
    })
    return {
      shapes: world.shapes,
      dots,
      box: boxAround(
        dots.map(({ at }) => at),
        mapSize,
      ),
    }
  }, [world, sites])
  if (error) return <p className={textStyles.remark}>The map could not be loaded; the table has the same sites.</p>
  if (drawing === null)
    return <Skeleton height={320} radius={12} role="group" aria-busy="true" aria-label="Loading the map" />
  const { shapes, dots, box } = drawing
  if (dots.length === 0) return <p className={textStyles.remark}>The register gives no coordinates of these sites.</p>
  const placed = dots.reduce((sum, { point }) => sum + point.sites, 0)
  // what is drawn larger keeps the size of its dots
  const unit = box.width / mapSize.width
  return (
    <figure className={classes.siteMap}>
      <svg
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="img"
        aria-label={`Map of ${formatPlural(placed, 'site')} in ${formatPlural(dots.length, 'place')}`}
        onPointerLeave={() => setActive(null)}
      >
        {shapes.map(({ key, path }) => (
          <path key={key} d={path} className={classes.siteLand} />
        ))}
        {dots.map(({ point, at: [x, y] }) => (
          <circle
            key={point.key}
            cx={x}
            cy={y}
            r={dotRadius * unit * Math.sqrt(Math.min(point.sites, 16))}
            className={classes.siteDot}
            data-open={point.open > 0}
            onPointerEnter={() => setActive(point)}
          />
        ))}
      </svg>
      <Flex
        component="figcaption"
        className={textStyles.caption}
        wrap="wrap"
        gap="4px 24px"
        justify="space-between"
        mt={8}
      >
        <Flex component="span" wrap="wrap" gap="4px 18px" align="center">
          <Flex component="span" gap={6} align="center">
            <span className={classes.siteMark} data-open="true" /> a site is open
          </Flex>
          <Flex component="span" gap={6} align="center">
            <span className={classes.siteMark} data-open="false" /> none is, or its status is not given
          </Flex>
          {placed < sites.length && <span>{formatCount(sites.length - placed)} without coordinates</span>}
        </Flex>
        <output>{active === null ? '' : sayPoint(active)}</output>
      </Flex>
    </figure>
  )
}

const sayPoint = ({ name, sites, open }: SitePoint): string =>
  `${name}: ${formatPlural(sites, 'site')}${sites === 1 ? '' : `, ${formatCount(open)} open`}`
