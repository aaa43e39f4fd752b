import type { SourceKey } from '@auspex/sdk'
import { listSourcesQueryOptions } from '@auspex/sdk/react'
import { SourceKey as sourceKeys } from '@auspex/sdk/values'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../api/api.tsx'

export type NameSource = (source: SourceKey) => string

export const isSource = (value: string | null): value is SourceKey => value !== null && Object.hasOwn(sourceKeys, value)

/** The names of sources: as the API lists them, and their keys until that list has loaded. */
export const useSourceNames = (): NameSource => {
  const { data } = useQuery(listSourcesQueryOptions({ request: { client: useClient() } }))
  return useMemo(() => {
    const labels = new Map(data?.items.map(({ key, label }) => [key, label]))
    return (source) => labels.get(source) ?? inWords(source)
  }, [data])
}

const inWords = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`
