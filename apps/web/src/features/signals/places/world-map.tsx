import type { Place } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Flex, Skeleton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatCount, formatPlural, formatShare, formatTone } from '../../../lib/numbers/format.ts'
import { mapSize, worldShapesOptions } from '../../../lib/places/world-shapes.ts'
import { useOpenEvidence } from '../evidence-link.tsx'
import classes from '../sections.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { MapCaption } from '../../../ui/charts/legend.tsx'

/** Countries shaded by their documents. It is loaded when the report shows it. */
export const WorldMap = ({ places, title }: { places: readonly Place[]; title: string }) => {
  const { data: world, error } = useQuery(worldShapesOptions())
  const open = useOpenEvidence()
  const [active, setActive] = useState<Place | null>(null)
  const byCountry = useMemo(() => new Map(places.map((place) => [place.country, place])), [places])
  const scale = useMemo(() => createMapScale(places), [places])
  // If there are few steps, they use the strongest colours.
  const colourOf = (step: number) => `var(--map-${step + 5 - scale.from.length})`
  if (error)
    return (
      <Flex component="p" className={textStyles.caption} wrap="wrap" gap="4px 24px" justify="space-between" mt={8}>
        The map could not be loaded; the list has the same numbers.
      </Flex>
    )
  if (!world) return <Skeleton height={320} radius={12} role="group" aria-busy="true" aria-label="Loading the map" />
  return (
    <figure>
      <svg
        viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
        className={classes.map}
        stroke="var(--canvas)"
        strokeWidth={0.7}
        role="group"
        aria-label={`Map of documents about ${title} by country`}
        onPointerLeave={() => setActive(null)}
      >
        {world.shapes.map((shape) => {
          const place = shape.country === undefined ? undefined : byCountry.get(shape.country)
          return place ? (
            <path
              key={shape.key}
              d={shape.path}
              className={classes.place}
              fill={colourOf(scale.stepOf(place.documents))}
              role="button"
              tabIndex={0}
              aria-label={`${shape.name}: ${formatPlural(place.documents, 'document')}`}
              onPointerEnter={() => setActive(place)}
              onFocus={() => setActive(place)}
              onBlur={() => setActive(null)}
              onClick={() => open({ country: place.country })}
              onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && open({ country: place.country })}
            />
          ) : (
            <path key={shape.key} d={shape.path} fill="var(--map-empty)" />
          )
        })}
      </svg>
      <MapCaption>
        <Flex component="span" wrap="wrap" gap="4px 14px" align="center">
          <Flex component="span" gap={6} align="center">
            <span className={classes.step} style={{ background: 'var(--map-empty)' }} /> none
          </Flex>
          {scale.from.map((from, step) => (
            <Flex key={from} component="span" gap={6} align="center">
              <span className={classes.step} style={{ background: colourOf(step) }} />{' '}
              {from === (scale.from[step + 1] ?? 0) - 1 ? formatCount(from) : `${formatCount(from)}+`}
            </Flex>
          ))}
        </Flex>
        <output className={classes.active}>
          {active
            ? `${world.shapes.find((shape) => shape.country === active.country)?.name ?? active.country}: ${formatPlural(active.documents, 'document')}, ${formatShare(active.share)}, mean tone ${formatTone(active.toneMean)}`
            : ''}
        </output>
      </MapCaption>
    </figure>
  )
}

/** Steps of the map's colour, from few to many documents. */
const mapSteps = 5

interface MapScale {
  /** The step of a number of documents, from 0. */
  readonly stepOf: (documents: number) => number
  /** The smallest number of each step. */
  readonly from: readonly number[]
}

/** Steps of equal ratio: counts by country span orders of magnitude, and equal steps would give all but one the same colour. */
const createMapScale = (places: readonly Place[]): MapScale => {
  const max = Math.max(1, ...places.map((place) => place.documents))
  const ratio = max ** (1 / mapSteps)
  const from = [...new Set(Array.from({ length: mapSteps }, (_, step) => Math.max(1, Math.round(ratio ** step))))]
  return { from, stepOf: (documents) => from.findLastIndex((limit) => documents >= limit) }
}
