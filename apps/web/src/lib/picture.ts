import { type AuspexClient, getImage } from '@auspex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useClient } from './api.tsx'

/** A picture needs the access token like any other call, so an <img> cannot load it. The picture at an address never changes. */
const pictureOptions = (client: AuspexClient, address: string | null) =>
  queryOptions({
    queryKey: ['picture', address],
    queryFn: ({ signal }) => getImage(idOf(address ?? ''), { client, signal }),
    enabled: address !== null && idOf(address) !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** "/images/img_p1a2m3" names img_p1a2m3; nothing else is fetched. */
const idOf = (address: string): string => /\/images\/(img_[a-z0-9]{1,40})$/.exec(address)?.[1] ?? ''

/** The bytes of a stored picture; null without one, while they load and if they cannot be loaded. */
export const usePicture = (address: string | null): Blob | null =>
  useQuery(pictureOptions(useClient(), address)).data ?? null
