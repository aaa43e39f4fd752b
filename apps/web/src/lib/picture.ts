import { type AuspexClient, getImage } from '@auspex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient } from './api.tsx'

/** A picture needs the access token like any other call, so an <img> cannot ask for it. Its address never shows another one. */
const pictureOptions = (client: AuspexClient, address: string | null) =>
  queryOptions({
    queryKey: ['picture', address],
    queryFn: ({ signal }) => getImage(idOf(address ?? ''), { client, signal }),
    enabled: address !== null && idOf(address) !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** "/images/img_p1a2m3" names img_p1a2m3; nothing else is asked for. */
const idOf = (address: string): string => /\/images\/(img_[a-z0-9]{1,40})$/.exec(address)?.[1] ?? ''

/** The address under which a screen can show a stored picture; null without one, while it loads and when it cannot be had. */
export const usePicture = (address: string | null): string | null => {
  const { data } = useQuery(pictureOptions(useClient(), address))
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (data === undefined) return undefined
    const next = URL.createObjectURL(data)
    setUrl(next)
    return () => {
      URL.revokeObjectURL(next)
      setUrl(null)
    }
  }, [data])
  return url
}
