import { queryOptions } from '@tanstack/react-query'
import { geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlasUrl from 'world-atlas/countries-110m.json?url'
import { alpha2OfNumeric, countryName } from './countries.ts'

export interface CountryShape {
  readonly key: string
  /** Undefined for a shape without an ISO code, which no document can name. */
  readonly country: string | undefined
  readonly name: string
  readonly path: string
}

/** The world map as drawn. */
export interface WorldShapes {
  readonly shapes: readonly CountryShape[]
  /** Projects degrees to a point in the drawing; null if the projection has no such point. */
  readonly toPoint: (place: {
    readonly longitude: number
    readonly latitude: number
  }) => readonly [number, number] | null
}

export const mapSize = { width: 960, height: 470 } as const

type Topology = Parameters<typeof feature>[0]
type Atlas = Topology & { objects: { countries: Extract<Topology['objects'][string], { type: 'GeometryCollection' }> } }

/** The shapes of the world (Natural Earth 1:110m), fetched as a separate asset and projected once (Equal Earth). */
export const worldShapesOptions = () =>
  queryOptions({
    queryKey: ['world-shapes'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<WorldShapes> => {
      const response = await fetch(atlasUrl, { signal })
      if (!response.ok) throw new Error('The map could not be loaded')
      // The file is part of the app, so its shape is known.
      return toWorld((await response.json()) as Atlas)
    },
  })

const toWorld = (atlas: Atlas): WorldShapes => {
  const { features } = feature(atlas, atlas.objects.countries)
  // Antarctica has no publishers and would fill a quarter of the map.
  const countries = features.filter((shape) => shape.id !== '010')
  const projection = geoEqualEarth().fitSize([mapSize.width, mapSize.height], {
    type: 'FeatureCollection',
    features: countries,
  })
  const toPath = geoPath(projection).digits(1)
  const shapes = countries.map((shape, index) => {
    const country = shape.id === undefined ? undefined : alpha2OfNumeric(String(shape.id))
    return {
      key: `${String(shape.id)} ${index}`,
      country,
      name: country ? countryName(country) : String(shape.properties?.['name']),
      path: toPath(shape) ?? '',
    }
  })
  return { shapes, toPoint: ({ longitude, latitude }) => projection([longitude, latitude]) }
}
